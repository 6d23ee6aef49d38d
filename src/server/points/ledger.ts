import { sql } from 'kysely';
import type { GiftType } from '../../domain/codes/points.ts';
import type { Database, Tx } from '../db/database.ts';
import { newOrderNo } from '../payments/order-no.ts';

/** What points are spent on. */
export type PointsBusiness = 'evidence' | 'web' | 'process' | 'move';
/** Where points come from: a gift of one of four types, or a recharge that was paid. */
export type PointsSource = GiftType | 'recharge';
/** The house's own accounts, the other side of every booking. */
export type HouseAccount = PointsBusiness | PointsSource;

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
  // The row lock re-reads the balance that an earlier booking left; the table's own check stands behind it.
  const { rows } = await sql`
    with payer as materialized (select id from points_account
      where user_id = ${userId} and balance - points_held(user_id) >= ${points} for no key update)
    insert into points_transfer (order_no, from_account, to_account, points, reference)
    select ${newOrderNo(new Date())}, payer.id, house.id, ${points}, ${reference} from payer
      join points_account house on house.kind = ${business} and house.user_id is null
    returning id`.execute(tx);
  if (rows.length === 0) throw new PointsShortage(points);
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
  await tx
    .insertInto('points_account')
    .values(userIds.map((userId) => ({ kind: 'user', user_id: userId, balance: '0' })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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
  // One statement, so that the balances are held for as few round trips as can be.
  const { rows } = await sql<{ user_id: string; balance: string; booked: string[] }>`
    with held as materialized (select id, user_id, balance from points_account where user_id = any(${userIds}::bigint[])
      order by id for no key update),
    booked as (
      insert into points_transfer (order_no, from_account, to_account, points, reference, note, giver)
      select given.order_no, house.id, payee.id, given.points, given.reference, given.note, given.giver
      from json_to_recordset(${JSON.stringify(orders)}) given (place integer, order_no text, source text, user_id bigint,
        points bigint, reference text, note text, giver text)
      join points_account house on house.kind = given.source and house.user_id is null
      join held payee on payee.user_id = given.user_id
      order by given.place
      on conflict (from_account, to_account, reference) do nothing
      returning order_no)
    select user_id, balance, array(select order_no from booked) as booked from held`.execute(tx);
  const balances = new Map(rows.map(({ user_id: userId, balance }) => [userId, Number(balance)]));
  const booked = new Set(rows[0]?.booked);
  return orders.map(({ order_no: orderNo, user_id: userId, points }) => {
    if (!booked.has(orderNo)) return null;
    const balance = (balances.get(userId) ?? 0) + points;
    balances.set(userId, balance);
    return balance;
  });
}

/**
 * Gives back what was taken for a business under a reference (a capture that failed, a job that was cancelled), in the caller's
 * transaction.
 * @returns false when nothing was taken, or when it was given back before.
 */
export async function giveBack(tx: Tx, userId: string, business: PointsBusiness, reference: string): Promise<boolean> {
  const { rows } = await sql`
    insert into points_transfer (order_no, from_account, to_account, points, reference)
    select ${newOrderNo(new Date())}, taken.to_account, taken.from_account, taken.points, taken.reference
    from points_transfer taken
    join points_account payer on payer.id = taken.from_account and payer.user_id = ${userId}
    join points_account house on house.id = taken.to_account and house.kind = ${business}
    where taken.reference = ${reference}
    on conflict (from_account, to_account, reference) do nothing
    returning id`.execute(tx);
  return rows.length > 0;
}

/** What a user can spend. */
export async function pointsOf(db: Database | Tx, userId: string): Promise<number> {
  const account = await db.selectFrom('points_account').select('balance').where('user_id', '=', userId).executeTakeFirst();
  return Number(account?.balance ?? 0);
}

function assertPoints(points: number): void {
  if (!Number.isSafeInteger(points) || points <= 0) throw new RangeError(`${points} is no number of points`);
}
