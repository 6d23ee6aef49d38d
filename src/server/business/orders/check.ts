import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

export interface MoneyCheck {
  readonly orders: number;
  readonly invoices: number;
  /** The first order or invoice that is inconsistent; null if there is none. */
  readonly broken: { readonly of: string; readonly reason: string } | null;
}

/** Cross-checks orders, payments, refunds, the points ledger, the list of charges and invoices, in one snapshot. */
export async function checkMoney(db: Database): Promise<MoneyCheck> {
  const { rows } = await sql<{ orders: string; invoices: string; of: string | null; reason: string }>`
    with orders as materialized (
      select 'notarization' as kind, id, order_no, amount_fen, pay_status, trade_no, invoice_id, user_id, null::bigint as points
        from notarization_order
      union all select 'recharge', id, order_no, amount_fen, pay_status, trade_no, invoice_id, user_id, points from recharge_order),
    recharged as materialized (
      select t.order_no, t.reference, t.points, a.user_id from points_transfer t
      join points_account h on h.id = t.from_account and h.kind = 'recharge' join points_account a on a.id = t.to_account),
    broken as (
      select order_no as of, 'is paid, and no payment of its amount came' as reason from orders o
      where pay_status in ('paid', 'refunded') and not exists (
        select from payment p where p.order_no = o.order_no and p.trade_no = o.trade_no and p.result = 'success'
          and p.amount_fen = o.amount_fen)
      union all
      select p.order_no, 'a payment came for an order that does not exist' from payment p
        where not exists (select from orders o where o.order_no = p.order_no)
      union all
      select p.order_no, 'a payment came, and it is not paid' from payment p join orders o using (order_no)
        where p.result = 'success' and o.pay_status not in ('paid', 'refunded')
      union all
      select o.order_no, 'is refunded, and no refund of its amount is kept' from orders o left join refund r using (order_no)
      where o.pay_status = 'refunded' and r.amount_fen is distinct from o.amount_fen
      union all
      select r.order_no, 'a refund is kept, and it is not refunded' from refund r left join orders o using (order_no)
        where o.pay_status is distinct from 'refunded'
      union all
      select o.order_no, 'is paid, and its points were not booked' from orders o
        where o.kind = 'recharge' and o.pay_status in ('paid', 'refunded')
        and not exists (select from recharged t where o.order_no in (t.order_no, t.reference) and t.points = o.points
          and t.user_id = o.user_id)
      union all
      select t.order_no, 'points were booked, and no paid recharge is kept' from recharged t
      where not exists (select from recharge_order r where r.order_no in (t.order_no, t.reference) and r.pay_status in ('paid', 'refunded'))
      union all
      select coalesce(c.order_no, k.order_no), 'the list of charges shows something else' from charge_order c
      full join (
        select r.order_no, r.points, r.pay_status, r.pay_type, r.trade_no, r.user_id from recharge_order r
        union all
        select t.order_no, case when h.id = t.to_account then -t.points else t.points end, 'paid', null, null, a.user_id
        from points_transfer t join points_account h on h.id in (t.from_account, t.to_account)
          and h.kind in ('evidence', 'web', 'process', 'move')
        join points_account a on a.id in (t.from_account, t.to_account) and a.user_id is not null) k using (order_no)
      where (c.points, c.pay_status, c.pay_type, c.trade_no, c.user_id) is distinct
        from (k.points, k.pay_status, k.pay_type, k.trade_no, k.user_id)
      union all
      select 'invoice ' || i.id, 'is not the sum of its orders' from invoice i
      left join (select invoice_id, sum(amount_fen) as sum from invoice_order group by 1) l on l.invoice_id = i.id
        where l.sum is distinct from i.amount_fen
      union all
      select 'invoice ' || i.id, 'names an order of another amount or user, or one that is not there' from invoice i
        join invoice_order l on l.invoice_id = i.id
      left join orders o on o.kind = l.kind and o.order_no = l.order_no where (o.amount_fen, o.user_id) is distinct
        from (l.amount_fen, i.user_id)
      union all
      select 'invoice ' || i.id, 'stands, and does not hold its orders' from invoice i join invoice_order l on l.invoice_id = i.id
      left join orders o on o.kind = l.kind and o.order_no = l.order_no
        where i.status <> 'rejected' and i.red_at is null and o.invoice_id is distinct from i.id
      union all
      select o.order_no, 'is held by an invoice that was rejected, taken back or does not name it' from orders o
        join invoice i on i.id = o.invoice_id
      where i.status = 'rejected' or (i.red_at is not null and o.pay_status <> 'refunded') or not exists (select from invoice_order l
        where l.invoice_id = i.id and l.order_no = o.order_no and l.kind = o.kind))
    select (select count(*) from orders) as orders, (select count(*) from invoice) as invoices, first.*
    from (select 1) one left join (select * from broken order by of, reason limit 1) first on true`.execute(db);
  const [row] = rows;
  return {
    orders: Number(row?.orders ?? 0),
    invoices: Number(row?.invoices ?? 0),
    broken: row && row.of !== null ? { of: row.of, reason: row.reason } : null,
  };
}
