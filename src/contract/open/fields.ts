import { z } from 'zod';
import type { CodeTable } from '../../domain/business/codes/code-table.ts';
import { deviceSystem } from '../../domain/business/codes/evidence.ts';
import { limits } from '../../domain/business/codes/limits.ts';
import { codePointLength } from '../../domain/kit/text/length.ts';
import { lastPart } from '../../domain/kit/text/file-name.ts';
import { unifiedHan } from '../../domain/kit/text/han-spellings.ts';
import { cardFaultOf, identityNumber } from '../../domain/kit/text/identity-number.ts';
import { phoneFault } from '../../domain/kit/text/phone-fault.ts';
import { lostDigits } from '../../domain/kit/text/sheet-number.ts';
import { isPlainLine } from '../../domain/kit/text/storable.ts';
import { parseTime } from '../../domain/kit/text/time.ts';
import { givenText, showsNothing } from '../../domain/kit/text/visible-text.ts';
import { isEmail, middleDots, typedEmail, typedNumber, typedPhone } from '../../domain/kit/text/typed.ts';
import { inputObject, orMissing } from './faults.ts';

/** Fields that several intake calls share. */

export const controlFault = 'contains control characters (含有换行、制表符等控制字符，请删去)';
/** A text without blanks around it. One that shows nothing is empty. */
const text = z.string().overwrite(givenText);
export const filledText = text.min(1);
export const uniqueId = characters(z.string().min(1), limits.uniqueIdChars);
const noFileName = 'must end in the name of a file, not of a folder (文件名为空，或者只有文件夹，请填写文件的名称)';
export const userId = z.string().regex(/^[1-9]\d{0,17}$/, 'is no user id');
export const shortText = (max: number) => characters(filledText, max).refine(isPlainLine, controlFault);
export const optionalText = (max: number) => characters(text, max).refine(isPlainLine, controlFault).default('');
/** The name of a person or a company, in one spelling. Other texts are kept as they are given. */
export const name = shortText(100).overwrite(spelledName);
export const optionalName = optionalText(100).overwrite(spelledName);
/** The name of a file, by JSON or by its part, without a path; empty if none is given. Characters that show nothing stay within it. */
export const fileName = characters(
  z
    .string()
    .refine((given) => given === '' || !showsNothing(lastPart(given)), noFileName)
    .overwrite(lastPart),
  limits.uploadNameChars,
).refine(isPlainLine, controlFault);
/** A number that a spreadsheet rounded: what it was cannot be told. */
export const lostDigitsFault =
  'was rounded by a spreadsheet, which keeps 15 digits (号码已被表格软件取整，无法还原，请将单元格设为文本后重新填写)';
/** A telephone number in any spelling; returned in the one that is stored. */
export const phone = z.string().transform(readPhone);
/** The same, or none. */
export const optionalPhone = z
  .string()
  .transform((text, context) => (text.trim() === '' ? '' : readPhone(text, context)))
  .default('');
const emailFault = 'is not one e-mail address of at most 200 characters (电子邮箱无法识别，请只填一个完整的邮箱，中间不要空格和逗号)';
/** An e-mail address as people paste it, or none. */
export const optionalEmail = z
  .string()
  .transform(typedEmail)
  .refine((text) => text === '' || (isEmail(text) && text.length <= 200), emailFault)
  .default('');
/** The number of an identity paper in any spelling; returned in the one that is stored. */
export const identity = z.string().transform((text, context) => {
  const number = identityNumber(text);
  const cardFault = residentCardFault(text);
  if (number !== undefined && cardFault === undefined) return number;
  context.addIssue({ code: 'custom', message: lostDigits(text) ? lostDigitsFault : (cardFault ?? identityFault) });
  return z.NEVER;
});
const identityFault = 'is not an identity number (证件号码无效：身份证、军官证、警官证、护照、港澳台证件均可，请只填一个号码)';

