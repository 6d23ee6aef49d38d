import { captureStatusWord, type CaptureAccept, type CaptureDevice, type CaptureStatus } from '../../../domain/business/rules/capture.ts';
import type { CaptureNote } from '../../../domain/proof/web-archive/capture-notes.ts';
import { newEvidenceNumber } from '../../custody/evidence/store-evidence.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { consume } from '../points/ledger.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { TooMany } from '../../platform/http/limits/call-counter.ts';
import { countWaiting, insertCapture, lockCapture } from './store.ts';
import { moveCapture } from './transitions.ts';

export interface NewCapture {
  readonly owner: { readonly id: string; readonly name: string; readonly mobile: string };
  readonly url: string;
  readonly name: string;
  readonly label: string;
  readonly accept?: CaptureAccept | undefined;
  readonly device?: CaptureDevice | undefined;
  /** In points. */
  readonly price: number;
  /** How many captures of the owner may wait, this one included. */
  readonly mostWaiting: number;
}

/** Queues a capture and charges its points, in the caller's transaction. @returns its number. @throws PointsShortage, TooMany */
export async function createCapture(
  tx: Tx,
  { owner, url, name, label, accept = 'page', device = 'desktop', price, mostWaiting }: NewCapture,
  actor: Actor,
): Promise<string> {
  const number = newEvidenceNumber();
  const username = owner.name === '' ? owner.mobile : owner.name;
  const app_id = actor.kind === 'client' ? actor.id : null;
  await insertCapture(tx, { number, app_id, user_id: owner.id, username, mobile: owner.mobile, url, name, label, accept, device });
  // The address may contain personal data, and the trail is permanent.
  await recordTrail(tx, actor, {
    action: '申请网页取证',
    object: `capture/${number}`,
    after: { user: owner.id, host: new URL(url).hostname, points: price },
  });
  // Last, because it locks the user's balance until the commit, and the user's other calls wait for it.
  await consume(tx, owner.id, price, 'web', number);
  // Behind that lock, calls at the same moment count each other.
  if ((await countWaiting(tx, owner.id)) > mostWaiting) throw new TooMany(retrySeconds);
  return number;
}

/** About as long as a capture takes. */
const retrySeconds = 30;

export interface CaptureState {
  readonly number: string;
  readonly userId: string;
  readonly status: CaptureStatus;
  /** The word on the wire. */
  readonly word: string;
  readonly reason: string;
  readonly accept: CaptureAccept;
  readonly device: CaptureDevice;
  readonly notes: readonly CaptureNote[];
}

/** The state of a capture, or null. */
export async function describeCapture(db: Database | Tx, number: string): Promise<CaptureState | null> {
  const found = await db
    .selectFrom('capture')
    .select(['number', 'user_id', 'status', 'reason', 'accept', 'device', 'notes'])
    .where('number', '=', number)
    .executeTakeFirst();
  if (!found) return null;
  const { user_id: userId, status, notes, ...others } = found;
  return { ...others, userId, status, word: captureStatusWord(status), notes: notes ?? [] };
}

/** Cancels a capture that has not begun, and refunds its points. @returns false if it has already begun or ended. */
export async function cancelCapture(db: Database, number: string, actor: Actor): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const status = await lockCapture(tx, { number });
    if (status !== 'waiting' && status !== 'queued') return false;
    return moveCapture(tx, { number }, status, 'cancelled', actor, { ended_at: new Date(), lease_until: null });
  });
}
