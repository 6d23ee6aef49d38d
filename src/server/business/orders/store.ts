import { sql, type Insertable } from 'kysely';
import type { PayStatus, PayType } from '../../../domain/business/codes/orders.ts';
import type { NotarizationStatus } from '../../../domain/business/rules/notarization.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { StoredPicture } from '../../platform/db/json.ts';
import type { Tables } from '../../platform/db/tables.ts';

// Queries that lock or change orders when payments arrive.
//
// Order of locks: the trade, by an advisory lock over its number; the order, an application or a recharge; the balance of its user, by the
// ledger. A notice locks only one order. A refund is written under the lock of its order (`payments/store`).

/** Serialises notices of one trade, whichever order they name. */
export async function lockTrade(tx: Tx, tradeNo: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`trade ${tradeNo}`}, 0))`.execute(tx);
}

interface OrderPlace {
  readonly id: string;
  readonly order_no: string;
  readonly user_id: string;
  readonly amount_fen: string;
  readonly pay_status: PayStatus;
  readonly invoice_id: string | null;
}
export type LockedOrder = OrderPlace &
  (
    | { readonly table: 'notarization_order'; readonly status: NotarizationStatus }
    | { readonly table: 'recharge_order'; readonly points: string }
  );

/** The order with that number, of either kind, locked, so that changes run one after another. */
export async function lockOrder(tx: Tx, orderNo: string): Promise<LockedOrder | null> {
  const place = ['id', 'order_no', 'user_id', 'amount_fen', 'pay_status', 'invoice_id'] as const;
  const application = await tx
    .selectFrom('notarization_order')
    .select([...place, 'status'])
    .where('order_no', '=', orderNo)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (application) return { table: 'notarization_order', ...application };
  const recharge = await tx
    .selectFrom('recharge_order')
    .select([...place, 'points'])
    .where('order_no', '=', orderNo)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return recharge ? { table: 'recharge_order', ...recharge } : null;
}

/** Earlier notices of a trade. The result cannot change while the trade is locked. */
export function noticesOf(tx: Tx, tradeNo: string) {
  return tx.selectFrom('payment').select(['order_no', 'pay_type', 'result']).where('trade_no', '=', tradeNo).execute();
}

export async function insertPayment(tx: Tx, payment: Insertable<Tables['payment']>): Promise<void> {
  await tx.insertInto('payment').values(payment).execute();
}

/** The fields that a payment sets in an order. */
export interface Settlement {
  readonly payType: PayType;
  readonly tradeNo: string;
  readonly paidAt: Date;
  readonly transferImg: StoredPicture | null;
}

/** Changes the payment status of a locked recharge. @param settlement if it is paid now. */
export async function setRechargeStatus(tx: Tx, order: LockedOrder, next: PayStatus, settlement: Settlement | null): Promise<void> {
  await tx
    .updateTable('recharge_order')
    .set({ pay_status: next, ...columnsOf(settlement) })
    .where('id', '=', order.id)
    .where('pay_status', '=', order.pay_status)
    .execute();
}

/** Changes the payment status of a locked application. @param settlement if it is paid now, with the end of its term. */
export async function setApplicationStatus(
  tx: Tx,
  order: LockedOrder,
  next: PayStatus,
  settlement: (Settlement & { readonly dueAt: Date }) | null,
): Promise<void> {
  await tx
    .updateTable('notarization_order')
    .set({ pay_status: next, ...columnsOf(settlement), ...(settlement && { due_at: settlement.dueAt }) })
    .where('id', '=', order.id)
    .where('pay_status', '=', order.pay_status)
    .execute();
}

function columnsOf(settlement: Settlement | null) {
  if (!settlement) return {};
  const { payType, tradeNo, paidAt, transferImg } = settlement;
  return { pay_type: payType, trade_no: tradeNo, paid_at: paidAt, transfer_img: transferImg && JSON.stringify(transferImg) };
}

/** The number of an order's refund; empty if there is none. */
export async function refundNumberOf(tx: Tx, orderNo: string): Promise<string> {
  const refund = await tx.selectFrom('refund').select('refund_order_no').where('order_no', '=', orderNo).executeTakeFirst();
  return refund?.refund_order_no ?? '';
}

export async function insertRecharge(tx: Tx, order: Insertable<Tables['recharge_order']>): Promise<void> {
  await tx.insertInto('recharge_order').values(order).execute();
}
