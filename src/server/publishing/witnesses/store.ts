import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { lockAnchored } from '../../desk/events/anchored-store.ts';

// Queries that answer forks of the log.
//
// Order of locks: the watermark of anchored evidence, which recording a fork also locks; then the forks. The trail comes last.

/** Answers every open fork. @returns the answered ones. */
export async function changeToAnswered(
  tx: Tx,
  { operatorId, operator, answer }: { readonly operatorId: string; readonly operator: string; readonly answer: string },
): Promise<string[]> {
  await lockAnchored(tx);
  const answered = await tx
    .updateTable('witness_conflict')
    .set({ answered_at: sql<Date>`clock_timestamp()`, operator_id: operatorId, operator, answer })
    .where('held_from', 'is not', null)
    .where('answered_at', 'is', null)
    .returning('id')
    .execute();
  return answered.map(({ id }) => id);
}