/** What is wrong with a text that can only be meant as the number of a resident identity card. */
function residentCardFault(text: string): string | undefined {
  const fault = cardFaultOf(text);
  if (fault === 'birthday') return 'has a birthday that no calendar has (身份证号中的出生日期不存在，请核对)';
  if (fault === undefined) return undefined;
  return (
    `must be 18 characters long as the number of an identity card, not ${fault} ` +
    `(身份证号应为18位，现有${fault}位；其他证件请在号码前写明证件名称，如“律师执业证 …”)`
  );
}
/** An optional form field; an empty text counts as absent. */
export function blank<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
}

/** A number in the spelling that `read` gives it and `form` allows, or none. */
export function optionalNumber(read: (text: string) => string, form: RegExp, fault: string) {
  return z
    .string()
    .transform((text, context) => {
      const number = read(text);
      if (number === '' || form.test(number)) return number;
      context.addIssue({ code: 'custom', message: lostDigits(text) ? lostDigitsFault : fault });
      return z.NEVER;
    })
    .default('');
}
/** An evidence number as people paste it; returned in one piece and upper case. */
export const evidenceNumber = z
  .string()
  .transform(typedNumber)
  .pipe(z.string().regex(/^[0-9A-F]{32}$/, 'is not an evidence number (存证编号为32位，由0-9和A-F组成)'));
/** Accepts either case, returns lower case. */
export const sha256 = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hex digits')
  .toLowerCase();
export const enumeration = (codes: readonly number[]) =>
  z
    .number()
    .int()
    .refine((code) => codes.includes(code), `must be one of ${codes.join(', ')}`)
    .meta({ enum: [...codes] });
/** A code of a table, decoded to its name. */
export const codeOf = <Name extends string>(table: CodeTable<Name>) =>
  // Multipart bodies contain digits where JSON has a number.
  z
    .union([z.number(), z.string().regex(/^\d$/).transform(Number)], orMissing(`must be one of ${table.codes.join(', ')}`))
    .transform((code, context): Name => {
      const name = table.nameOf(code);
      if (name !== undefined) return name;
      context.addIssue({ code: 'custom', message: `must be one of ${table.codes.join(', ')}` });
      return z.NEVER;
    })
    .meta({ enum: [...table.codes, ...table.codes.map(String)] });
export const time = z.string().transform((text, context) => {
  const instant = parseTime(text);
  // Manifests use four-digit years, and a recording of up to a year may begin at this time.
  if (instant && text >= '1970' && text < '9999') return instant;
  context.addIssue({
    code: 'custom',
    message: 'must be yyyy-MM-dd HH:mm:ss in Asia/Shanghai, of the years 1970 to 9998 (时间应写作 2026-01-02 15:04:05，东八区)',
  });
  return z.NEVER;
});

/** The time of something that has happened. A day is left for devices whose clock or zone is wrong. */
export const happened = time.refine(
  (instant) => hasHappened(instant.getTime()),
  'is more than a day from now (时间晚于现在一天以上，请核对)',
);

/** @param ms since 1970. */
export function hasHappened(ms: number): boolean {
  return ms <= Date.now() + 86_400_000;
}

export const deviceText = characters(z.coerce.string().overwrite(givenText), 100).refine(isPlainLine, controlFault).default('');
/** What the device reports about itself. */
export const device = inputObject({
  name: deviceText,
  model_name: deviceText,
  version: deviceText,
  version_sys: deviceText,
  processor: deviceText,
  core: deviceText,
  type: z.coerce
    .number()
    .refine((code) => deviceSystem.codes.includes(code), 'must be 1 or 2')
    .default(0),
});

function readPhone(text: string, context: z.core.$RefinementCtx): string {
  const fault = phoneFault(text);
  if (fault === undefined) return typedPhone(text);
  context.addIssue({ code: 'custom', message: `${fault.predicate} (${fault.words})` });
  return z.NEVER;
}

/** Characters that show nothing stay: they are evidence of what was given, and every screen marks them. */
function spelledName(given: string): string {
  return middleDots(unifiedHan(given));
}

/** At most `max` code points, also published as `maxLength` in the OpenAPI document. */
export function characters<T extends z.ZodType<string, unknown>>(schema: T, max: number): T {
  return schema
    .refine((text) => codePointLength(text) <= max, `must be at most ${max} characters (最多${max}个字)`)
    .meta({ maxLength: max });
}
