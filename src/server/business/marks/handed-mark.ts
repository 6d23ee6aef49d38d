import { findMark, type KnownMark } from '../../custody/marks/mark-store.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { IntakeRefusal } from '../../open/signed/refusal.ts';

export const markFaults = ['mark_unknown', 'mark_foreign', 'mark_used', 'mark_expired'] as const;
export type MarkFault = (typeof markFaults)[number];

/** The mark that a call gives by its hash or code. @throws IntakeRefusal if the user may not use it, or it can no longer be used. */
export async function handedMarkOf(db: Database | Tx, text: string, userId: string): Promise<KnownMark> {
  const found = await findMark(db, text);
  if (!found) throw markRefusal('mark_unknown');
  const fault = faultOf(found, userId);
  if (fault) throw markRefusal(fault);
  return found;
}

function faultOf({ userId: owner, usedBy, isExpired }: KnownMark, userId: string): MarkFault | null {
  if (owner !== userId) return 'mark_foreign';
  if (usedBy !== null) return 'mark_used';
  return isExpired ? 'mark_expired' : null;
}

export function markRefusal(fault: MarkFault): IntakeRefusal {
  if (fault === 'mark_unknown') return new IntakeRefusal(404, 'unknown', 'mark: there is no such mark');
  if (fault === 'mark_foreign') return new IntakeRefusal(403, fault, 'mark: was given to another user');
  if (fault === 'mark_used') return new IntakeRefusal(409, fault, 'mark: was used before');
  return new IntakeRefusal(410, fault, 'mark: is older than 24 hours');
}
