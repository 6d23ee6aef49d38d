import { findMark, type KnownMark } from '../../../custody/marks/mark-store.ts';
import type { Database } from '../../../platform/db/database.ts';
import { handedMarkOf } from '../../marks/handed-mark.ts';
import { wasAnswered } from '../../../open/signed/idempotence.ts';
import { IntakeRefusal } from '../../../open/signed/refusal.ts';
import type { GateCall } from './gate.ts';

/**
 * Checks the mark of a call before any byte of its file is read; the transaction checks it again. For a repetition, whose first call
 * already used the mark, the used mark is returned. @throws IntakeRefusal as `handedMarkOf`
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
