import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { enqueue } from '../../test/installation/factories/log.ts';
import { policyOf, startSmallWitness } from '../../test/installation/servers/small-witness.ts';
import { openLogSigner } from '../../src/server/custody/log/log-signer.ts';
import { growLog } from '../../src/server/custody/log/sequencer.ts';
import { officePolicy, usePolicy } from '../../src/server/custody/witnesses/office-policy.ts';
import { witnessRound } from '../../src/server/custody/witnesses/round.ts';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../../src/server/platform/postgres/embedded.ts';
import { readConfig } from '../../src/server/platform/runtime/config.ts';

/**
 * Measures a round of three witnesses with both keys each, whose own signing runs in this process too and is included. Exit code 1 if a
 * round per minute takes more than a hundredth of a core.
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 30);
const folder = await mkdtemp(join(tmpdir(), 'notary-bench-witness-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder });
try {
  const { db, pool } = openDatabase(postgres.address, 4);
  await migrate(pool);
  const signer = await openLogSigner(db, readConfig({ LOG_ORIGIN: 'bench.example/log' }));
  const names = ['w1', 'w2', 'w3'];
  const witnesses = await Promise.all(names.map((name) => startSmallWitness(name, () => [signer.key])));
  const policy = officePolicy(policyOf(witnesses, names, 2), signer.key);
  await usePolicy(db, policy);
  const times: number[] = [];
  const cpu: number[] = [];
  for (let at = 0; at < rounds; at += 1) {
    await enqueue(db, [`entry ${at}`]);
    await growLog(db, signer);
    await sql`update witness_line set next_at = now() - interval '1 second'`.execute(db);
    const [began, before] = [performance.now(), process.cpuUsage()];
    const cosigned = await witnessRound({ db, policy, key: signer.key, alarm: console.error });
    const { user, system } = process.cpuUsage(before);
    if (cosigned !== 3) throw new Error(`${cosigned} of three cosigned`);
    times.push(performance.now() - began);
    cpu.push((user + system) / 1000);
  }
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Infinity;
  const percent = median(cpu) / 600;
  console.log(
    `a round takes ${median(times).toFixed(0)} ms and ${median(cpu).toFixed(0)} ms of a core: ${percent.toFixed(2)} % of one, a minute`,
  );
  console.log(`the first, with cold code, ${(cpu[0] ?? 0).toFixed(0)} ms`);
  for (const witness of witnesses) await witness.stop();
  await db.destroy();
  if (percent > 1) process.exitCode = 1;
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
