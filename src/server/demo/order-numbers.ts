import { hourMs } from './clock.ts';
import type { Random } from './random.ts';

export function payTypeOf(random: Random): 'wechat' | 'alipay' | 'cloud' {
  return random.pick(['wechat', 'wechat', 'alipay', 'cloud']);
}

/** As the server makes them: the day in Shanghai, then 64 bits. */
export function orderNo(random: Random, at: Date): string {
  return day(at) + Array.from({ length: 4 }, () => random.int(0, 65_536).toString(16).padStart(4, '0')).join('').toUpperCase();
}

/** As payment gateways make them: a day and digits. Those of the demo begin with zeros, which none gives out. */
export function tradeNo(random: Random, at: Date): string {
  return `0000${day(at)}${Array.from({ length: 4 }, () => String(random.int(0, 10_000)).padStart(4, '0')).join('')}`;
}

function day(at: Date): string {
  return new Date(at.getTime() + 8 * hourMs).toISOString().slice(0, 10).replaceAll('-', '');
}
