import { invoiceStatus, type InvoiceChoice, type InvoiceStatus } from '../../../domain/business/codes/invoices.ts';
import { draftSubject } from '../../../domain/business/rules/draft-subject.ts';
import { afterInvoiceReview, issueFaults, type InvoiceStep, type Issue } from '../../../domain/business/rules/invoice.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { endClaim, refuseOthersClaim } from '../../desk/claims/store.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { forgetDrafts } from '../../desk/drafts/store.ts';
import { conflict, refuse } from '../../platform/http/refusal.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { approverFaults } from '../../desk/two-people/independence.ts';
import { emitInvoice } from './invoice-event.ts';
import { changeInvoice, freeOrders, lockHeldOrders, lockInvoice, type LockedInvoice } from './store.ts';

export interface Decision {
  readonly id: string;
  readonly choice: InvoiceChoice;
  readonly remark: string;
}

/**
 * The first review: passes an invoice on to the cashier, or rejects it, which releases its orders. Of two concurrent reviews one wins.
 * @throws Refusal `该发票不存在`, or a conflict with its reason if the invoice does not wait for a first review, or would go on with a
 * refunded
 * order.
 */
export async function reviewFirst(db: Database, { id, choice, remark }: Decision, reviewer: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { invoice, next } = await decide(tx, id, { step: 'first', choice, reviewer });
    if (next === 'rejected') await freeOrders(tx, id);
    else await refuseRefunded(tx, id);
    await changeInvoice(tx, invoice, {
      status: next,
      first_by: reviewer.id,
      first_name: reviewer.name,
      first_at: new Date(),
      first_remark: remark,
    });
    await recordTrail(tx, reviewer, {
      action: '发票初审',
      object: `invoice/${id}`,
      before: { status: invoice.status },
      after: { status: next, remark },
    });
    await emitInvoice(tx, invoice, next);
    await forgetStep(tx, id, 'first');
  });
}

/**
 * The finance review: issues an invoice with the data from the tax system, or rejects it.
 * @throws Refusal as above, or if an order was refunded meanwhile; by field, if the issue is incomplete; if the reviewer also did the first
 * review.
 */
export async function reviewFinally(
  db: Database,
  { id, choice, remark, issue }: Decision & { readonly issue: Issue },
  reviewer: Actor,
  { fourEyes, now }: { readonly fourEyes: boolean; readonly now: Date },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { invoice, next } = await decide(tx, id, { step: 'finance', choice, reviewer });
    const second = await secondReviewFault(tx, invoice, reviewer.id, fourEyes);
    if (second !== '') throw refuse(second);
    if (next === 'issued') await assertIssuable(tx, invoice, issue, now);
    else await freeOrders(tx, id);
    const dealt = next === 'issued' ? issuedAs(issue) : {};
    await changeInvoice(tx, invoice, {
      status: next,
      review_by: reviewer.id,
      review_name: reviewer.name,
      review_at: now,
      review_remark: remark,
      ...dealt,
    });
    await recordTrail(tx, reviewer, {
      action: '财务开票',
      object: `invoice/${id}`,
      before: { status: invoice.status },
      after: { status: next, remark, ...dealt },
    });
    await emitInvoice(tx, invoice, next);
    await forgetStep(tx, id, 'finance');
  });
}

/** Deletes all drafts of this step, for approval and rejection. */
function forgetStep(tx: Tx, id: string, step: InvoiceStep): Promise<void> {
  const dialogs = ['approve', 'reject'].map((way) => draftSubject.invoiceReview(id, step, way));
  return forgetDrafts(tx, [draftSubject.invoiceQueue(id, step), ...dialogs]);
}

/** Why somebody may not do the second review of an invoice; empty if they may. */
export async function secondReviewFault(
  db: Database | Tx,
  { first_by: firstBy }: { readonly first_by: string | null },
  reviewerId: string,
  fourEyes: boolean,
): Promise<string> {
  if (!fourEyes || firstBy === null) return '';
  if (firstBy === reviewerId) return '初审人不能再做财务审核，请由其他人员处理';
  return (await approverFaults(db, reviewerId, [firstBy], '初审人'))(firstBy);
}

/** Locks the invoice and ends its claim. @returns it with the state that the decision leads to. */
async function decide(
  tx: Tx,
  id: string,
  { step, choice, reviewer }: { readonly step: InvoiceStep; readonly choice: InvoiceChoice; readonly reviewer: Actor },
): Promise<{ invoice: LockedInvoice; next: InvoiceStatus }> {
  const invoice = await lockInvoice(tx, id);
  if (!invoice) throw refuse('该发票不存在');
  const next = afterInvoiceReview(invoice.status, step, choice);
  if (next === null) throw conflict(whyNot(invoice.status, step));
  await refuseOthersClaim(tx, 'invoice', id, reviewer.id);
  await endClaim(tx, 'invoice', id);
  return { invoice, next };
}

/** Why an invoice does not wait for a step. */
export function whyNot(status: InvoiceStatus, step: InvoiceStep): string {
  if (status === 'pending') return '该发票尚未初审，不能开票';
  if (status === 'submitted' && step === 'first') return '该发票已初审并提交财务';
  return `该发票已处理，当前状态为${invoiceStatus.label(status)}`;
}

async function assertIssuable(tx: Tx, invoice: LockedInvoice, issue: Issue, now: Date): Promise<void> {
  const faults = issueFaults(issue, invoice.type, formatTime(now).slice(0, 10));
  const [first] = Object.values(faults);
  if (first !== undefined) throw refuse(first, { ...faults });
  await refuseRefunded(tx, invoice.id);
}

async function refuseRefunded(tx: Tx, id: string): Promise<void> {
  const refunded = (await lockHeldOrders(tx, id)).find(({ pay_status }) => pay_status !== 'paid');
  if (refunded) throw conflict(`订单${refunded.order_no}已退款，不能开票`);
}

function issuedAs({ dealTime, dealUser, dealCode, dealNum, courierNumber }: Issue) {
  return { deal_day: dealTime, deal_user: dealUser, deal_code: dealCode, deal_num: dealNum, courier_number: courierNumber };
}
