import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { parseTime } from '../domain/time.ts';

/** Fields that several intake calls share. */

export const uniqueId = z.string().min(1).max(limits.uniqueIdChars);
export const userId = z.string().regex(/^[1-9]\d{0,17}$/);
export const shortText = (max: number) => z.string().trim().min(1).max(max).refine(printable, 'contains control characters');
export const enumeration = (codes: readonly number[]) => z.number().int().refine((code) => codes.includes(code), `must be one of ${codes.join(', ')}`);
export const time = z.string().transform((text, context) => {
  const instant = parseTime(text);
  if (instant) return instant;
  context.addIssue({ code: 'custom', message: 'must be yyyy-MM-dd HH:mm:ss in Asia/Shanghai' });
  return z.NEVER;
});

export function printable(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return !/[\u0000-\u001f\u007f]/.test(text);
}
