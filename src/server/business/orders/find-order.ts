import type { Database } from '../../platform/db/database.ts';

export type FoundOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** An order of either list, with its payments, its refund and its invoice. Undefined if no order has that number. */
export async function findOrder(db: Database, orderNo: string) {
  const order = (await findApplication(db, orderNo)) ?? (await findCharge(db, orderNo));
  if (!order) return undefined;
  const [payments, refund, invoice] = await Promise.all([
    db.selectFrom('payment').selectAll().where('order_no', '=', orderNo).orderBy('id', 'desc').limit(shownNotices).execute(),
    db.selectFrom('refund').selectAll().where('order_no', '=', orderNo).executeTakeFirst(),
    order.invoice_id === null
      ? undefined
      : db
          .selectFrom('invoice')
          .select(['id', 'head', 'amount_fen', 'status', 'red_num'])
          .where('id', '=', order.invoice_id)
          .executeTakeFirst(),
  ]);
  return { ...order, payments, refund, invoice };
}

/** A gateway may report a failure many times. */
const shownNotices = 100;

/** The order of an application for notarization. */
async function findApplication(db: Database, orderNo: string) {
  const found = await db
    .selectFrom('notarization_order')
    .select(['order_no', 'user_id', 'type', 'name', 'mobile', 'created_at', 'amount_fen', 'pay_status', 'pay_type', 'trade_no', 'paid_at'])
    .select(['invoice_id', 'id', 'pieces', 'status', 'acceptor_name'])
    .where('order_no', '=', orderNo)
    .executeTakeFirst();
  if (!found) return undefined;
  const { id, pieces, status, acceptor_name: acceptorName, ...order } = found;
  return { ...order, subject: { kind: 'application', id, pieces, status, acceptorName } as const };
}

/** A recharge, which has an amount, or points that were spent or returned, which have none. */
async function findCharge(db: Database, orderNo: string) {
  const found = await db
    .selectFrom('charge_order as c')
    .leftJoin('recharge_order as r', 'r.id', 'c.recharge_id')
    .leftJoin('points_transfer as t', 't.id', 'c.transfer_id')
    .select(['c.order_no', 'c.user_id', 'c.type', 'c.name', 'c.mobile', 'c.created_at', 'r.amount_fen'])
    .select(['c.pay_status', 'c.pay_type', 'c.trade_no', 'r.paid_at', 'r.invoice_id'])
    .select(['c.points', 'c.order_type', 'c.business', 't.reference'])
    .where('c.order_no', '=', orderNo)
    .executeTakeFirst();
  if (!found) return undefined;
  const { points, order_type: orderType, business, reference, ...order } = found;
  return { ...order, subject: { kind: 'points', points: Number(points), orderType, business, reference: reference ?? '' } as const };
}
