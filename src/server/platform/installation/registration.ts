import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { PeriodicJob } from '../jobs/periodic.ts';
import { build } from '../runtime/build.ts';

/** The registration of a running process in the table `server`. */
export interface Registration {
  /** Renews the registration; must run with the process' other jobs. */
  readonly job: PeriodicJob;
  /** Records that the process takes no new work and ends soon. */
  drain(): Promise<void>;
  /** Removes the registration. */
  end(): Promise<void>;
}

/** Registers in the table `server` that this process uses the database, and its release. */
export async function register(db: Database, kind: 'server' | 'worker'): Promise<Registration> {
  const { version: release, commit } = build;
  const own = { kind, release, commit, host: hostname(), pid: process.pid };
  let { id } = await db.insertInto('server').values(own).returning('id').executeTakeFirstOrThrow();
  let isOver = false;
  return {
    job: {
      name: 'telling that this server runs',
      everyMs: 10_000,
      async run() {
        const now = sql<Date>`clock_timestamp()`;
        const renewed = await db.updateTable('server').set({ seen_at: now }).where('id', '=', id).returning('id').executeTakeFirst();
        // The row is missing if the database was unreachable for over a day, or was restored meanwhile.
        if (!renewed && !isOver) ({ id } = await db.insertInto('server').values(own).returning('id').executeTakeFirstOrThrow());
        await db.deleteFrom('server').where('seen_at', '<', sql<Date>`clock_timestamp() - interval '1 day'`).execute();
      },
    },
    async drain() {
      await db.updateTable('server').set({ draining_since: sql<Date>`clock_timestamp()` }).where('id', '=', id).execute();
    },
    async end() {
      isOver = true;
      await db.deleteFrom('server').where('id', '=', id).execute();
    },
  };
}

/** Servers and workers seen within the last minute, each as `server 12 on host`, where 12 is the process ID. */
export async function runningProcesses(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('server')
    .select(['kind', 'pid', 'host'])
    .where('seen_at', '>', sql<Date>`clock_timestamp() - interval '1 minute'`)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, pid, host }) => `${kind} ${pid} on ${host}`);
}
