import { captureStatusWord, type CaptureStatus } from '../../domain/rules/capture.ts';
import { newEvidenceNumber } from '../custody/evidence/store-evidence.ts';
import type { Database, Tx } from '../db/database.ts';
import { consume } from '../points/ledger.ts';
import { recordTrail, type Actor } from '../trail/trail.ts';
import { insertCapture, lockCapture } from './store.ts';
import { moveCapture } from './transitions.ts';

export interface NewCapture {
  readonly owner: { readonly id: string; readonly name: string; readonly mobile: string };
  readonly url: string;
  readonly name: string;
  readonly label: string;
  /** In points. */
  readonly price: number;
}

/** Queues a capture and charges its points, in the caller's transaction. @returns its number. @throws PointsShortage */
export async function createCapture(tx: Tx, { owner, url, name, label, price }: NewCapture, actor: Actor): Promise<string> {
  const number = newEvidenceNumber();
  const username = owner.name === '' ? owner.mobile : owner.name;
  await insertCapture(tx, { number, user_id: owner.id, username, mobile: owner.mobile, url, name, label });
  // The address may contain personal data, and the trail is permanent.
  await recordTrail(tx, actor, {
    action: '申请网页取证',
    object: `capture/${number}`,
    after: { user: owner.id, host: new URL(url).hostname, points: price },
  });
  // Last, because it locks the user's balance until the commit, and the user's other calls wait for it.
  await consume(tx, owner.id, price, 'web', number);
  return number;
}

export interface CaptureState {
  readonly number: string;
  readonly userId: string;
  readonly status: CaptureStatus;
  /** The word on the wire. */
  readonly word: string;
  readonly reason: string;
}

/** The state of a capture, or null. */
export async function describeCapture(db: Database | Tx, number: string): Promise<CaptureState | null> {
  const found = await db
    .selectFrom('capture')
    .select(['number', 'user_id', 'status', 'reason'])
    .where('number', '=', number)
    .executeTakeFirst();
  return found
    ? { number, userId: found.user_id, status: found.status, word: captureStatusWord(found.status), reason: found.reason }
    : null;
}

/** Cancels a capture that has not begun, and refunds its points. @returns false if it has already begun or ended. */
export async function cancelCapture(db: Database, number: string, actor: Actor): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const status = await lockCapture(tx, { number });
    if (status !== 'waiting' && status !== 'queued') return false;
    return moveCapture(tx, { number }, status, 'cancelled', actor, { ended_at: new Date(), lease_until: null });
  });
}
