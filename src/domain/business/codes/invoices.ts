import { codeTable, type NameOf } from './code-table.ts';

/** Kind of an invoice (spec/wire, 4). */
export const invoiceType = codeTable({
  electronic: [1, '增值税电子普通发票'],
  ordinary: [2, '增值税普通发票'],
  special: [3, '增值税专用发票'],
});
export type InvoiceType = NameOf<typeof invoiceType>;

/** State of an invoice (spec/finance-app-authority, 4.1). */
export const invoiceStatus = codeTable({
  pending: [1, '待开票'],
  submitted: [2, '提交财务'],
  issued: [3, '已开票'],
  rejected: [4, '审核不通过'],
});
export type InvoiceStatus = NameOf<typeof invoiceStatus>;

/** An operator's choice in either review of an invoice. */
export const invoiceChoice = codeTable({
  approve: [1, '通过'],
  reject: [2, '不通过'],
});
export type InvoiceChoice = NameOf<typeof invoiceChoice>;
