import { expect, it } from 'vitest';
import { headAmount, invoiceText, pointsText } from './order-text.ts';

it.each([
  ['an application by its money', { money: '120.00', points: null }, '120.00 元'],
  ['a recharge by its money too', { money: '100.00', points: 50 }, '100.00 元'],
  ['spent points by their number', { money: '', points: -2 }, '−2 积分'],
  ['returned points by theirs', { money: '', points: 2 }, '+2 积分'],
])('names %s', (_name, order, text) => expect(headAmount(order)).toBe(text));

it('gives no sign to nothing', () => expect(pointsText(0)).toBe('0 积分'));

it('says why there is no invoice', () => {
  expect([invoiceText(''), invoiceText('2026-11-01 10:00:00')]).toEqual(['支付后可以申请开票', '未在任何发票中']);
});
