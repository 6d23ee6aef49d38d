import { invoiceStatus } from '../../domain/codes/invoices.ts';
import { payStatus } from '../../domain/codes/orders.ts';
import type { Tone } from '../list/columns.ts';

const payTones: Record<(typeof payStatus.names)[number], Tone> = { unpaid: 'wait', paid: 'done', failed: 'failed', refunded: 'over' };
const invoiceTones: Record<(typeof invoiceStatus.names)[number], Tone> = {
  pending: 'wait',
  submitted: 'work',
  issued: 'done',
  rejected: 'failed',
};

export function payTone(code: number): Tone {
  return payTones[payStatus.nameOf(code) ?? 'unpaid'];
}

export function invoiceTone(code: number): Tone {
  return invoiceTones[invoiceStatus.nameOf(code) ?? 'pending'];
}
