import type { RecordingKind } from '../../../domain/business/codes/online-evidence.ts';
import { onlineStatusWord, type OnlineStatus } from '../../../domain/business/rules/online-status.ts';
import { newEvidenceNumber } from '../../custody/evidence/store-evidence.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Device } from '../../platform/db/json.ts';
import { emit } from '../../desk/events/emit.ts';
import { refundPoints } from '../points/ledger.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import {
  changeRecording,
  deleteChunks,
  forgottenRecordings,
  insertRecording,
  lockForgotten,
  lockRecording,
  type Recording,
} from './store.ts';

export interface NewRecording {
  readonly owner: { readonly id: string; readonly name: string; readonly mobile: string };
  readonly type: RecordingKind;
  readonly name: string;
  readonly label: string;
  readonly beginAt: Date;
  /** As declared by the device. */
  readonly seconds: number;
  readonly sha256: string;
  readonly device: Device | null;
  /** The price, charged by the caller. */
  readonly points: number;
}

/** Registers a recording that a device is making, and from now on accepts its file. @returns its number. */
export async function beginRecording(
  tx: Tx,
  { owner, type, name, label, beginAt, seconds, sha256, device, points }: NewRecording,
  actor: Actor,
): Promise<string> {
  const number = newEvidenceNumber();
  await insertRecording(tx, {
    number,
    user_id: owner.id,
    username: owner.name === '' ? owner.mobile : owner.name,
    mobile: owner.mobile,
    type,
    name,
    label,
    status: 'running',
    begin_at: beginAt,
    said_seconds: seconds,
    file_seconds: null,
    sha256,
    device: device && JSON.stringify(device),
    size_bytes: null,
  });
  await recordTrail(tx, actor, {
    action: '登记取证',
    object: `recording/${number}`,
    after: { status: 'running', type, user: owner.id, sha256, points },
  });
  return number;
}

/** Whether its file may still be uploaded. */
export function isOpen(status: OnlineStatus): boolean {
  return status === 'running' || status === 'uploading';
}

/**
 * Ends a recording without evidence, and refunds its price, in the caller's transaction.
 * @returns false if it has already ended. @param reason shown to operators and to the client.
 */
export async function endRecording(
  tx: Tx,
  { id, number, user_id, type }: Recording,
  status: 'failed' | 'cancelled',
  reason: string,
  actor: Actor,
): Promise<boolean> {
  const before = await lockRecording(tx, id);
  if (!isOpen(before.status)) return false;
  await changeRecording(tx, id, { status, reason });
  await deleteChunks(tx, id);
  await recordTrail(tx, actor, {
    action: status === 'failed' ? '取证失败' : '取消取证',
    object: `recording/${number}`,
    before: { status: before.status },
    after: { status, reason },
  });
  await emitEnd(tx, { number, user_id }, status, reason);
  await refundPoints(tx, user_id, type, number);
  return true;
}

/** Emits the event of a recording's end. @param reason null if it succeeded. */
export async function emitEnd(
  tx: Tx,
  { number, user_id }: Pick<Recording, 'number' | 'user_id'>,
  status: 'succeeded' | 'failed' | 'cancelled',
  reason: string | null,
): Promise<void> {
  const data = { user_id, attestation_id: number, status: onlineStatusWord(status, 'recording'), reason };
  await emit(tx, { type: `recording.${status}`, data });
}

/** Cancels recordings whose upload has been inactive for so long, except complete ones that wait to be finished. \n @returns how many. */
export async function cancelForgotten(db: Database, hours: number): Promise<number> {
  let cancelled = 0;
  for (const recording of await forgottenRecordings(db, hours)) {
    const reason = `${hours}小时内未收到${recording.offset_bytes === '0' ? '' : '完整'}文件`;
    const isDone = await db
      .transaction()
      .execute(async (tx) => (await lockForgotten(tx, recording.id, hours)) && endRecording(tx, recording, 'cancelled', reason, system));
    if (isDone) cancelled += 1;
  }
  return cancelled;
}

/** The actor of the server's own acts. */
export const system: Actor = { kind: 'system', id: '', name: '系统', ip: '' };
