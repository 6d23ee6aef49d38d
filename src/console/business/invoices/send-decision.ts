import type { Invoice } from '../../../contract/console/invoices.ts';
import { invoiceChoice } from '../../../domain/business/codes/invoices.ts';
import type { InvoiceStep } from '../../../domain/business/rules/invoice.ts';
import { post } from '../../kit/net/call.ts';
import type { DecisionKind } from './issue-fields.ts';

/** Sends the decision of a step. @param issue fields of the issued invoice, for 财务开票 alone. */
export function sendDecision(
  { id, head, money }: Pick<Invoice, 'id' | 'head' | 'money'>,
  step: InvoiceStep,
  way: DecisionKind,
  remark: string,
  issue: Readonly<Record<string, string>>,
): Promise<null> {
  const decision = { id, status: invoiceChoice.code(way), remark };
  const options = { about: { act: way === 'reject' ? '未通过' : passed[step], name: `${head}，${money} 元` } };
  return step === 'first'
    ? post('/api/invoice/invoiceCheckOne', decision, options)
    : post('/api/invoice/invoiceCheckTwo', { ...decision, ...issue }, options);
}

const passed: Readonly<Record<InvoiceStep, string>> = { first: '已提交财务', finance: '已开票' };
