import { randomBytes } from 'node:crypto';
import { formatTime } from '../../../domain/kit/text/time.ts';

/** Number of an order, a refund or a booking of points: 24 unpredictable characters, the date in Shanghai and 64 random bits. */
export function newOrderNo(at: Date): string {
  return `${formatTime(at).slice(0, 10).replaceAll('-', '')}${randomBytes(8).toString('hex').toUpperCase()}`;
}
