import type { Screen } from '../screen/screen.ts';
import { invoiceSource } from './sources.ts';

export const invoiceScreens: readonly Screen[] = [
  {
    path: '/money/invoice',
    title: '发票审核',
    permission: ['finance:invoice'],
    list: invoiceSource,
    load: async () => (await import('./invoice-list.tsx')).Invoices,
  },
  {
    path: '/money/invoice/invoiceDetail',
    title: '查看开票详情',
    permission: ['finance:invoice'],
    parent: '/money/invoice',
    load: async () => (await import('./invoice-page.tsx')).InvoiceView,
  },
  {
    path: '/money/invoice/invoiceDetail/audit',
    title: '初审开票申请',
    permission: ['finance:invoice'],
    parent: '/money/invoice',
    load: async () => (await import('./invoice-page.tsx')).InvoiceAudit,
  },
  {
    path: '/money/invoice/invoiceDetail/makeOut',
    title: '财务开票审核',
    permission: ['finance:invoice'],
    parent: '/money/invoice',
    load: async () => (await import('./invoice-page.tsx')).InvoiceMakeOut,
  },
];
