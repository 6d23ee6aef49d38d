import { makeDayTrees } from '../custody/records/day-trees.ts';
import { renewDue } from '../custody/records/renew.ts';
import { stampTrees } from '../custody/records/stamp-trees.ts';
import type { Deps } from '../feature/deps.ts';
import type { PeriodicJob } from '../jobs/periodic.ts';

/** Daily trees, renewals, and the tokens for both. Without an authority trees are made and wait for their tokens. */
export function recordJobs({ authority, config, db }: Pick<Deps, 'authority' | 'config' | 'db'>): PeriodicJob[] {
  const weakSince = config.weakAlgorithms ?? {};
  return [
    { name: 'making the hash trees of days', everyMs: 300_000, run: (stopping) => makeDayTrees(db, stopping) },
    { name: 'renewing evidence records', everyMs: 3_600_000, run: (stopping) => renewDue(db, weakSince, stopping) },
    ...(authority === null
      ? []
      : [
          {
            name: 'getting timestamps of evidence records',
            everyMs: config.timestamps.intervalSeconds * 1000,
            run: (stopping: AbortSignal) => stampTrees(db, authority, weakSince, stopping),
          },
        ]),
  ];
}
