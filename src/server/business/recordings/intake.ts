import { uploadPath } from '../../../contract/open/recordings.ts';
import type { RecordingKind } from '../../../domain/business/codes/online-evidence.ts';
import { onlineStatusWord } from '../../../domain/business/rules/online-status.ts';
import type { Config } from '../../platform/runtime/config.ts';
import { useMark } from '../../custody/marks/mark-store.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { handedMarkOf, markRefusal } from '../marks/handed-mark.ts';
import type { Device } from '../../platform/db/json.ts';
import { consume, PointsShortage } from '../points/ledger.ts';
import { beginRecording } from './recording.ts';
import { findRecording, type Recording } from './store.ts';
import type { Actor } from '../../desk/trail/trail.ts';
import { approvedUser, pointsShort } from '../users/evidence-owner.ts';
import { IntakeRefusal } from '../../open/signed/refusal.ts';

export interface GivenRecording {
  readonly user_id: string;
  readonly type: RecordingKind;
  readonly name: string;
  readonly label: string;
  readonly begin_at: Date;
  readonly time_length: number;
  readonly sha256: string;
  readonly device?: Device | undefined;
  /** The hash of a mark, or its code. */
  readonly mark?: string | undefined;
}

/**
 * Registers a recording, uses the given mark, and charges its points, in the caller's transaction. @throws IntakeRefusal 404, 403 if the
 * user is not 已通过, 402, or because of the mark.
 */
export async function createRecording(
  tx: Tx,
  given: GivenRecording,
  prices: Config['prices'],
  actor: Actor,
): Promise<{ attestation_id: string; status: string; upload_url: string }> {
  const { type, name, label, begin_at: beginAt, time_length: seconds, sha256, device = null } = given;
  const owner = await approvedUser(tx, given.user_id);
  const mark = given.mark === undefined ? null : await handedMarkOf(tx, given.mark, owner.id);
  const number = await beginRecording(tx, { owner, type, name, label, beginAt, seconds, sha256, device, points: prices[type] }, actor);
  // Of two calls with the same mark the second gets `mark_used`.
  if (mark && !(await useMark(tx, mark.hash, number))) throw markRefusal('mark_used');
  // Last, because it locks the user's balance until the commit, and the user's other calls wait for it.
  await consume(tx, owner.id, prices[type], type, number).catch((error: unknown) => {
    throw error instanceof PointsShortage ? pointsShort(prices[type]) : error;
  });
  return { attestation_id: number, status: onlineStatusWord('running', 'recording'), upload_url: uploadPath(number) };
}

/** The state of a recording. @param asker the calling enterprise, which may read only its own; null for a platform client. */
export async function describeRecording(db: Database, number: string, asker: string | null) {
  const { user_id, status, reason } = await ownRecording(db, number, asker);
  return { attestation_id: number, user_id, status: onlineStatusWord(status, 'recording'), reason, upload_url: uploadPath(number) };
}

/** @throws IntakeRefusal 404, or 403 if it belongs to another enterprise. */
export async function ownRecording(db: Database, number: string, asker: string | null): Promise<Recording> {
  const found = /^[0-9A-F]{32}$/.test(number) ? await findRecording(db, number) : undefined;
  if (!found) throw new IntakeRefusal(404, 'unknown', 'there is no such recording');
  if (asker !== null && asker !== found.user_id) throw new IntakeRefusal(403, 'forbidden', 'an enterprise may use its own recordings only');
  return found;
}
