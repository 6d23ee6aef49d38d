import { describe, expect, it } from 'vitest';
import { invoiceChoice, invoiceStatus, invoiceType } from '../codes/invoices.ts';
import {
  afterInvoiceReview,
  issueFaults,
  reasonFault,
  redFlushFaults,
  redFlushObstacle,
  remarkFault,
  stepOf,
  type Issue,
  type InvoiceStep,
} from './invoice.ts';

const steps: InvoiceStep[] = ['first', 'finance'];
const issue: Issue = {
  dealTime: '2026-10-31',
  dealUser: '叶思齐',
  dealCode: '044001900111',
  dealNum: '12345678',
  courierNumber: 'SF1000000000001',
};
const today = '2026-11-01';

describe('an invoice', () => {
  it('goes 1 to 2 to 3, 1 to 4, 2 to 4, and nowhere else', () => {
    const ways = invoiceStatus.names.flatMap((status) =>
      steps
        .flatMap((step) => invoiceChoice.names.map((choice) => [step, choice, status, afterInvoiceReview(status, step, choice)] as const))
        .filter(([, , , to]) => to !== null),
    );
    expect(ways).toEqual([
      ['first', 'approve', 'pending', 'submitted'],
      ['first', 'reject', 'pending', 'rejected'],
      ['finance', 'approve', 'submitted', 'issued'],
      ['finance', 'reject', 'submitted', 'rejected'],
    ]);
    expect(invoiceStatus.names.map(stepOf)).toEqual(['first', 'finance', null, null]);
  });

  it.each([
    [{ dealTime: '' }, { dealTime: '开票时间不能为空' }],
    [{ dealTime: '2026-11-02' }, { dealTime: '开票时间不能晚于今天' }],
    [{ dealTime: '2026-02-31' }, { dealTime: '开票时间无效' }],
    [{ dealUser: '' }, { dealUser: '开票人名不能为空' }],
    [{ dealCode: '' }, { dealCode: '发票代码不能为空' }],
    [{ dealNum: '' }, { dealNum: '发票号码不能为空' }],
    [{ courierNumber: '' }, { courierNumber: '快递单号不能为空' }],
    [{ dealCode: '', dealNum: '26442000000012345678' }, {}],
    [{ dealCode: '', dealNum: '2644200000001234567' }, { dealCode: '发票代码不能为空' }],
    [{ dealCode: '=1+1' }, { dealCode: '发票代码应为20位以内的数字或字母' }],
    [{ dealTime: today }, {}],
  ])('issued with %o is told %o', (change, faults) => {
    expect(issueFaults({ ...issue, ...change }, 'special', today)).toEqual(faults);
  });

  it('needs a courier unless it is electronic', () => {
    const faults = invoiceType.names.map((type) => issueFaults({ ...issue, courierNumber: '' }, type, today).courierNumber);
    expect(faults).toEqual([undefined, '快递单号不能为空', '快递单号不能为空']);
  });

  it('is taken back once, when it is issued and an order of it was refunded', () => {
    expect(invoiceStatus.names.map((status) => redFlushObstacle({ status, isFlushed: false, refunded: 1 }))).toEqual([
      'not issued',
      'not issued',
      null,
      'not issued',
    ]);
    expect(redFlushObstacle({ status: 'issued', isFlushed: true, refunded: 1 })).toBe('flushed');
    expect(redFlushObstacle({ status: 'issued', isFlushed: false, refunded: 0 })).toBe('not refunded');
  });

  it.each([
    [{}, {}],
    [{ redTime: '2026-10-30' }, { redTime: '红冲时间不能早于开票时间' }],
    [{ redTime: '2026-11-02' }, { redTime: '红冲时间不能晚于今天' }],
    [{ redTime: '' }, { redTime: '红冲时间不能为空' }],
    [{ redTime: '2026-02-31' }, { redTime: '红冲时间无效' }],
    [{ redNum: '' }, { redNum: '红字发票号码不能为空' }],
    [{ redNum: '=1+1' }, { redNum: '红字发票号码应为20位以内的数字或字母' }],
  ])('taken back with %o is told %o', (change, faults) => {
    expect(redFlushFaults({ redTime: '2026-10-31', redNum: '26442000000012345679', ...change }, issue.dealTime, today)).toEqual(faults);
  });

  it('counts reason and remark by code point', () => {
    expect([reasonFault(''), reasonFault('𠮷'.repeat(20)), reasonFault('𠮷'.repeat(21))]).toEqual([
      '请输入原因',
      undefined,
      '原因最多20个字',
    ]);
    expect([remarkFault(''), remarkFault('😀'.repeat(150)), remarkFault('😀'.repeat(151))]).toEqual([
      undefined,
      undefined,
      '备注最多150个字',
    ]);
  });
});
