import type { PayStatus } from '../codes/orders.ts';

/** Events of an order's payment: the gateway reports success or failure, the office refunds. */
export type PaymentEvent = 'success' | 'fail' | 'refund';

/**
 * The state after each event, from each state. A failed payment may be tried again. A late report of a failure takes nothing back. A second
 * success is money that belongs to no order any more; it has no transition here.
 */
const transitions: Record<PaymentEvent, Partial<Record<PayStatus, PayStatus>>> = {
  success: { unpaid: 'paid', failed: 'paid' },
  fail: { unpaid: 'failed', failed: 'failed', paid: 'paid', refunded: 'refunded' },
  refund: { paid: 'refunded' },
};

/** The state after an event, or null where it cannot happen. */
export function afterPayment(status: PayStatus, event: PaymentEvent): PayStatus | null {
  return transitions[event][status] ?? null;
}
