import type { Database, Tx } from '../db/database.ts';
import { emit, type NewEvent } from '../events/emit.ts';
import { newOrderNo } from '../payments/order-no.ts';
import { insertGrants, insertReturn, insertSpending, type PointsBusiness, type PointsSource } from './store.ts';

/** The balance does not cover what is asked for; nothing was booked. */
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
  /** The same reference from the same source books once. */
  readonly reference: string;
  /** The order that was paid for them, where there is one: the booking bears its number. */
  readonly orderNo?: string;
  readonly note?: string;
  readonly giver?: string;
}

/**
 * Takes points for a business, in the caller's transaction: with it they are spent, or not. Waits for other bookings of the same user.
 * What uploads under way hold of his is not there to be spent. Nothing is booked where the price is 0. @throws PointsShortage, RangeError
 */
export async function consume(tx: Tx, userId: string, points: number, business: PointsBusiness, reference: string): Promise<void> {
  if (points === 0) return;
  assertPoints(points);
  if (!(await insertSpending(tx, { orderNo: newOrderNo(new Date()), userId, points, business, reference })))
    throw new PointsShortage(points);
}

/** Gives points to a user, in the caller's transaction. @returns false when the same reference was booked before. @throws RangeError */
export async function grant(tx: Tx, given: Grant): Promise<boolean> {
  const [balance] = await grantAll(tx, [given]);
  return balance !== null;
}

/**
 * As `grant`, for many with as few statements as for one, in the order given; holds the users' balances until the end of the transaction.
 * @returns for each the balance that it left, null when the same reference was booked before. @throws RangeError
 */
export async function grantAll(tx: Tx, given: readonly Grant[]): Promise<(number | null)[]> {
  for (const { points } of given) assertPoints(points);
  // In everybody's order: an account that two make at once is one that the second waits for.
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
    const told = { source: isRecharge ? ('recharge' as const) : ('gift' as const), order_no: isRecharge ? orderNo : null };
    events.push({ type: 'points.credited', data: { user_id: userId, points, balance, ...told } });
    return balance;
  });
  await emit(tx, events);
  return left;
}

/**
 * Gives back what was taken for a business under a reference (a capture that failed, a job that was cancelled), in the caller's
 * transaction.
 * @returns false when nothing was taken, or when it was given back before.
 */
export async function giveBack(tx: Tx, userId: string, business: PointsBusiness, reference: string): Promise<boolean> {
  return insertReturn(tx, { orderNo: newOrderNo(new Date()), userId, business, reference });
}

/** What a user can spend. */
export async function pointsOf(db: Database | Tx, userId: string): Promise<number> {
  const account = await db.selectFrom('points_account').select('balance').where('user_id', '=', userId).executeTakeFirst();
  return Number(account?.balance ?? 0);
}

function assertPoints(points: number): void {
  if (!Number.isSafeInteger(points) || points <= 0) throw new RangeError(`${points} is no number of points`);
}
