import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { IntakeRefusal } from './refusal.ts';

/** Whether an answer is remembered under the id: then the call is a repetition, and needs nothing any more. */
export async function wasAnswered(db: Database, appId: string, uniqueId: string): Promise<boolean> {
  const earlier = await db.selectFrom('intake_request').select('app_id').where('app_id', '=', appId).where('unique_id', '=', uniqueId).executeTakeFirst();
  return earlier !== undefined;
}

/**
 * Carries a creating call out once: the same unique_id with the same content answers the first answer, with other content 409.
 * The work and the remembered answer are one transaction; callers of the same id wait for one another.
 */
export async function once<Answer extends Record<string, unknown>>(
  db: Database,
  request: { appId: string; uniqueId: string; content: unknown },
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  const fingerprint = createHash('sha256').update(JSON.stringify(request.content)).digest();
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${request.appId}\n${request.uniqueId}`}, 0))`.execute(tx);
    const earlier = await tx
      .selectFrom('intake_request')
      .select(['fingerprint', 'answer'])
      .where('app_id', '=', request.appId)
      .where('unique_id', '=', request.uniqueId)
      .executeTakeFirst();
    if (earlier && !earlier.fingerprint.equals(fingerprint)) throw new IntakeRefusal(409, 'conflict', 'unique_id was used with other content');
    if (earlier) return earlier.answer as Answer;
    const answer = await work(tx);
    await tx
      .insertInto('intake_request')
      .values({ app_id: request.appId, unique_id: request.uniqueId, fingerprint, answer: JSON.stringify(answer) })
      .execute();
    return answer;
  });
}
