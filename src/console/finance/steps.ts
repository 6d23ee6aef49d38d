import type { Permission } from '../../domain/access.ts';
import type { InvoiceStep } from '../../domain/invoice.ts';

/** Who may do which step of an invoice. */
export const stepPermission: Record<InvoiceStep, Permission> = { first: 'finance:invoice:first', finance: 'finance:invoice:issue' };
