import { invoiceStatus } from '../../../domain/business/codes/invoices.ts';
import type { Tone } from '../../kit/list/columns.ts';

const invoiceTones: Record<(typeof invoiceStatus.names)[number], Tone> = {
  pending: 'wait',
  submitted: 'work',
  issued: 'done',
  rejected: 'failed',
};

export function invoiceTone(code: number): Tone {
  return invoiceTones[invoiceStatus.nameOf(code) ?? 'pending'];
}
