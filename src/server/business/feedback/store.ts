import type { Insertable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

// Queries that write feedback.
//
// Order of locks: none of its own, because a row is written once and never changed.

export async function insertFeedback(tx: Tx, feedback: Insertable<Tables['feedback']>): Promise<string> {
  const { id } = await tx.insertInto('feedback').values(feedback).returning('id').executeTakeFirstOrThrow();
  return id;
}
