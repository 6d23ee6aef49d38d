import { describe, expect, it } from 'vitest';
import { invoiceStatus, type InvoiceStatus } from '../../../domain/business/codes/invoices.ts';
import { limits } from '../../../domain/business/codes/limits.ts';
import { codePointLength } from '../../../domain/kit/text/length.ts';
import { notarialStatus, type NotarialStatus } from '../../../domain/business/codes/notarizations.ts';
import { payStatus, type PayStatus } from '../../../domain/business/codes/orders.ts';
import { isReviewable, passQuestion, refundQuestion, remarkFault, remarkRules } from './review.ts';

describe('审核备注: spec/console, 5.4', () => {
  it.each([
    ['', '请输入审核备注'],
    ['  ', '请输入审核备注'],
    ['证'.repeat(20), undefined],
    [` ${'证'.repeat(20)} `, undefined],
    ['证'.repeat(21), '审核备注最多20个字'],
    ['𠮷'.repeat(20), undefined],
    ['1', '审核备注至少两个字，不能只有数字或符号'],
    [' .. ', '审核备注至少两个字，不能只有数字或符号'],
    ['同意', undefined],
  ])('%o', (remark, fault) => {
    expect(remarkFault(remark)).toBe(fault);
    expect([remarkRules.fault('approve', remark), remarkRules.fault('reject', remark)]).toEqual([fault, fault]);
  });

  it('each template may be sent as it is, for either choice', () => {
    const { approve = [], reject = [] } = remarkRules.templates;
    expect(approve.length * reject.length).toBeGreaterThan(0);
    for (const template of [...approve, ...reject]) expect(codePointLength(template)).toBeLessThanOrEqual(limits.reasonChars);
  });
});

it.each<[NotarialStatus, PayStatus, boolean]>([
  ['waiting', 'paid', true],
  ['waiting', 'unpaid', false],
  ['waiting', 'failed', false],
  ['passed', 'paid', false],
  ['refused', 'refunded', false],
  ['refused', 'paid', false],
])('one that is %s and %s: may be reviewed is %s', (status, pay, expected) => {
  expect(isReviewable({ notarialStatus: notarialStatus.code(status), payStatus: payStatus.code(pay) })).toBe(expected);
});

it.each<[InvoiceStatus | null, string]>([
  [null, '确定不通过东海公司的出证申请吗？不通过后，将向用户退款 120.00 元，且不能撤销。'],
  [
    'pending',
    '确定不通过东海公司的出证申请吗？不通过后，将向用户退款 120.00 元，且不能撤销。该订单在发票 7（待开票）中，退款后该发票不能开票。',
  ],
  [
    'submitted',
    '确定不通过东海公司的出证申请吗？不通过后，将向用户退款 120.00 元，且不能撤销。该订单在发票 7（提交财务）中，退款后该发票不能开票。',
  ],
  [
    'issued',
    '确定不通过东海公司的出证申请吗？不通过后，将向用户退款 120.00 元，且不能撤销。' +
      '该订单在发票 7（已开票）中，发票不随退款作废，请告知财务。',
  ],
])('the question before a refund, of an order whose invoice is %s', (status, question) => {
  const invoice = status && { id: '7', status: invoiceStatus.code(status), status_name: invoiceStatus.label(status) };
  expect(refundQuestion({ name: '东海公司', orderMoney: '120.00', invoice })).toBe(question);
});

it('the question before passing names whose it is and what was paid', () => {
  expect(passQuestion({ name: '东海公司', orderNo: 'GZ1', orderMoney: '120.00', num: 2 })).toBe(
    '确定通过东海公司的出证申请吗？订单 GZ1，证据 2 份，金额 120.00 元。通过后将出具公证书，且不能撤销。',
  );
});
