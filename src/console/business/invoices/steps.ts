import type { Permission } from '../../../domain/business/access/access.ts';
import type { InvoiceStep } from '../../../domain/business/rules/invoice.ts';

/** The permission that each step of an invoice requires. */
export const stepPermission: Record<InvoiceStep, Permission> = { first: 'finance:invoice:first', finance: 'finance:invoice:issue' };

/** The page where a step is taken, and the word of the link to it. */
export function stepPage(step: InvoiceStep, id: string): { readonly label: string; readonly to: string } {
  const [label, page] = step === 'first' ? ['审核', 'audit'] : ['开票', 'makeOut'];
  return { label, to: `/money/invoice/invoiceDetail/${page}?id=${encodeURIComponent(id)}` };
}
