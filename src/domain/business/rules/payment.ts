import type { PayStatus } from '../codes/orders.ts';

/** Events of an order's payment: the gateway reports success or failure, the office refunds. */
export type PaymentEvent = 'success' | 'fail' | 'refund';

/**
 * The state after each event. A failed payment may be retried. A late failure report does not undo a success. A second success is money
 * without an order; it has no transition here.
 */
const transitions: Record<PaymentEvent, Partial<Record<PayStatus, PayStatus>>> = {
  success: { unpaid: 'paid', failed: 'paid' },
  fail: { unpaid: 'failed', failed: 'failed', paid: 'paid', refunded: 'refunded' },
  refund: { paid: 'refunded' },
};

/** The state after an event; null if the event is impossible in this state. */
export function afterPayment(status: PayStatus, event: PaymentEvent): PayStatus | null {
  return transitions[event][status] ?? null;
}
