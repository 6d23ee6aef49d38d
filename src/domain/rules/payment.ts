import type { PayStatus } from '../codes/orders.ts';

/** What happens to an order's payment: the gateway tells of a success or a failure, the office gives the money back. */
export type PaymentEvent = 'success' | 'fail' | 'refund';

/**
 * Where each event leads from each state. A failed payment may be tried again. A failure that is told of late takes nothing back;
 * a second success is money that belongs to no order any more, and has no place here.
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
