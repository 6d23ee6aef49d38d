import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Pool } from 'pg';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { forkServer } from '../fork-server.ts';
import type { Loaded } from './lists-data.ts';
import type { Ready } from './lists-server.ts';

/**
 * Serves the loaded data while `measure` runs, with a connection of its own for comparison. Missed bounds are printed at the end and set
 * exit code 1.
 */
export async function measureServer(
  { folder, postgres }: Loaded,
  missed: readonly string[],
  measure: (ready: Ready, pool: Pool, server: ChildProcess) => Promise<void>,
): Promise<void> {
  const server = forkServer('lists-server.js');
  const { db, pool } = openDatabase(postgres.address, 1);
  try {
    server.send({ address: postgres.address, cases: [], many: [], folder });
    const [ready] = (await once(server, 'message')) as [Ready];
    await measure(ready, pool, server);
  } finally {
    server.kill();
    await db.destroy();
    await postgres.stop();
  }
  for (const line of missed) console.log(`MISSED  ${line}`);
  process.exitCode = missed.length > 0 ? 1 : 0;
}
