import { expect, it } from 'vitest';
import { notarialStatus } from '../../../domain/business/codes/notarizations.ts';
import { payStatus } from '../../../domain/business/codes/orders.ts';
import { notarialText, stateText } from './state-text.ts';

it.each([
  ['unpaid', 'waiting', '', '待支付'],
  ['failed', 'waiting', '', '支付失败'],
  ['paid', 'waiting', '待审核', '待审核'],
  ['paid', 'passed', '已通过', '已通过'],
  ['refunded', 'refused', '未通过（已退款）', '未通过（已退款）'],
] as const)('an application that is %s and %s shows 出证状态 %s, and is %s', (pay, notarial, cell, state) => {
  const row = {
    payStatus: payStatus.code(pay),
    payStatus_name: payStatus.label(pay),
    notarialStatus: notarialStatus.code(notarial),
    notarialStatus_name: notarialStatus.label(notarial),
  };
  expect([notarialText(row), stateText(row)]).toEqual([cell, state]);
});
