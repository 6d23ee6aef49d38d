import type { PeriodicJob } from '../../jobs/periodic.ts';
import { rejudge } from './rejudge.ts';
import { witnessRound, type RoundDeps } from './round.ts';
import { forgetOldRounds } from './round-store.ts';

/** Jobs that ask the office's witnesses. Every server polls often, and one of them gets each round. */
export function witnessJobs(deps: RoundDeps): PeriodicJob[] {
  let isJudged = false;
  return [
    {
      name: 'asking witnesses for cosignatures',
      everyMs: 2_000,
      run: async () => {
        // The policy may have changed since the last start.
        if (!isJudged) await rejudge(deps.db, deps.policy);
        isJudged = true;
        await witnessRound(deps);
      },
    },
    { name: 'forgetting old rounds of witnesses', everyMs: 3_600_000, run: () => forgetOldRounds(deps.db) },
  ];
}
