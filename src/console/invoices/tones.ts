import { invoiceStatus } from '../../domain/codes/invoices.ts';
import type { Tone } from '../list/columns.ts';

const invoiceTones: Record<(typeof invoiceStatus.names)[number], Tone> = {
  pending: 'wait',
  submitted: 'work',
  issued: 'done',
  rejected: 'failed',
};

export function invoiceTone(code: number): Tone {
  return invoiceTones[invoiceStatus.nameOf(code) ?? 'pending'];
}
