import { queueEntry } from '../../kit/queue/queue-entry.ts';
import type { Screen } from '../../kit/screen/screen.ts';
import { invoiceSource } from './sources.ts';

export const invoiceScreens: readonly Screen[] = [
  {
    path: '/money/invoice',
    title: '发票审核',
    permission: ['finance:invoice'],
    list: invoiceSource,
    load: () => import('./invoice-list.tsx').then((screen) => screen.Invoices),
  },
  {
    path: '/money/invoice/invoiceDetail',
    title: '查看开票详情',
    permission: ['finance:invoice'],
    parent: '/money/invoice',
    load: () => import('./invoice-page.tsx').then((screen) => screen.InvoiceView),
  },
  {
    path: '/money/invoice/invoiceDetail/audit',
    title: '初审开票申请',
    permission: ['finance:invoice'],
    parent: '/money/invoice',
    load: () => import('./invoice-page.tsx').then((screen) => screen.InvoiceAudit),
  },
  {
    path: '/money/invoice/invoiceDetail/makeOut',
    title: '财务开票审核',
    permission: ['finance:invoice'],
    parent: '/money/invoice',
    load: () => import('./invoice-page.tsx').then((screen) => screen.InvoiceMakeOut),
  },
  queueEntry('invoice-first', '/money/invoice', () => import('./queues.tsx').then((screen) => screen.FirstReviewQueue)),
  queueEntry('invoice-issue', '/money/invoice', () => import('./queues.tsx').then((screen) => screen.IssueQueue)),
];
