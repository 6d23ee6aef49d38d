import { sql } from 'kysely';
import type { GiftType } from '../../../domain/business/codes/points.ts';
import type { Database } from '../../platform/db/database.ts';

export interface LedgerCheck {
  readonly transfers: number;
  /** The first stored value that differs from the user's transfers; null if none does. */
  readonly broken: {
    readonly userId: string;
    readonly of: 'balance' | GiftType | 'gift' | 'reversal';
    readonly kept: string;
    readonly booked: string;
  } | null;
}

/**
 * Recomputes the whole ledger and compares it with the stored balances and gift sums, and with the lists of gifts and of reversals, in one
 * snapshot.
 */
export async function checkLedger(db: Database): Promise<LedgerCheck> {
  const { rows } = await sql<{
    transfers: string;
    user_id: string | null;
    of: 'balance' | GiftType | 'gift' | 'reversal';
    kept: string;
    booked: string;
  }>`
    with booked as (
      select account, sum(points) as balance,
        sum(points) filter (where kind = 'giftContract') as contract, sum(points) filter (where kind = 'giftRecharge') as recharge,
        sum(points) filter (where kind = 'giftTest') as test, sum(points) filter (where kind = 'giftOther') as other
      from (
        select t.to_account as account, t.points, h.kind from points_transfer t join points_account h on h.id = t.from_account
        union all
        select t.from_account, -t.points, h.kind from points_transfer t join points_account h on h.id = t.to_account) t group by account),
    sums as (
      select a.user_id, s.of, s.kept, s.booked
      from points_account a left join booked b on b.account = a.id
      cross join lateral (values
        ('balance', a.balance, b.balance), ('giftContract', a.given_contract, b.contract), ('giftRecharge', a.given_recharge, b.recharge),
        ('giftTest', a.given_test, b.test), ('giftOther', a.given_other, b.other)) s (of, kept, booked)
      where a.user_id is not null and s.kept <> coalesce(s.booked, 0)),
    gifts as (
      select t.id, a.user_id, t.at, t.points, t.note, t.giver, h.kind
      from points_transfer t join points_account h on h.id = t.from_account and h.kind like 'gift%'
        join points_account a on a.id = t.to_account),
    reversals as (
      select t.id, a.user_id, t.at, t.points, t.note, t.giver, t.reference, h.kind
      from points_transfer t join points_account h on h.id = t.to_account and h.kind like 'gift%'
        join points_account a on a.id = t.from_account),
    taken as (
      select r.id, g.user_id, r.at, g.points, r.note, r.taker, 'gift/' || g.id as reference, g.kind
      from points_gift_reversal r join points_gift g on g.id = r.gift_id),
    broken as (
      select user_id, of, kept, coalesce(booked, 0) as booked from sums
      union all
      select coalesce(t.user_id, g.user_id), 'gift', coalesce(g.points, 0), coalesce(t.points, 0)
      from gifts t full join points_gift g on g.id = t.id
      where (t.user_id, t.at, t.points, t.note, t.giver, t.kind) is distinct from (g.user_id, g.at, g.points, g.note, g.giver, g.kind)
      union all
      select coalesce(t.user_id, r.user_id), 'reversal', coalesce(r.points, 0), coalesce(t.points, 0)
      from reversals t full join taken r on r.id = t.id
      where (t.user_id, t.at, t.points, t.note, t.giver, t.reference, t.kind)
        is distinct from (r.user_id, r.at, r.points, r.note, r.taker, r.reference, r.kind))
    select (select count(*) from points_transfer) as transfers, first.*
    from (select 1) one left join (select * from broken order by user_id, of limit 1) first on true`.execute(db);
  const [row] = rows;
  const broken = row && row.user_id !== null ? { userId: row.user_id, of: row.of, kept: row.kept, booked: row.booked } : null;
  return { transfers: Number(row?.transfers ?? 0), broken };
}
