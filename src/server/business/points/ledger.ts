import type { Database, Tx } from '../../platform/db/database.ts';
import { emit, type NewEvent } from '../../desk/events/emit.ts';
import { newOrderNo } from '../payments/order-no.ts';
import { insertGrants, insertReturn, insertSpending, type PointsBusiness, type PointsSource } from './store.ts';

/** The balance does not cover the price; nothing was booked. */
export class PointsShortage extends Error {
  override name = 'PointsShortage';

  constructor(readonly needed: number) {
    super(`${needed} points are needed`);
  }
}

export interface Grant {
  readonly userId: string;
  /** A positive integer. */
  readonly points: number;
  readonly source: PointsSource;
  /** The same reference from the same source is booked only once. */
  readonly reference: string;
  /** The order that paid for them, if there is one; the booking carries its number. */
  readonly orderNo?: string;
  readonly note?: string;
  readonly giver?: string;
}

/**
 * Spends points on a business, in the caller's transaction. Waits for other bookings of the same user. Points held by the user's uploads in
 * progress cannot be spent. Books nothing if the price is 0. @throws PointsShortage, RangeError
 */
export async function consume(tx: Tx, userId: string, points: number, business: PointsBusiness, reference: string): Promise<void> {
  if (points === 0) return;
  assertPoints(points);
  if (!(await insertSpending(tx, { orderNo: newOrderNo(new Date()), userId, points, business, reference })))
    throw new PointsShortage(points);
}

/** Gives points to a user, in the caller's transaction. @returns false if the same reference was booked before. @throws RangeError */
export async function grant(tx: Tx, given: Grant): Promise<boolean> {
  const [balance] = await grantAll(tx, [given]);
  return balance !== null;
}

/**
 * Like `grant` for many, with as few statements as for one, in the given order. Locks the users' balances until the end of the transaction.
 * @returns for each the balance after it, null if the same reference was booked before. @throws RangeError
 */
export async function grantAll(tx: Tx, given: readonly Grant[]): Promise<(number | null)[]> {
  for (const { points } of given) assertPoints(points);
  // Sorted, so that concurrent transactions that create the same accounts wait for each other instead of deadlocking.
  const userIds = [...new Set(given.map(({ userId }) => userId))].toSorted();
  const orders = given.map(({ source, userId, points, reference, orderNo = newOrderNo(new Date()), note = '', giver = '' }, place) => ({
    place,
    order_no: orderNo,
    source,
    user_id: userId,
    points,
    reference,
    note,
    giver,
  }));
  const { balances, booked } = await insertGrants(tx, userIds, orders);
  const events: NewEvent[] = [];
  const left = orders.map(({ order_no: orderNo, user_id: userId, points, source }) => {
    if (!booked.has(orderNo)) return null;
    const balance = (balances.get(userId) ?? 0) + points;
    balances.set(userId, balance);
    const isRecharge = source === 'recharge';
    const origin = { source: isRecharge ? ('recharge' as const) : ('gift' as const), order_no: isRecharge ? orderNo : null };
    events.push({ type: 'points.credited', data: { user_id: userId, points, balance, ...origin } });
    return balance;
  });
  await emit(tx, events);
  return left;
}

/**
 * Refunds what was spent on a business under a reference (a failed capture, a cancelled job), in the caller's transaction.
 * @returns false if nothing was spent, or it was already refunded.
 */
export async function refundPoints(tx: Tx, userId: string, business: PointsBusiness, reference: string): Promise<boolean> {
  return insertReturn(tx, { orderNo: newOrderNo(new Date()), userId, business, reference });
}

/** A user's balance, including points that are held. */
export async function pointsOf(db: Database | Tx, userId: string): Promise<number> {
  const account = await db.selectFrom('points_account').select('balance').where('user_id', '=', userId).executeTakeFirst();
  return Number(account?.balance ?? 0);
}

function assertPoints(points: number): void {
  if (!Number.isSafeInteger(points) || points <= 0) throw new RangeError(`${points} is no number of points`);
}
