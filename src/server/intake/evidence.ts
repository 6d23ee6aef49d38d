import type { Database, Tx } from '../db/database.ts';
import { keepEvidence, newEvidenceNumber, type NewEvidence } from '../custody/keep-evidence.ts';
import { formatTime } from '../../domain/time.ts';
import { consume, PointsShortage, pointsOf } from '../points/ledger.ts';
import type { Actor } from '../trail/trail.ts';
import { IntakeRefusal } from './refusal.ts';

export interface PaidEvidence extends Omit<NewEvidence, 'number' | 'owner'> {
  readonly userId: string;
  /** In points. */
  readonly price: number;
}

/** @throws IntakeRefusal 404, 403 when the user is not 已通过, 402 when his points are short. */
export async function assertMayKeep(db: Database | Tx, userId: string, price: number): Promise<void> {
  const [, points] = await Promise.all([approvedUser(db, userId), pointsOf(db, userId)]);
  if (points < price) throw pointsShort(price);
}

/** Makes evidence of what a client sent, and takes its points, in the caller's transaction. @throws IntakeRefusal as `assertMayKeep`. */
export async function keepPaidEvidence(tx: Tx, { userId, price, ...evidence }: PaidEvidence, actor: Actor): Promise<{ baoquan: string; sha256: string; saveTime: string }> {
  const owner = await approvedUser(tx, userId);
  const { number, savedAt } = await keepEvidence(tx, { ...evidence, number: newEvidenceNumber(), owner }, actor, { points: price });
  // Last, because it holds the user's balance until the commit, and others of his wait for it.
  await consume(tx, userId, price, 'evidence', number).catch((error: unknown) => {
    throw error instanceof PointsShortage ? pointsShort(price) : error;
  });
  return { baoquan: number, sha256: evidence.files[0].sha256, saveTime: formatTime(savedAt) };
}

/** @throws IntakeRefusal 404, or 403 when the user is not 已通过. */
export async function approvedUser(db: Database | Tx, userId: string) {
  const user = await db.selectFrom('users').select(['id', 'name', 'type', 'status', 'mobile']).where('id', '=', userId).executeTakeFirst();
  if (!user) throw new IntakeRefusal(404, 'unknown', 'there is no such user');
  if (user.status !== 'approved') throw new IntakeRefusal(403, 'forbidden', 'the user is not verified');
  return user;
}

/** What a client is told whose user cannot pay. */
export function pointsShort(price: number): IntakeRefusal {
  return new IntakeRefusal(402, 'points', `${price} points are needed`);
}
