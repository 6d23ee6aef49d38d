import { invoiceStatus, type InvoiceStatus } from '../../../domain/business/codes/invoices.ts';
import type { Tx } from '../../platform/db/database.ts';
import { emit } from '../../desk/events/emit.ts';

/** Emits the event of an invoice's new state. Its orders are those of the request, even if the invoice has released them. */
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
