import { invoiceStatus, type InvoiceStatus } from '../../domain/codes/invoices.ts';
import type { Tx } from '../db/database.ts';
import { emit } from '../events/emit.ts';

/** Tells that an invoice has come into a state, with the orders that it was asked for, also where it has let them go. */
export async function emitInvoice(
  tx: Tx,
  { id, user_id }: { readonly id: string; readonly user_id: string },
  status: InvoiceStatus,
): Promise<void> {
  const orders = await tx.selectFrom('invoice_order').select('order_no').where('invoice_id', '=', id).orderBy('position').execute();
  const data = { user_id, id, invoiceStatus: invoiceStatus.code(status), order_nos: orders.map(({ order_no }) => order_no) };
  await emit(tx, { type: eventTypes[status], data });
}

const eventTypes = {
  pending: 'invoice.created',
  submitted: 'invoice.submitted',
  issued: 'invoice.issued',
  rejected: 'invoice.rejected',
} as const satisfies Record<InvoiceStatus, string>;
