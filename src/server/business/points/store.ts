import { sql, type Insertable } from 'kysely';
import type { GiftType } from '../../../domain/business/codes/points.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

// Queries that book points, and record requests to give them.
//
// Order of locks: the requests, in the order of their keys; the balances, in the order of the accounts' ids. The booking statement locks
// the balance. All other locks are taken before, because a balance blocks every other booking of its user until the commit.

/** What points are spent on. */
export type PointsBusiness = 'evidence' | 'web' | 'process' | 'move';
/** Where points come from: a gift of one of four types, or a paid recharge. */
export type PointsSource = GiftType | 'recharge';

/** A booking of a batch, with its position. */
export interface GivenPoints {
  readonly place: number;
  readonly order_no: string;
  readonly source: PointsSource;
  readonly user_id: string;
  readonly points: number;
  readonly reference: string;
  readonly note: string;
  readonly giver: string;
}

/** Books what a user spends. @returns false, with nothing booked, if their balance less what uploads hold does not cover it. */
export async function insertSpending(
  tx: Tx,
  spent: {
    readonly orderNo: string;
    readonly userId: string;
    readonly points: number;
    readonly business: PointsBusiness;
    readonly reference: string;
  },
): Promise<boolean> {
  const { orderNo, userId, points, business, reference } = spent;
  // The row lock re-reads the balance after an earlier booking. The table's check constraint is a second safeguard.
  const { rows } = await sql`
    with payer as materialized (select id from points_account
      where user_id = ${userId} and balance - points_held(user_id) >= ${points} for no key update)
    insert into points_transfer (order_no, from_account, to_account, points, reference)
    select ${orderNo}, payer.id, house.id, ${points}, ${reference} from payer
      join points_account house on house.kind = ${business} and house.user_id is null
    returning id`.execute(tx);
  return rows.length > 0;
}

/**
 * Books grants, in the order of their places; one whose reference was booked before is skipped.
 * @param userIds all receivers, each once, sorted, so that concurrent transactions that create the same accounts wait instead of
 * deadlocking.
 * @returns the receivers' balances before, and the order numbers that were booked.
 */
export async function insertGrants(
  tx: Tx,
  userIds: readonly string[],
  given: readonly GivenPoints[],
): Promise<{ balances: Map<string, number>; booked: Set<string> }> {
  await tx
    .insertInto('points_account')
    .values(userIds.map((userId) => ({ kind: 'user', user_id: userId, balance: '0' })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // One statement, so that the balances are locked for as few round trips as possible.
  const { rows } = await sql<{ user_id: string; balance: string; booked: string[] }>`
    with held as materialized (select id, user_id, balance from points_account where user_id = any(${userIds}::bigint[])
      order by id for no key update),
    booked as (
      insert into points_transfer (order_no, from_account, to_account, points, reference, note, giver)
      select given.order_no, house.id, payee.id, given.points, given.reference, given.note, given.giver
      from json_to_recordset(${JSON.stringify(given)}) given (place integer, order_no text, source text, user_id bigint,
        points bigint, reference text, note text, giver text)
      join points_account house on house.kind = given.source and house.user_id is null
      join held payee on payee.user_id = given.user_id
      order by given.place
      on conflict (from_account, to_account, reference) do nothing
      returning order_no)
    select user_id, balance, array(select order_no from booked) as booked from held`.execute(tx);
  return {
    balances: new Map(rows.map(({ user_id: userId, balance }) => [userId, Number(balance)])),
    booked: new Set(rows[0]?.booked),
  };
}

/** Refunds what a user paid for a business under a reference. @returns false if nothing was paid, or it was already refunded. */
export async function insertReturn(
  tx: Tx,
  paid: { readonly orderNo: string; readonly userId: string; readonly business: PointsBusiness; readonly reference: string },
): Promise<boolean> {
  const { orderNo, userId, business, reference } = paid;
  const { rows } = await sql`
    insert into points_transfer (order_no, from_account, to_account, points, reference)
    select ${orderNo}, taken.to_account, taken.from_account, taken.points, taken.reference
    from points_transfer taken
    join points_account payer on payer.id = taken.from_account and payer.user_id = ${userId}
    join points_account house on house.id = taken.to_account and house.kind = ${business}
    where taken.reference = ${reference}
    on conflict (from_account, to_account, reference) do nothing
    returning id`.execute(tx);
  return rows.length > 0;
}

/**
 * Records new gift requests, and waits for concurrent ones with the same key. @param requests sorted by their keys, so that two batches
 * cannot deadlock. @returns the keys of those that are new.
 */
export async function insertGiftRequests(tx: Tx, requests: readonly Insertable<Tables['points_gift_request']>[]): Promise<Set<string>> {
  const added = await tx
    .insertInto('points_gift_request')
    .values(requests)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['account_id', 'request_id'])
    .execute();
  return new Set(added.map((row) => `${row.account_id}/${row.request_id}`));
}
