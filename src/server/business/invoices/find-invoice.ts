import { sql } from 'kysely';
import type { OrderKind, PayStatus, PayType } from '../../../domain/business/codes/orders.ts';
import type { Database, Tx } from '../../platform/db/database.ts';

/** Columns with the same name and value on the wire, in wire order. */
export const sameOnWire = [
  'id',
  'head',
  'mobile',
  'username',
  'tax_num',
  'bank_name',
  'account',
  'street',
  'phone_number',
  'recipient_name',
  'post_phone_number',
  'address',
  'email',
  'remark',
  'first_remark',
  'deal_user',
  'deal_code',
  'deal_num',
  'courier_number',
  'red_num',
] as const;

export type FoundInvoice = NonNullable<Awaited<ReturnType<typeof findInvoice>>>;

export async function findInvoice(db: Database, id: string) {
  const invoice = await db
    .selectFrom('invoice')
    .select(sameOnWire)
    .select([
      'type',
      'status',
      'amount_fen',
      'created_at',
      'first_by',
      'first_name',
      'first_at',
      'review_name',
      'review_at',
      'review_remark',
      'red_name',
      // Days, `yyyy-MM-dd`.
      sql<string | null>`deal_day::text`.as('deal_day'),
      sql<string | null>`red_day::text`.as('red_day'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!invoice) return undefined;
  const refunded = await refundedOrders(db, [id]);
  return { ...invoice, refunded_orders: refunded.get(id) ?? [] };
}

/** The numbers of refunded orders under each valid invoice, in one query for a page of the list. */
export async function refundedOrders(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const of = (table: 'notarization_order' | 'recharge_order') => sql`
    select invoice_id, order_no from ${sql.table(table)} where invoice_id = any (${[...ids]}::bigint[]) and pay_status = 'refunded'`;
  const { rows } = await sql<{ id: string; numbers: string[] }>`
    select invoice_id as id, array_agg(order_no order by order_no) as numbers
      from (${of('notarization_order')} union all ${of('recharge_order')}) o group by 1`.execute(db);
  return new Map(rows.map(({ id, numbers }) => [id, numbers]));
}

/** One order of an invoice, in its current state. */
export interface InvoicedOrder {
  readonly orderNo: string;
  readonly kind: OrderKind;
  readonly createdAt: Date;
  readonly tradeNo: string | null;
  readonly payType: PayType | null;
  readonly payStatus: PayStatus;
  /** As reported by the payment gateway. */
  readonly payer: string;
  readonly amountFen: string;
}

/** The orders of an invoice, in the order of the request, each with its current payment. */
export async function invoicedOrders(db: Database | Tx, id: string): Promise<InvoicedOrder[]> {
  const { rows } = await sql<InvoicedOrder>`
    select l.order_no as "orderNo", l.kind, l.amount_fen as "amountFen", o.created_at as "createdAt", o.trade_no as "tradeNo",
      o.pay_type as "payType",
      o.pay_status as "payStatus", coalesce(p.payer, '') as payer
    from invoice_order l
    cross join lateral (
      select created_at, trade_no, pay_type, pay_status from notarization_order n where l.kind = 'notarization' and n.order_no = l.order_no
      union all
      select created_at, trade_no, pay_type, pay_status from recharge_order r where l.kind = 'recharge' and r.order_no = l.order_no) o
    left join payment p on p.trade_no = o.trade_no and p.result = 'success' and p.order_no = l.order_no
    where l.invoice_id = ${id} order by l.position`.execute(db);
  return rows;
}
