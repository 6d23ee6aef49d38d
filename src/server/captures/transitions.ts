import type { Expression } from 'kysely';
import { mayBecome, type CaptureStatus } from '../../domain/rules/capture.ts';
import type { Tx } from '../db/database.ts';
import { giveBack } from '../points/ledger.ts';
import { recordTrail, type Actor } from '../trail/trail.ts';

/** What else changes with the state. */
interface CaptureChanges {
  readonly reason?: string;
  readonly begun_at?: Date;
  readonly ended_at?: Date;
  readonly attempt?: number;
  readonly crashes?: number;
  readonly worker?: string;
  readonly lease_until?: Date | Expression<Date> | null;
}
export interface CaptureAttempt {
  readonly number: string;
  /** The attempt that the mover was given; undefined for who holds none and moves what nobody holds. */
  readonly attempt?: number;
}

/**
 * Moves a capture from one state to another, with its trail row, in the caller's transaction. Points that it cost are given back where it
 * fails or is cancelled. @returns false when it is not in that state any more, or another attempt has it: then nothing was changed.
 */
export async function moveCapture(
  tx: Tx,
  { number, attempt }: CaptureAttempt,
  from: CaptureStatus,
  to: CaptureStatus,
  actor: Actor,
  alongside: CaptureChanges = {},
): Promise<boolean> {
  if (!mayBecome(from, to)) throw new RangeError(`a capture does not go from ${from} to ${to}`);
  const moved = await tx
    .updateTable('capture')
    .set({ status: to, ...alongside })
    .where('number', '=', number)
    .where('status', '=', from)
    .$if(attempt !== undefined, (query) => query.where('attempt', '=', attempt ?? 0))
    .returning('user_id')
    .executeTakeFirst();
  if (!moved) return false;
  const refunded = (to === 'failed' || to === 'cancelled') && (await giveBack(tx, moved.user_id, 'web', number));
  const after = { status: to, ...(alongside.reason ? { reason: alongside.reason } : {}), ...(refunded ? { refunded } : {}) };
  await recordTrail(tx, actor, { action: '网页取证', object: `capture/${number}`, before: { status: from }, after });
  return true;
}
