import type { PayStatus, PayType } from '../../../domain/business/codes/orders.ts';
import { limits } from '../../../domain/business/codes/limits.ts';
import { maskAccount } from '../../../domain/kit/text/masking.ts';
import { formatYuan } from '../../../domain/kit/text/money.ts';
import { afterPayment } from '../../../domain/business/rules/payment.ts';
import { dayMs, parseDay } from '../../../domain/kit/text/time.ts';
import { dueDay, type Holidays } from '../../../domain/kit/text/working-days.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { StoredPicture } from '../../platform/db/json.ts';
import { emit } from '../../desk/events/emit.ts';
import { refundApplication } from '../payments/refund.ts';
import { grant } from '../points/ledger.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { conflict, IntakeRefusal } from '../../open/signed/refusal.ts';
import {
  insertPayment,
  lockOrder,
  lockTrade,
  noticesOf,
  refundNumberOf,
  setApplicationStatus,
  setRechargeStatus,
  type LockedOrder,
} from './store.ts';

/** A notice of the payment gateway. */
export interface PaymentNotice {
  readonly orderNo: string;
  readonly tradeNo: string;
  readonly payType: PayType;
  readonly amountFen: number;
  /** The payer's account; empty if the gateway did not report it. */
  readonly payer: string;
  readonly result: 'success' | 'fail';
  /** A picture that proves a bank transfer. */
  readonly transferImg: StoredPicture | null;
  readonly appId: string;
}
export interface Paid {
  readonly status: PayStatus;
  /** Empty if nothing was refunded. */
  readonly refundOrderNo: string;
}

/**
 * Records a payment notice: the payment, the order's state, the points of a recharge and the trail row, in one transaction. The same trade
 * counts once, in whatever order its notices arrive. A payment for a withdrawn application is refunded at once.
 * @throws IntakeRefusal 404 for an unknown order; 409 for a wrong amount, for a trade that was reported differently before, or if the order
 * is already paid.
 */
export async function takePayment(tx: Tx, notice: PaymentNotice, holidays: Holidays, actor: Actor): Promise<Paid> {
  await lockTrade(tx, notice.tradeNo);
  const order = await lockOrder(tx, notice.orderNo);
  if (!order) throw new IntakeRefusal(404, 'unknown', 'there is no such order');
  if (notice.amountFen !== Number(order.amount_fen)) throw conflict(`money: ${formatYuan(Number(order.amount_fen))} is to be paid`);
  if (await isRecorded(tx, notice)) return { status: order.pay_status, refundOrderNo: await refundNumberOf(tx, order.order_no) };

  const next = afterPayment(order.pay_status, notice.result);
  // An order that is already paid cannot keep the money of a second trade; the gateway must return it.
  if (next === null) throw conflict(order.pay_status === 'refunded' ? 'the order was refunded' : 'the order is paid already');
  const { orderNo: order_no, tradeNo: trade_no, payType: pay_type, payer, result, appId: app_id } = notice;
  await insertPayment(tx, { order_no, trade_no, pay_type, amount_fen: String(notice.amountFen), result, app_id, payer });
  if (next !== order.pay_status) await setPayStatus(tx, order, next, notice, holidays);
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
  const isPaid = next === 'paid' && order.pay_status !== 'paid';
  const data = { user_id: order.user_id, order_no, trade_no, money: formatYuan(notice.amountFen), refund_order_no: null };
  // A late report of a failure changes nothing, so no event is emitted.
  if (isPaid) await emit(tx, { type: 'order.paid', data });
  else if (next === 'failed') await emit(tx, { type: 'order.payment_failed', data });
  if (!isPaid) return { status: next, refundOrderNo: await refundNumberOf(tx, order_no) };
  if (order.table === 'recharge_order') {
    await grant(tx, { userId: order.user_id, points: Number(order.points), source: 'recharge', reference: order_no, orderNo: order_no });
    return { status: next, refundOrderNo: '' };
  }
  if (order.status !== 'withdrawn') return { status: next, refundOrderNo: '' };
  return { status: 'refunded', refundOrderNo: await refundApplication(tx, { ...order, trade_no, pay_status: next }, '申请已撤回', actor) };
}

/**
 * Whether this exact notice was recorded before. @throws IntakeRefusal 409 if the trade was reported for another order or with another way
 * of payment.
 */
async function isRecorded(tx: Tx, notice: PaymentNotice): Promise<boolean> {
  const recorded = await noticesOf(tx, notice.tradeNo);
  if (recorded.some(({ order_no, pay_type }) => order_no !== notice.orderNo || pay_type !== notice.payType))
    throw conflict('trade_no: belongs to another payment');
  return recorded.some(({ result }) => result === notice.result);
}

async function setPayStatus(
  tx: Tx,
  order: LockedOrder,
  next: PayStatus,
  { payType, tradeNo, transferImg }: PaymentNotice,
  holidays: Holidays,
): Promise<void> {
  const paidAt = new Date();
  const settlement = next === 'paid' ? { payType, tradeNo, paidAt, transferImg } : null;
  if (order.table === 'recharge_order') await setRechargeStatus(tx, order, next, settlement);
  else await setApplicationStatus(tx, order, next, settlement && { ...settlement, dueAt: dueAt(paidAt, holidays) });
}

/** The end of the term, which begins with the payment, because it completes the application. */
function dueAt(paidAt: Date, holidays: Holidays): Date {
  const last = parseDay(dueDay(paidAt, limits.notarizationWorkingDays, holidays));
  if (!last) throw new RangeError('a term ends on a day');
  return new Date(last.getTime() + dayMs);
}
