import { invoiceStatus } from '../../../domain/business/codes/invoices.ts';
import { stepOf } from '../../../domain/business/rules/invoice.ts';
import type { InvoiceRow } from '../../../contract/console/invoices.ts';
import type { Operator } from '../../kit/session/operator.tsx';
import { listScreen } from '../../kit/list/list-screen.tsx';
import { stepPage, stepPermission } from './steps.ts';
import { redFlushedNote, redFlushedWord, refundedNote } from './refunded.ts';
import { invoiceSource } from './sources.ts';
import { invoiceTone } from '../../kit/list/status-tones.ts';

export const Invoices = listScreen({
  name: 'invoices',
  source: invoiceSource,
  rowKey: (row) => row.id,
  totals: ({ count, money }) => `共 ${count} 张，所列发票金额合计 ${money} 元（不论是否开出）`,
  columns: [
    { kind: 'text', title: '发票抬头', text: (row) => row.head },
    { kind: 'text', title: '发票类型', text: (row) => row.type_name, width: 142 },
    { kind: 'mobile', title: '手机号', text: (row) => row.mobile, width: 102 },
    { kind: 'text', title: '用户名', text: (row) => (row.username === row.head ? '同抬头' : row.username), width: 112, grows: true },
    { kind: 'code', title: '税号', text: (row) => row.tax_num, width: 170 },
    { kind: 'money', title: '金额(元)', text: (row) => row.money, width: 92 },
    { kind: 'time', title: '申请时间', text: (row) => row.create_time },
    {
      kind: 'status',
      title: '状态',
      text: (row) => (row.red_num === '' ? row.invoiceStatusName : redFlushedWord),
      tone: (row) => (row.red_num === '' ? invoiceTone(row.invoiceStatus) : 'over'),
      note: noteOf,
      width: 100,
    },
    { kind: 'actions', title: '操作', actions: (row, operator) => [actionOf(row.id, row.invoiceStatus, operator)], width: 56 },
  ],
});

function noteOf({ red_num, refunded_orders }: InvoiceRow): string {
  return [redFlushedNote(red_num), refundedNote(refunded_orders)].filter((note) => note !== '').join('；');
}

/** The one action on an invoice; operators without permission for it may view the invoice. */
function actionOf(id: string, status: number, operator: Operator): { label: string; to: string } {
  const step = stepOf(invoiceStatus.nameOf(status) ?? 'issued');
  if (step === null || !operator.can(stepPermission[step]))
    return { label: '查看', to: `/money/invoice/invoiceDetail?id=${encodeURIComponent(id)}` };
  return stepPage(step, id);
}
