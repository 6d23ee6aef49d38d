import { captureStatusWord, mayBecome, type CaptureStatus } from '../../../domain/business/rules/capture.ts';
import type { EventType } from '../../../contract/open/events.ts';
import type { Tx } from '../../platform/db/database.ts';
import { emit } from '../../desk/events/emit.ts';
import { refundPoints } from '../points/ledger.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { changeCapture, type CaptureAttempt, type CaptureChanges } from './store.ts';

/**
 * Moves a capture from one state to another, with its trail row and, if it ends, its event, in the caller's transaction. Refunds its points
 * if it fails or is cancelled. @returns false if it has left state `from`, or another attempt holds it; then nothing was changed.
 */
export async function moveCapture(
  tx: Tx,
  capture: CaptureAttempt,
  from: CaptureStatus,
  to: CaptureStatus,
  actor: Actor,
  alongside: CaptureChanges = {},
): Promise<boolean> {
  if (!mayBecome(from, to)) throw new RangeError(`a capture does not go from ${from} to ${to}`);
  const userId = await changeCapture(tx, capture, from, to, alongside);
  if (userId === undefined) return false;
  const refunded = (to === 'failed' || to === 'cancelled') && (await refundPoints(tx, userId, 'web', capture.number));
  const after = { status: to, ...(alongside.reason ? { reason: alongside.reason } : {}), ...(refunded ? { refunded } : {}) };
  await recordTrail(tx, actor, { action: '网页取证', object: `capture/${capture.number}`, before: { status: from }, after });
  const type = endings[to];
  if (type !== undefined)
    await emit(tx, {
      type,
      data: { user_id: userId, baoquan_no: capture.number, status: captureStatusWord(to), reason: alongside.reason ?? null },
    });
  return true;
}

/** States that emit an event. */
const endings: Partial<Record<CaptureStatus, Extract<EventType, `capture.${string}`>>> = {
  succeeded: 'capture.succeeded',
  failed: 'capture.failed',
  cancelled: 'capture.cancelled',
};
