import type { ApplicationRow } from '../../../contract/console/notarizations.ts';
import { deliveryState, type DeliveryState } from '../../../domain/business/codes/document-deliveries.ts';
import { invoiceStatus } from '../../../domain/business/codes/invoices.ts';
import { notarialStatus, type NotarialStatus } from '../../../domain/business/codes/notarizations.ts';
import { payStatus, type PayStatus } from '../../../domain/business/codes/orders.ts';
import type { Tone } from './columns.ts';

// Colours of the states that the pages of several resources show.

const payTones: Record<PayStatus, Tone> = { unpaid: 'wait', paid: 'done', failed: 'failed', refunded: 'over' };
const notarialTones: Record<NotarialStatus, Tone> = { waiting: 'wait', passed: 'done', refused: 'failed' };
const deliveryTones: Record<DeliveryState, Tone> = {
  undelivered: 'wait',
  mailed: 'work',
  returned: 'failed',
  electronic: 'done',
  delivered: 'done',
};
const invoiceTones: Record<(typeof invoiceStatus.names)[number], Tone> = {
  pending: 'wait',
  submitted: 'work',
  issued: 'done',
  rejected: 'failed',
};

/** @param word what stands there; another word than the code's tells that the order is over. */
export function payTone(code: number, word: string): Tone {
  if (word !== payStatus.labelOf(code)) return 'over';
  return payTones[payStatus.nameOf(code) ?? 'refunded'];
}

/** A withdrawn application counts as over, because nobody refused it. */
export function notarialTone({ notarialStatus: code, statusRemark }: Pick<ApplicationRow, 'notarialStatus' | 'statusRemark'>): Tone {
  return statusRemark === '' ? notarialTones[notarialStatus.nameOf(code) ?? 'refused'] : 'over';
}

export function deliveryTone(code: number): Tone {
  return deliveryTones[deliveryState.nameOf(code) ?? 'undelivered'];
}

export function invoiceTone(code: number): Tone {
  return invoiceTones[invoiceStatus.nameOf(code) ?? 'pending'];
}
