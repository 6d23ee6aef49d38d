import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { OfficePolicy } from './office-policy.ts';
import { storeCosigned } from './round-store.ts';
import { meetsPolicy } from './round.ts';

/**
 * After a change of the policy, finds the newest checkpoint that meets it, among the newest hundred with any cosignature; older ones are
 * not considered. Does nothing if the policy is unchanged.
 */
export async function rejudge(db: Database, policy: OfficePolicy): Promise<void> {
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
