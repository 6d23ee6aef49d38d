import { formatYuan } from '../../../domain/kit/text/money.ts';
import { afterPayment } from '../../../domain/business/rules/payment.ts';
import type { PayStatus } from '../../../domain/business/codes/orders.ts';
import type { Tx } from '../../platform/db/database.ts';
import { emit } from '../../desk/events/emit.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { newOrderNo } from './order-no.ts';
import { insertRefund } from './store.ts';

export interface PaidOrder {
  readonly id: string;
  readonly order_no: string;
  readonly user_id: string;
  /** The trade that is refunded. */
  readonly trade_no: string | null;
  readonly amount_fen: string;
  readonly pay_status: PayStatus;
  /** The order's invoice. A refund leaves it valid, but the trail names it. */
  readonly invoice_id: string | null;
}

/**
 * Refunds an application's payment, in the transaction of the act that causes it. The caller holds the order's lock.
 * @returns the refund's number. @throws RangeError if there is nothing to refund.
 */
export async function refundApplication(tx: Tx, order: PaidOrder, reason: string, actor: Actor): Promise<string> {
  const next = afterPayment(order.pay_status, 'refund');
  if (next === null) throw new RangeError(`order ${order.order_no} is ${order.pay_status}: nothing to give back`);
  const at = new Date();
  const refund_order_no = newOrderNo(at);
  const refund = { refund_order_no, order_no: order.order_no, amount_fen: order.amount_fen, reason, at };
  await insertRefund(tx, order, refund, next);
  await recordTrail(tx, actor, {
    action: '退款',
    object: `order/${order.order_no}`,
    before: { payStatus: order.pay_status },
    after: {
      payStatus: next,
      refundOrderNo: refund_order_no,
      amountFen: Number(order.amount_fen),
      reason,
      ...(order.invoice_id === null ? {} : { invoice: order.invoice_id }),
    },
  });
  const { user_id, order_no, trade_no } = order;
  await emit(tx, {
    type: 'order.refunded',
    data: { user_id, order_no, trade_no, money: formatYuan(Number(order.amount_fen)), refund_order_no },
  });
  return refund_order_no;
}
