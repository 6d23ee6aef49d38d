import { describe, expect, it } from 'vitest';
import { copiesLeft, deliveryFaults, deliveryStateOf, type DeliveryContext, type GivenDelivery } from './document-delivery.ts';

const context: DeliveryContext = {
  now: new Date('2026-11-20T04:00:00Z'),
  issuedAt: new Date('2026-11-10T02:00:00Z'),
  applicant: { name: '钱申请', idcard: '990000199001011234' },
  copiesLeft: 2,
};
const none = {
  name: '',
  paperNumber: '',
  time: '',
  copies: '',
  company: '',
  number: '',
  sent: '',
  arrived: '',
  returned: '',
  address: '',
};
const pickup: GivenDelivery = {
  ...none,
  kind: 'pickup',
  collector: 'applicant',
  name: '钱申请',
  paper: 'idcard',
  paperNumber: '990000199001011234',
  time: '2026-11-10 10:00:00',
  copies: '2',
};
const mail: GivenDelivery = { ...none, kind: 'mail', company: '顺丰速运', number: 'SF1000000000001', sent: '2026-11-10' };
const electronic: GivenDelivery = { ...none, kind: 'electronic', time: '2026-11-20 12:00:00', address: 'someone@example.com' };

describe('a delivery', () => {
  it.each([
    ['fetched by the applicant at the moment of the issue', pickup],
    [
      'fetched by an agent with a passport',
      { ...pickup, collector: 'agent', name: '周代理', paper: 'passport', paperNumber: 'E12345678' } as const,
    ],
    ['sent by mail', mail],
    ['arrived on the day on which it was sent', { ...mail, arrived: '2026-11-10' }],
    ['returned today', { ...mail, returned: '2026-11-20' }],
    ['sent electronically just now', electronic],
  ])('%s is without fault', (_what, given) => {
    expect(deliveryFaults(given, context)).toEqual({});
  });

  it.each([
    [{ collector: undefined }, { collector: '请选择领取人' }],
    [{ name: '' }, { name: '领取人姓名不能为空' }],
    [{ name: '周代理' }, { name: '与申请人姓名不一致，他人代领请选择代理人' }],
    [{ paperNumber: '990000199001011235' }, { paperNumber: '与申请人的身份证号不一致' }],
    [{ paperNumber: 'E12345678' }, { paperNumber: '身份证号无效' }],
    [{ paper: undefined }, { paper: '请选择证件类型' }],
    [{ time: '2026-11-10 09:59:59' }, { time: '领取时间不能早于出具时间（2026-11-10 10:00:00）' }],
    [{ time: '2026-11-20 12:00:01' }, { time: '领取时间不能晚于现在' }],
    [{ time: '2026-02-31 12:00:01' }, { time: '领取时间无效' }],
    [{ copies: '3' }, { copies: '最多还可领取2份' }],
    [{ copies: '0' }, { copies: '领取份数应为1到100的整数' }],
  ] as const)('fetched with %j is refused at its field', (change, faults) => {
    expect(deliveryFaults({ ...pickup, ...change }, context)).toEqual(faults);
  });

  it.each([
    [{ company: '' }, { company: '快递公司不能为空' }],
    [{ number: 'SF 1' }, { number: '快递单号应为5到40位数字或字母' }],
    [{ sent: '2026-11-09' }, { sent: '寄出日期不能早于出具日期（2026-11-10）' }],
    [{ sent: '2026-11-21' }, { sent: '寄出日期不能晚于今天' }],
    [{ sent: '2026-11-15', arrived: '2026-11-14' }, { arrived: '送达日期不能早于寄出日期' }],
    [{ arrived: '2026-11-21' }, { arrived: '送达日期不能晚于今天' }],
    [{ arrived: '2026-11-12', returned: '2026-11-13' }, { returned: '送达与退回只能填写一项' }],
  ])('by mail with %j is refused at its field', (change, faults) => {
    expect(deliveryFaults({ ...mail, ...change }, context)).toEqual(faults);
  });

  it('sent electronically to nowhere, or tomorrow, is refused', () => {
    expect(deliveryFaults({ ...electronic, address: '', time: '2026-11-21 00:00:00' }, context)).toEqual({
      address: '电子送达地址不能为空',
      time: '送达时间不能晚于现在',
    });
  });
});

it('is of originals before copies: a fetched one ends it, a returned one opens it again', () => {
  const fetched = { kind: 'pickup', hasArrived: false, isReturned: false } as const;
  const sent = { kind: 'mail', hasArrived: false, isReturned: false } as const;
  const copy = { kind: 'electronic', hasArrived: false, isReturned: false } as const;
  expect(
    [
      [],
      [copy],
      [copy, sent],
      [copy, { ...sent, isReturned: true }],
      [{ ...sent, isReturned: true }, sent],
      [
        { ...sent, isReturned: true },
        { ...sent, hasArrived: true },
      ],
      [sent, fetched],
    ].map(deliveryStateOf),
  ).toEqual(['undelivered', 'electronic', 'mailed', 'returned', 'mailed', 'delivered', 'delivered']);
  expect([copiesLeft(3, 1), copiesLeft(1, 2), copiesLeft(null, 4)]).toEqual([2, 0, 96]);
});
