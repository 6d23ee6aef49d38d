import type { Permission } from '../../domain/access/access.ts';
import type { InvoiceStep } from '../../domain/rules/invoice.ts';

/** The permission that each step of an invoice requires. */
export const stepPermission: Record<InvoiceStep, Permission> = { first: 'finance:invoice:first', finance: 'finance:invoice:issue' };
