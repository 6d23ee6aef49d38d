import { z } from 'zod';
import type { CodeTable } from '../domain/business/codes/code-table.ts';
import { limits } from '../domain/business/codes/limits.ts';
import { codePointLength } from '../domain/kit/text/length.ts';
import { onlineStatusOf } from '../domain/business/rules/online-status.ts';
import { isPlainText } from '../domain/kit/text/storable.ts';
import { parseDayRange, parseTimeRange } from '../domain/kit/text/time.ts';
import { givenText } from '../domain/kit/text/visible-text.ts';
import { typedRange } from '../domain/kit/text/typed-day.ts';
import { isMaskedNumber, isSeveralNumbers, typedKeyword } from '../domain/kit/text/typed.ts';

/** Input fields that several calls share. Every wire value is a text; an empty text means "not given". */

export const page = optional(wholeNumber('页码应为正整数', 1, 1_000_000_000)).transform((value) => value ?? 1);
export const limit = optional(wholeNumber(`每页条数应为1到${limits.pageSizeMax}的整数`, 1, limits.pageSizeMax)).transform(
  (value) => value ?? limits.pageSize,
);
export const keyword = z
  .string()
  .default('')
  .refine((text) => !isSeveralNumbers(text), '一次只能查一个号码，请只留下一个')
  .transform(typedKeyword)
  .refine((text) => codePointLength(text) <= limits.keywordChars, `关键字最多${limits.keywordChars}个字`)
  .refine((text) => !text.includes('\0'), '关键字含有无效字符');
/** A keyword for people, whose identity numbers are found whole and shown without their middle. */
export const personKeyword = keyword.refine((text) => !isMaskedNumber(text), '号码中有隐藏的数字，请输入完整的号码');

/** A range of whole Shanghai days, `2026-01-01 - 2026-01-31`, in any spelling of `typedDay`; both days are included. */
export const dayRange = optional(
  z.string().transform((text, context) => {
    const range = parseDayRange(typedRange(text));
    if (range) return range;
    context.addIssue({ code: 'custom', message: '日期范围无效' });
    return z.NEVER;
  }),
);

/** A range of seconds, `2026-01-01 00:00:00 - 2026-01-31 23:59:59`, both included. Plain days and minutes count as whole ones. */
export const timeRange = optional(
  z.string().transform((text, context) => {
    const typed = typedRange(text);
    const range = parseTimeRange(typed) ?? parseDayRange(typed);
    if (range) return range;
    context.addIssue({ code: 'custom', message: '日期范围无效' });
    return z.NEVER;
  }),
);

/** An id on the wire: decimal digits, small enough for a bigint column. */
export const id = z.string('编号不能为空').regex(/^[1-9]\d{0,17}$/, '编号无效');

/** The version on which an edit is based, from the read. If absent, the last write wins. */
export const version = optional(z.string().regex(/^\d{1,18}$/, '版本无效'));

/** A code of a code table, decoded to its inner name. */
export function code<Name extends string>(table: CodeTable<Name>, message: string) {
  return z.string(message).transform((text, context): Name => {
    const name = /^\d+$/.test(text) ? table.nameOf(Number(text)) : undefined;
    if (name !== undefined) return name;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** A state of online evidence by any of its wire words; two words may mean the same state. */
export const onlineStatusFilter = optional(
  z.string().transform((word, context) => {
    const status = onlineStatusOf(word);
    if (status !== undefined) return status;
    context.addIssue({ code: 'custom', message: '取证状态无效' });
    return z.NEVER;
  }),
);

/** A required text: trimmed, at most `max` code points, without control characters. What shows nothing is none. */
export function text(max: number, missing: string, tooLong = `最多${max}个字`) {
  return z
    .string(missing)
    .transform(givenText)
    .refine((value) => value.length > 0, missing)
    .refine((value) => codePointLength(value) <= max, tooLong)
    .refine(isPlainText, '含有无效字符');
}

/** Makes a field optional; the empty text that a form sends for a blank field counts as absent. */
export function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
}

/** `data` of a list call: one page of rows and the exact total under the filters. */
export function listOf<Row extends z.ZodType>(row: Row) {
  return z.object({ list: z.array(row), count: z.number().int() });
}

function wholeNumber(message: string, min: number, max: number) {
  return z
    .string(message)
    .regex(/^\d{1,10}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}
