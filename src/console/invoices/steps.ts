import type { Permission } from '../../domain/access/access.ts';
import type { InvoiceStep } from '../../domain/rules/invoice.ts';

/** Who may do which step of an invoice. */
export const stepPermission: Record<InvoiceStep, Permission> = { first: 'finance:invoice:first', finance: 'finance:invoice:issue' };
