import { afterInvoiceReview, type InvoiceStep } from '../../../domain/business/rules/invoice.ts';
import { endClaim, revokeClaim, takeClaim, type Lease } from '../../desk/claims/store.ts';
import { recordRevoked, type ClaimTerms } from '../../desk/claims/terms.ts';
import type { Database } from '../../platform/db/database.ts';
import { conflict, refuse } from '../../platform/http/refusal.ts';
import type { Actor } from '../../desk/trail/trail.ts';
import { secondReviewFault, whyNot } from './review.ts';
import { lockInvoice } from './store.ts';

/**
 * Claims an invoice for a step for a limited time, or extends the claim, so that nobody else decides it meanwhile.
 * @throws Refusal `该发票不存在`; a conflict if it does not wait for the step, another operator has claimed it, or this operator may not do
 * the step.
 */
export async function claimInvoice(
  db: Database,
  id: string,
  step: InvoiceStep,
  operator: Actor,
  { terms, fourEyes }: { readonly terms: ClaimTerms; readonly fourEyes: boolean },
): Promise<Lease> {
  return db.transaction().execute(async (tx) => {
    const invoice = await lockInvoice(tx, id);
    if (!invoice) throw refuse('该发票不存在');
    if (afterInvoiceReview(invoice.status, step, 'approve') === null) throw conflict(whyNot(invoice.status, step));
    const second = step === 'finance' ? await secondReviewFault(tx, invoice, operator.id, fourEyes) : '';
    if (second !== '') throw conflict(second);
    return takeClaim(tx, 'invoice', id, operator.id, terms);
  });
}

/** Ends an operator's own claim; a claim of another operator is left as it is. */
export async function releaseInvoice(db: Database, id: string, operator: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await lockInvoice(tx, id)) await endClaim(tx, 'invoice', id, operator.id);
  });
}

/** Ends whosever claim, for an administrator. @throws Refusal `该发票不存在`; a conflict if nobody has claimed it. */
export async function revokeInvoice(db: Database, id: string, terms: ClaimTerms, operator: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockInvoice(tx, id))) throw refuse('该发票不存在');
    await recordRevoked(tx, operator, `invoice/${id}`, await revokeClaim(tx, 'invoice', id, terms));
  });
}
