import { findMark, type KnownMark } from '../../custody/marks/mark-store.ts';
import type { Database } from '../../db/database.ts';
import { handedMarkOf } from '../../marks/handed-mark.ts';
import { wasAnswered } from '../../signed/idempotence.ts';
import { IntakeRefusal } from '../../signed/refusal.ts';
import type { GateCall } from './gate.ts';

/**
 * The mark that a call hands in, looked at before a byte of its file is taken in; the transaction asks again. A repetition's mark is used
 * by now, by its first call. @throws IntakeRefusal as `handedMarkOf`
 */
export async function admittedMark(
  db: Database,
  { appId, uniqueId, userId }: Omit<GateCall, 'bodyBytes'>,
  text: string,
): Promise<KnownMark> {
  try {
    return await handedMarkOf(db, text, userId);
  } catch (refusal) {
    const used = refusal instanceof IntakeRefusal && (await wasAnswered(db, appId, uniqueId)) ? await findMark(db, text) : undefined;
    if (used) return used;
    throw refusal;
  }
}
