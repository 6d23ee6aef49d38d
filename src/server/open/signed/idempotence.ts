import { createHash } from 'node:crypto';
import type { Database, Tx } from '../../platform/db/database.ts';
import { conflict, IntakeRefusal, revoked } from './refusal.ts';
import { insertAnswer, lockUniqueId } from './store.ts';

/** A creating call with the client's unique_id. */
export interface UniqueRequest {
  readonly appId: string;
  readonly uniqueId: string;
  /** The content that a repetition must have too. Serialised as JSON for the fingerprint. */
  readonly content: unknown;
}
type Answer = Record<string, unknown>;

/** Whether an answer is stored under the unique_id, so that the call is a repetition. */
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
 * Executes a creating call once. A repetition of the unique_id with the same content returns the first answer; with other content it gets
 * 409. The work and the stored answer share one transaction; calls with the same unique_id wait for each other.
 * @throws IntakeRefusal 409; 401 if the client's credentials were revoked since the call began.
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
 * Executes a call and rolls it back, so that it is refused, if at all, before its files are put into the store.
 * @throws what the call would throw.
 */
export async function dryRun<Result extends Answer>(
  db: Database,
  request: UniqueRequest,
  work: (tx: Tx) => Promise<Result>,
): Promise<void> {
  const takenBack = new Error('a rehearsal is taken back');
  await once(db, request, work, () => Promise.reject(takenBack)).catch((error: unknown) => {
    if (error !== takenBack) throw error;
  });
}

/** A hash of a call's content, by which repetitions are recognised: 32 bytes. */
export function fingerprintOf(content: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(content)).digest();
}

export function otherContent(): IntakeRefusal {
  return conflict('unique_id was used with other content');
}
