import type { Invoice, InvoiceLine } from '../../contract/invoices.ts';
import { StatusDot } from '../kit/cells.tsx';
import { Dialog } from '../kit/dialog.tsx';
import type { TableColumn } from '../kit/plain-table.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import { payTone } from './tones.ts';

/** The orders of an invoice at full width, with how they stand now. */
export function OrdersDialog({ invoice, close }: { invoice: Invoice; close: () => void }) {
  return (
    <Dialog title="订单详情" width={1400} close={close}>
      <div className="invoice-orders">
        <InvoiceLines id={invoice.id} money={invoice.money} extra={extra} />
      </div>
    </Dialog>
  );
}

const extra: readonly TableColumn<InvoiceLine>[] = [
  // oxlint-disable-next-line react/no-unstable-nested-components -- a cell, made once
  { title: '支付状态', cell: (line) => <StatusDot tone={payTone(line.pay)} text={line.pay_name} /> },
];
