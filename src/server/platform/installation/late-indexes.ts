import type { Pool } from 'pg';
import { buildLateIndexes } from '../db/migrate.ts';
import { usualPatience } from '../db/upgrade/apply.ts';
import type { PeriodicJob } from '../jobs/periodic.ts';

/** Builds the indexes that the start has left for later, while the server serves. A stop cancels it; the next server begins it anew. */
export function lateIndexJob(pool: Pool, log: (line: string) => void): PeriodicJob {
  let isDone = false;
  return {
    name: 'building indexes',
    everyMs: 10_000,
    async run(stopping) {
      if (isDone) return;
      const built = await buildLateIndexes(pool, undefined, { patience: { ...usualPatience, lockMs: 0, stopping } });
      for (const name of built.applied) log(`Applied ${name}.`);
      isDone = built.isDone;
    },
  };
}
