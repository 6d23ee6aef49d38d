import { sql } from 'kysely';
import { formatTime } from '../../domain/time.ts';
import type { UserStatus } from '../../domain/codes.ts';
import { keepAll, newEvidenceNumber, type NewEvidence } from '../custody/keep-evidence.ts';
import { coalesce } from '../db/coalesce.ts';
import type { Database, Tx } from '../db/database.ts';
import { inBatches } from '../db/in-batches.ts';
import { consumeAll, holdBalances } from '../points/ledger.ts';
import type { Actor } from '../trail/trail.ts';
import { onceEach, type UniqueRequest } from './idempotence.ts';
import { IntakeRefusal } from './refusal.ts';

/** What a client sent to be kept. */
export interface EvidenceOrder extends UniqueRequest {
  readonly userId: string;
  readonly evidence: Omit<NewEvidence, 'number' | 'owner'>;
  readonly actor: Actor;
}
export type Receipt = Record<'baoquan' | 'sha256' | 'saveTime', string>;

/**
 * Makes evidence of what clients sent, and takes its points, once for its unique_id. Orders that come at once share a transaction, and none of them
 * another's fault; each is answered when it is on the disk. @throws IntakeRefusal as `mayKeep`, or 409
 */
export function evidenceKeeper(db: Database, price: number): (order: EvidenceOrder) => Promise<Receipt> {
  return inBatches((orders) => db.transaction().execute((tx) => onceEach(tx, orders, (fresh) => keepOrders(tx, fresh, price))));
}

/** Tells beforehand who may keep what costs `price`. @throws IntakeRefusal 404, 403 when the user is not 已通过, 402 when his points are short. */
export function mayKeep(db: Database, price: number): (userId: string) => Promise<void> {
  const find = coalesce(async (userIds: string[]) => {
    const { rows } = await sql<{ id: string; status: UserStatus; balance: string | null }>`
      select u.id, u.status, a.balance from users u left join points_account a on a.user_id = u.id where u.id = any(${userIds}::bigint[])`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  });
  return async (userId) => {
    const user = approved(await find(userId));
    if (Number(user.balance ?? 0) < price) throw pointsShort(price);
  };
}

/** @throws IntakeRefusal 404, or 403 when the user is not 已通过. */
export async function approvedUser(db: Database | Tx, userId: string): Promise<Owner> {
  return approved((await ownersOf(db, [userId])).get(userId));
}

/** What a client is told whose user cannot pay. */
export function pointsShort(price: number): IntakeRefusal {
  return new IntakeRefusal(402, 'points', `${price} points are needed`);
}

async function keepOrders(tx: Tx, orders: readonly EvidenceOrder[], price: number): Promise<PromiseSettledResult<Receipt>[]> {
  const userIds = [...new Set(orders.map(({ userId }) => userId))];
  const owners = await ownersOf(tx, userIds);
  // Held until the commit: each order is judged by what those before it leave.
  const balances = await holdBalances(tx, userIds);
  const judged = orders.map((order) =>
    settled(() => {
      const owner = approved(owners.get(order.userId));
      const balance = balances.get(owner.id) ?? 0;
      if (balance < price) throw pointsShort(price);
      balances.set(owner.id, balance - price);
      return { ...order, evidence: { ...order.evidence, number: newEvidenceNumber(), owner }, noted: { points: price } };
    }),
  );
  const accepted = judged.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  if (accepted.length === 0) return judged.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome] : []));
  const savedAt = await keepAll(tx, accepted);
  await consumeAll(tx, price, 'evidence', accepted.map(({ userId, evidence }) => ({ userId, reference: evidence.number })));
  return judged.map((outcome) => {
    if (outcome.status === 'rejected') return outcome;
    const { number, files } = outcome.value.evidence;
    return { status: 'fulfilled', value: { baoquan: number, sha256: files[0].sha256, saveTime: formatTime(savedAt) } };
  });
}

async function ownersOf(db: Database | Tx, userIds: readonly string[]): Promise<Map<string, Owner>> {
  const users = await db.selectFrom('users').select(['id', 'name', 'type', 'status', 'mobile']).where('id', '=', sql<string>`any(${[...userIds]}::bigint[])`).execute();
  return new Map(users.map((user) => [user.id, user]));
}
type Owner = NewEvidence['owner'] & { readonly status: UserStatus; readonly mobile: string };

function approved<User extends { readonly status: UserStatus }>(user: User | undefined): User {
  if (!user) throw new IntakeRefusal(404, 'unknown', 'there is no such user');
  if (user.status !== 'approved') throw new IntakeRefusal(403, 'forbidden', 'the user is not verified');
  return user;
}

function settled<Value>(work: () => Value): PromiseSettledResult<Value> {
  try {
    return { status: 'fulfilled', value: work() };
  } catch (reason) {
    return { status: 'rejected', reason };
  }
}
