import { expect, it } from 'vitest';
import { payStatus } from '../codes/orders.ts';
import { afterPayment } from './payment.ts';

it.each([
  ['success', { unpaid: 'paid', paid: null, failed: 'paid', refunded: null }],
  ['fail', { unpaid: 'failed', paid: 'paid', failed: 'failed', refunded: 'refunded' }],
  ['refund', { unpaid: null, paid: 'refunded', failed: null, refunded: null }],
] as const)('%s: a failed payment may be tried again, a late failure takes nothing back, what was given back stays so', (event, wanted) => {
  expect(Object.fromEntries(payStatus.names.map((status) => [status, afterPayment(status, event)]))).toEqual(wanted);
});
