import { sql } from 'kysely';

/** Size of the newest checkpoint that meets the office's policy; null if none does. */
export const newestCosignedSize = sql<string | null>`(
  select k.size from cosigned_checkpoint k
   where k.policy_sha256 = (select sha256 from witness_policy)
   order by k.size desc limit 1)`;

/**
 * Size of the checkpoint that proofs refer to: the newest that meets the office's policy, null while none does. Without a configured
 * policy, the newest of all.
 */
export const newestProvenSize = sql<string | null>`(
  case when exists (select from witness_policy) then ${newestCosignedSize} else (select max(size) from log_checkpoint) end)`;
