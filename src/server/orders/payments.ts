import { sql } from 'kysely';
import type { PayStatus, PayType } from '../../domain/codes/orders.ts';
import { limits } from '../../domain/codes/limits.ts';
import { maskAccount } from '../../domain/text/masking.ts';
import { formatYuan } from '../../domain/text/money.ts';
import type { NotarizationStatus } from '../../domain/rules/notarization.ts';
import { afterPayment } from '../../domain/rules/payment.ts';
import { dayMs, parseDay } from '../../domain/text/time.ts';
import { dueDay, type Holidays } from '../../domain/text/working-days.ts';
import type { Tx } from '../db/database.ts';
import type { StoredPicture } from '../db/tables.ts';
import { refundApplication } from '../payments/refund.ts';
import { grant } from '../points/ledger.ts';
import { recordTrail, type Actor } from '../trail/trail.ts';
import { conflict, IntakeRefusal } from '../signed/refusal.ts';

/** What the payment gateway tells. */
export interface PaymentNotice {
  readonly orderNo: string;
  readonly tradeNo: string;
  readonly payType: PayType;
  readonly amountFen: number;
  /** The payer's account; empty where the gateway told none. */
  readonly payer: string;
  readonly result: 'success' | 'fail';
  /** The proof of a bank transfer. */
  readonly transferImg: StoredPicture | null;
  readonly appId: string;
}
export interface Paid {
  readonly status: PayStatus;
  /** Empty where nothing was given back. */
  readonly refundOrderNo: string;
}

/**
 * Takes a notice in: the payment, the order's state, the points of a recharge and the trail row in one transaction. The same trade counts
 * once, in whichever order its notices come. What is paid for an application that was withdrawn meanwhile is given back at once.
 * @throws IntakeRefusal 404 for an unknown order; 409 over a wrong amount, over a trade that was told otherwise, or when the order is paid
 * already.
 */
export async function takePayment(tx: Tx, notice: PaymentNotice, holidays: Holidays, actor: Actor): Promise<Paid> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`trade ${notice.tradeNo}`}, 0))`.execute(tx);
  const order = await lockOrder(tx, notice.orderNo);
  if (!order) throw new IntakeRefusal(404, 'unknown', 'there is no such order');
  if (notice.amountFen !== Number(order.amount_fen)) throw conflict(`money: ${formatYuan(Number(order.amount_fen))} is to be paid`);
  if (await isToldAlready(tx, notice)) return { status: order.pay_status, refundOrderNo: await refundOf(tx, order.order_no) };

  const next = afterPayment(order.pay_status, notice.result);
  // The money of a second trade cannot be kept for an order that has its own: the gateway is to give it back.
  if (next === null) throw conflict(order.pay_status === 'refunded' ? 'the order was refunded' : 'the order is paid already');
  const { orderNo: order_no, tradeNo: trade_no, payType: pay_type, payer, result, appId: app_id } = notice;
  await tx
    .insertInto('payment')
    .values({ order_no, trade_no, pay_type, amount_fen: String(notice.amountFen), result, app_id, payer })
    .execute();
  if (next !== order.pay_status) await setPaid(tx, order, next, notice, holidays);
  await recordTrail(tx, actor, {
    action: '登记支付',
    object: `order/${order_no}`,
    before: { payStatus: order.pay_status },
    after: {
      payStatus: next,
      result,
      tradeNo: trade_no,
      payType: pay_type,
      amountFen: notice.amountFen,
      ...(payer === '' ? {} : { payer: maskAccount(payer) }),
      ...(notice.transferImg ? { transferImg: notice.transferImg.sha256 } : {}),
    },
  });
  if (next !== 'paid' || order.pay_status === 'paid') return { status: next, refundOrderNo: await refundOf(tx, order_no) };
  if (order.table === 'recharge_order') {
    await grant(tx, { userId: order.user_id, points: Number(order.points), source: 'recharge', reference: order_no, orderNo: order_no });
    return { status: next, refundOrderNo: '' };
  }
  if (order.status !== 'withdrawn') return { status: next, refundOrderNo: '' };
  return { status: 'refunded', refundOrderNo: await refundApplication(tx, { ...order, pay_status: next }, '申请已撤回', actor) };
}

interface OrderPlace {
  readonly id: string;
  readonly order_no: string;
  readonly user_id: string;
  readonly amount_fen: string;
  readonly pay_status: PayStatus;
  readonly invoice_id: string | null;
}
type LockedOrder = OrderPlace &
  (
    | { readonly table: 'notarization_order'; readonly status: NotarizationStatus }
    | { readonly table: 'recharge_order'; readonly points: string }
  );

/** Every change of the order waits here for the one before. */
async function lockOrder(tx: Tx, orderNo: string): Promise<LockedOrder | null> {
  const place = ['id', 'order_no', 'user_id', 'amount_fen', 'pay_status', 'invoice_id'] as const;
  const application = await tx
    .selectFrom('notarization_order')
    .select([...place, 'status'])
    .where('order_no', '=', orderNo)
    .forUpdate()
    .executeTakeFirst();
  if (application) return { table: 'notarization_order', ...application };
  const recharge = await tx
    .selectFrom('recharge_order')
    .select([...place, 'points'])
    .where('order_no', '=', orderNo)
    .forUpdate()
    .executeTakeFirst();
  return recharge ? { table: 'recharge_order', ...recharge } : null;
}

/**
 * Whether this very notice came before. @throws IntakeRefusal 409 when the trade was told of another order, of another way of paying, or as
 * paid twice.
 */
async function isToldAlready(tx: Tx, notice: PaymentNotice): Promise<boolean> {
  const told = await tx.selectFrom('payment').select(['order_no', 'pay_type', 'result']).where('trade_no', '=', notice.tradeNo).execute();
  if (told.some(({ order_no, pay_type }) => order_no !== notice.orderNo || pay_type !== notice.payType))
    throw conflict('trade_no: belongs to another payment');
  return told.some(({ result }) => result === notice.result);
}

async function setPaid(
  tx: Tx,
  order: LockedOrder,
  next: PayStatus,
  { payType, tradeNo, transferImg }: PaymentNotice,
  holidays: Holidays,
): Promise<void> {
  const at = new Date();
  const paid =
    next === 'paid' ? { pay_type: payType, trade_no: tradeNo, paid_at: at, transfer_img: transferImg && JSON.stringify(transferImg) } : {};
  if (order.table === 'recharge_order') {
    await tx
      .updateTable('recharge_order')
      .set({ pay_status: next, ...paid })
      .where('id', '=', order.id)
      .where('pay_status', '=', order.pay_status)
      .execute();
    return;
  }
  const due = next === 'paid' ? { due_at: dueAt(at, holidays) } : {};
  await tx
    .updateTable('notarization_order')
    .set({ pay_status: next, ...paid, ...due })
    .where('id', '=', order.id)
    .where('pay_status', '=', order.pay_status)
    .execute();
}

/** The term begins with the payment, which completes the application. */
function dueAt(paidAt: Date, holidays: Holidays): Date {
  const last = parseDay(dueDay(paidAt, limits.notarizationWorkingDays, holidays));
  if (!last) throw new RangeError('a term ends on a day');
  return new Date(last.getTime() + dayMs);
}

async function refundOf(tx: Tx, orderNo: string): Promise<string> {
  const refund = await tx.selectFrom('refund').select('refund_order_no').where('order_no', '=', orderNo).executeTakeFirst();
  return refund?.refund_order_no ?? '';
}
