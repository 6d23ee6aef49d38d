import type { Invoice } from '../../../contract/console/invoices.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { InvoiceLines } from './invoice-lines.tsx';

/** The orders of an invoice at full width, with their current state. */
export function OrdersDialog({ invoice, close }: { invoice: Invoice; close: () => void }) {
  return (
    <Dialog title="订单详情" width={1400} close={close}>
      <div className="invoice-orders">
        <InvoiceLines id={invoice.id} money={invoice.money} isWhole />
      </div>
    </Dialog>
  );
}
