import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { OfficePolicy } from './office-policy.ts';
import { storeCosigned } from './round-store.ts';
import { meetsPolicy } from './round.ts';

/**
 * Finds the newest checkpoint that meets a policy which is new, among the newest hundred that anybody cosigned; what is older is judged by
 * nobody any more. Nothing to do under the policy of the last start.
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
