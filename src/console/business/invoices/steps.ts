import type { Permission } from '../../../domain/business/access/access.ts';
import type { InvoiceStep } from '../../../domain/business/rules/invoice.ts';

/** The permission that each step of an invoice requires. */
export const stepPermission: Record<InvoiceStep, Permission> = { first: 'finance:invoice:first', finance: 'finance:invoice:issue' };
