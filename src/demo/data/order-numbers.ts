import type { PayType } from '../../domain/business/codes/orders.ts';
import { hourMs } from './clock.ts';
import { seeded, type Random } from './random.ts';

export function payTypeOf(random: Random): 'wechat' | 'alipay' | 'cloud' {
  return random.pick(['wechat', 'wechat', 'alipay', 'cloud']);
}

/** In the server's format: the day in Shanghai, then 64 bits. */
export function orderNo(random: Random, at: Date): string {
  return (
    day(at) +
    Array.from({ length: 4 }, () => random.int(0, 65_536).toString(16).padStart(4, '0'))
      .join('')
      .toUpperCase()
  );
}

/** In the format of payment gateways: a day and digits. The demo's begin with zeros, which no gateway issues. */
export function tradeNo(random: Random, at: Date): string {
  return `0000${day(at)}${Array.from({ length: 4 }, () => String(random.int(0, 10_000)).padStart(4, '0')).join('')}`;
}

/** The paying account, which most gateways report. Accounts of the demo begin with zeros, and its mailboxes do not exist. */
export function payerOf(orderNo: string, payType: PayType): string {
  const random = seeded('finance payer', orderNo);
  if (random.chance(25)) return '';
  const digits = `${random.int(10 ** 5, 10 ** 6)}${random.int(10 ** 5, 10 ** 6)}`;
  return payType === 'alipay' ? `u${digits.slice(0, 6)}@example.com` : payType === 'wechat' ? `o0000${digits}` : `0000${digits}`;
}

function day(at: Date): string {
  return new Date(at.getTime() + 8 * hourMs).toISOString().slice(0, 10).replaceAll('-', '');
}
