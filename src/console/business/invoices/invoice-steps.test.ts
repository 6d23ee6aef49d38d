import { expect, it } from 'vitest';
import { invoiceStatus, type InvoiceStatus } from '../../../domain/business/codes/invoices.ts';
import type { Invoice } from '../../../contract/console/invoices.ts';
import { firstStep, issueStep } from './invoice-steps.ts';

const invoiceOf = (status: InvoiceStatus, given: Partial<Invoice>) =>
  ({ status: invoiceStatus.code(status), check_first_name: '', check_review_name: '', deal_num: '', ...given }) as Invoice;

it('a step that has not happened has no fields, and says so', () => {
  expect(firstStep(invoiceOf('pending', {}))).toMatchObject({ items: [], none: '尚未初审' });
  expect(issueStep(invoiceOf('submitted', { check_first_name: '方会计' }))).toMatchObject({ items: [], none: '尚未开票' });
  expect(issueStep(invoiceOf('rejected', { check_first_name: '方会计' }))).toMatchObject({ items: [], none: '初审不通过，没有开票' });
});

it('a step that has happened has its fields; an invoice that was refused has no number', () => {
  const labels = (invoice: Invoice) => issueStep(invoice).items.map(({ label }) => label);
  expect(firstStep(invoiceOf('submitted', { check_first_name: '方会计' })).items).toHaveLength(3);
  expect(labels(invoiceOf('rejected', { check_review_name: '沈出纳' }))).toEqual(['审核人', '审核时间', '审核备注']);
  expect(labels(invoiceOf('issued', { check_review_name: '沈出纳' }))).toContain('发票号码');
});
