import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { PeriodicJob } from '../../platform/jobs/periodic.ts';
import type { OfficePolicy } from './office-policy.ts';
import { forgetOldRounds, storeCosigned } from './round-store.ts';
import { meetsPolicy, type RoundDeps, witnessRound } from './round.ts';

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

/**
 * After a change of the policy, finds the newest checkpoint that meets it, among the newest hundred with any cosignature; older ones are
 * not considered. Does nothing if the policy is unchanged.
 */
async function rejudge(db: Database, policy: OfficePolicy): Promise<void> {
  const { rows } = await sql<{ size: string; note: string }>`
    select c.size, c.note
      from (select distinct checkpoint_size as size from witness_cosignature order by size desc limit 100) s
      join log_checkpoint c using (size)
     where not exists (select from cosigned_checkpoint where policy_sha256 = ${policy.sha256})
     order by c.size desc`.execute(db);
  for (const { size, note } of rows) {
    if (!(await meetsPolicy(db, policy, { size: Number(size), note }))) continue;
    await storeCosigned(db, size, policy.sha256);
    return;
  }
}
