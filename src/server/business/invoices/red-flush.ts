import { invoiceStatus, type InvoiceStatus } from '../../../domain/business/codes/invoices.ts';
import { draftSubject } from '../../../domain/business/rules/draft-subject.ts';
import { redFlushFaults, redFlushObstacle, type RedFlush } from '../../../domain/business/rules/invoice.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { forgetDrafts } from '../../desk/drafts/store.ts';
import { conflict, refuse } from '../../platform/http/refusal.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { changeInvoice, freePaidOrders, lockHeldOrders, lockInvoice } from './store.ts';

/**
 * 红冲: records the red-letter invoice that cancels an issued one, one of whose orders was refunded. Paid orders are released for another
 * invoice; refunded ones stay with this one. Of two concurrent calls one wins.
 * @throws Refusal `该发票不存在`, by field, or if no order was refunded; a conflict if it is not issued, or was already cancelled.
 */
export async function redFlush(
  db: Database,
  { id, ...flush }: RedFlush & { readonly id: string },
  cashier: Actor,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const invoice = await lockInvoice(tx, id);
    if (!invoice) throw refuse('该发票不存在');
    // Refunds wait for these locks, so that none happens between the check and the change.
    const orders = await lockHeldOrders(tx, id);
    const obstacle = redFlushObstacle({
      status: invoice.status,
      isFlushed: invoice.red_at !== null,
      refunded: orders.filter(({ pay_status }) => pay_status === 'refunded').length,
    });
    if (obstacle !== null)
      throw obstacle === 'not refunded' ? refuse(sentence(obstacle, invoice.status)) : conflict(sentence(obstacle, invoice.status));
    const faults = redFlushFaults(flush, invoice.deal_day ?? '', formatTime(now).slice(0, 10));
    const [first] = Object.values(faults);
    if (first !== undefined) throw refuse(first, { ...faults });

    const red = { red_num: flush.redNum, red_day: flush.redTime };
    await changeInvoice(tx, invoice, { ...red, red_by: cashier.id, red_name: cashier.name, red_at: now });
    await freePaidOrders(tx, id);
    const freed = orders.filter(({ pay_status }) => pay_status === 'paid').map(({ order_no }) => order_no);
    await recordTrail(tx, cashier, { action: '发票红冲', object: `invoice/${id}`, after: { ...red, freed } });
    await forgetDrafts(tx, [draftSubject.redFlush(id)]);
  });
}

function sentence(obstacle: 'not issued' | 'flushed' | 'not refunded', status: InvoiceStatus): string {
  if (obstacle === 'flushed') return '该发票已红冲';
  if (obstacle === 'not refunded') return '该发票没有已退款的订单，不能红冲';
  return `该发票未开具，当前状态为${invoiceStatus.label(status)}，不能红冲`;
}
