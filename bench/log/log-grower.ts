import type { PoolConfig } from 'pg';
import { readConfig } from '../../src/server/platform/runtime/config.ts';
import { appendEntries } from '../../src/server/custody/log/append.ts';
import { openLogSigner } from '../../src/server/custody/log/log-signer.ts';
import { growLog } from '../../src/server/custody/log/sequencer.ts';
import { openDatabase } from '../../src/server/platform/db/database.ts';

/** Started by log.ts: grows a log in a process of its own and reports its peak memory. */
process.on('message', (address: PoolConfig) => {
  void grow(address).then((grown) => process.send?.(grown));
});
process.on('disconnect', () => process.exit(0));

export interface Grown {
  readonly leaves: number;
  readonly seconds: number;
  readonly mostMb: number;
}

async function grow(address: PoolConfig): Promise<Grown> {
  const { db } = openDatabase(address, 2);
  const signer = await openLogSigner(db, readConfig({}));
  let leaves = 0;
  let seconds = 0;
  for (let round = 0; round < 10; round += 1) {
    await db.transaction().execute((tx) =>
      appendEntries(
        tx,
        Array.from({ length: 2048 }, (_, at) => Buffer.from(`${'x'.repeat(1000)} ${round} ${at}`)),
      ),
    );
    const started = performance.now();
    leaves += await growLog(db, signer);
    seconds += (performance.now() - started) / 1000;
  }
  await db.destroy();
  return { leaves, seconds, mostMb: process.resourceUsage().maxRSS / 1024 };
}
