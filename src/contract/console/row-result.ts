import { z } from 'zod';
import { limits } from '../../domain/business/codes/limits.ts';

/** Outcome for one object of a bulk action. */
const rowResult = z.object({
  /** The id as given in the request. */
  id: z.string(),
  /** 1 if the object is now in the requested state, changed or not; 0 if it was left unchanged. */
  done: z.number(),
  /** Why it was left unchanged; empty if it was not. */
  reason: z.string(),
});
export type RowResult = z.output<typeof rowResult>;

/** One per object, in the order of the request. A refused object does not affect the others. */
export const rowResults = z.object({ results: z.array(rowResult) });

/** Comma-joined ids without duplicates, at most as many as a page may show. */
export const manyIds = z
  .string('请选择要处理的数据')
  // Longer than any allowed list; refused before it is split into a million parts.
  .max(limits.pageSizeMax * 20, `一次最多处理${limits.pageSizeMax}条`)
  .transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  )
  .superRefine((given, context) => {
    const message = faultOf(given);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

function faultOf(given: readonly string[]): string | null {
  if (given.length === 0) return '请选择要处理的数据';
  if (given.length > limits.pageSizeMax) return `一次最多处理${limits.pageSizeMax}条`;
  if (!given.every((one) => /^[1-9]\d{0,17}$/.test(one))) return '编号无效';
  return new Set(given).size < given.length ? '编号重复' : null;
}

/**
 * How each object was shown when it was marked, percent-encoded and comma-joined in the order of the objects. If absent, nothing is
 * compared.
 */
export const shownBefore = z
  .string()
  .max(limits.pageSizeMax * 1000, '内容过长')
  .transform((text, context) => {
    try {
      return text.split(',').map(decodeURIComponent);
    } catch {
      context.addIssue({ code: 'custom', message: '内容无效' });
      return z.NEVER;
    }
  })
  .optional();
