import { expect, it } from 'vitest';
import { payStatus } from '../codes/orders.ts';
import {
  afterAct,
  paymentWord,
  progressOf,
  saysSomething,
  shownStatus,
  type NotarizationAct,
  type NotarizationStatus,
} from './notarization.ts';

const statuses = ['pending', 'passed', 'failed', 'withdrawn'] as const satisfies readonly NotarizationStatus[];
const acts = ['pass', 'fail', 'withdraw'] as const satisfies readonly NotarizationAct[];

it('lets only what waits be decided, and only what is paid be reviewed: nothing else', () => {
  const possible = statuses.flatMap((status) =>
    payStatus.names.flatMap((pay) =>
      acts.filter((act) => 'next' in afterAct({ status, payStatus: pay }, act)).map((act) => `${status} ${pay} ${act}`),
    ),
  );
  expect(possible).toEqual([
    'pending unpaid withdraw',
    'pending paid pass',
    'pending paid fail',
    'pending paid withdraw',
    'pending failed withdraw',
    'pending refunded withdraw',
  ]);
});

it.each([
  ['pending', 'unpaid', 'unpaid'],
  ['pending', 'failed', 'unpaid'],
  ['withdrawn', 'paid', 'withdrawn'],
  ['passed', 'paid', 'decided'],
  ['failed', 'refunded', 'decided'],
] as const)('says why a %s, %s one cannot be reviewed: %s', (status, pay, fault) => {
  expect(afterAct({ status, payStatus: pay }, 'pass')).toEqual({ fault });
});

it('shows a withdrawn one to operators among the refused, and to its applicant as ended', () => {
  expect(statuses.map((status) => shownStatus[status])).toEqual(['waiting', 'passed', 'refused', 'refused']);
  expect(statuses.map((status) => progressOf[status])).toEqual(['underway', 'succeeded', 'failed', 'ended']);
});

it.each([
  ['同意', true],
  ['ok', true],
  ['第3条不符', true],
  ['𠮷𠮷', true],
  ['1', false],
  ['..', false],
  ['2026', false],
  ['是1', false],
  ['是\u3164', false],
])('a remark %j says something: %s', (remark, expected) => {
  expect(saysSomething(remark)).toBe(expected);
});

it.each([
  ['unpaid', 'pending', '待支付'],
  ['unpaid', 'withdrawn', '已撤回'],
  ['failed', 'pending', '支付失败'],
  ['failed', 'withdrawn', '已撤回'],
  ['refunded', 'withdrawn', '已退款'],
  ['paid', 'passed', '已支付'],
] as const)('the payment of an application that is %s and %s reads %s', (paid, status, word) => {
  expect(paymentWord(paid, status)).toBe(word);
});
