import { createHash } from 'node:crypto';
import type { Database, Tx } from '../db/database.ts';
import { conflict, IntakeRefusal, revoked } from './refusal.ts';
import { insertAnswer, lockUniqueId } from './store.ts';

/** A creating call, by the id that its client gave it. */
export interface UniqueRequest {
  readonly appId: string;
  readonly uniqueId: string;
  /** What makes it the same call again. */
  readonly content: unknown;
}
type Answer = Record<string, unknown>;

/** Whether an answer is remembered under the id: then the call is a repetition, and needs nothing any more. */
export async function wasAnswered(db: Database, appId: string, uniqueId: string): Promise<boolean> {
  const earlier = await db
    .selectFrom('intake_request')
    .select('app_id')
    .where('app_id', '=', appId)
    .where('unique_id', '=', uniqueId)
    .executeTakeFirst();
  return earlier !== undefined;
}

/**
 * Carries a creating call out once: the same unique_id with the same content answers the first answer, with other content 409. The work and
 * the remembered answer are one transaction; callers of the same id wait for one another. @throws IntakeRefusal 409; 401 when the client's
 * credentials have ended since it began to call.
 */
export async function once<Result extends Answer>(
  db: Database,
  { appId, uniqueId, content }: UniqueRequest,
  work: (tx: Tx) => Promise<Result>,
  beforeCommit?: () => Promise<void>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    const client = await lockUniqueId(tx, appId, uniqueId);
    if (client?.status !== 'enabled') throw revoked();
    const fingerprint = fingerprintOf(content);
    if (client.fingerprint && !client.fingerprint.equals(fingerprint)) throw otherContent();
    if (client.fingerprint) return client.answer as Result;
    const answer = await work(tx);
    await insertAnswer(tx, { app_id: appId, unique_id: uniqueId, fingerprint, answer: JSON.stringify(answer) });
    await beforeCommit?.();
    return answer;
  });
}

/**
 * Carries a call out and takes all of it back: what would refuse it does so now, before files that it names get their place in the store.
 * @throws what the call would throw.
 */
export async function rehearse<Result extends Answer>(
  db: Database,
  request: UniqueRequest,
  work: (tx: Tx) => Promise<Result>,
): Promise<void> {
  const takenBack = new Error('a rehearsal is taken back');
  await once(db, request, work, () => Promise.reject(takenBack)).catch((error: unknown) => {
    if (error !== takenBack) throw error;
  });
}

/** By which a call is known to be the same again: 32 bytes. */
export function fingerprintOf(content: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(content)).digest();
}

export function otherContent(): IntakeRefusal {
  return conflict('unique_id was used with other content');
}
