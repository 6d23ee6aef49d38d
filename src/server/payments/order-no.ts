import { randomBytes } from 'node:crypto';
import { formatTime } from '../../domain/text/time.ts';

/**
 * Number of an order, of a refund or of a booking of points: 24 characters that nobody can guess the next of: the day in Shanghai, then 64
 * random bits.
 */
export function newOrderNo(at: Date): string {
  return `${formatTime(at).slice(0, 10).replaceAll('-', '')}${randomBytes(8).toString('hex').toUpperCase()}`;
}
