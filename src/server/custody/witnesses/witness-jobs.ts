import type { PeriodicJob } from '../../jobs/periodic.ts';
import { rejudge } from './rejudge.ts';
import { witnessRound, type RoundDeps } from './round.ts';
import { forgetOldRounds } from './round-store.ts';

/** Asking the office's witnesses: every server looks often, and one of them has the round. */
export function witnessJobs(deps: RoundDeps): PeriodicJob[] {
  let isJudged = false;
  return [
    {
      name: 'asking witnesses for cosignatures',
      everyMs: 2_000,
      run: async () => {
        // The policy may be another than the last start's.
        if (!isJudged) await rejudge(deps.db, deps.policy);
        isJudged = true;
        await witnessRound(deps);
      },
    },
    { name: 'forgetting old rounds of witnesses', everyMs: 3_600_000, run: () => forgetOldRounds(deps.db) },
  ];
}
