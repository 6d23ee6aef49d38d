import { z } from 'zod';
import type { CodeTable } from '../../domain/codes/code-table.ts';
import { deviceSystem } from '../../domain/codes/evidence.ts';
import { codePointLength, limits } from '../../domain/codes/limits.ts';
import { isPlainLine } from '../../domain/text/storable.ts';
import { parseTime } from '../../domain/text/time.ts';

/** Fields that several intake calls share. */

export const uniqueId = characters(z.string().min(1), limits.uniqueIdChars);
export const userId = z.string('is no user id').regex(/^[1-9]\d{0,17}$/, 'is no user id');
export const shortText = (max: number) => characters(z.string().trim().min(1), max).refine(isPlainLine, 'contains control characters');
export const optionalText = (max: number) =>
  characters(z.string().trim(), max).refine(isPlainLine, 'contains control characters').default('');
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
    .union([z.number(), z.string().regex(/^\d$/).transform(Number)])
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
  context.addIssue({ code: 'custom', message: 'must be yyyy-MM-dd HH:mm:ss in Asia/Shanghai, of the years 1970 to 9998' });
  return z.NEVER;
});

export const deviceText = characters(z.coerce.string().trim(), 100).refine(isPlainLine, 'contains control characters').default('');
/** What the device reports about itself; unknown members are dropped. */
export const device = z.object({
  name: deviceText,
  model_name: deviceText,
  version: deviceText,
  version_sys: deviceText,
  processor: deviceText,
  core: deviceText,
  type: z.coerce
    .number()
    .refine((code) => deviceSystem.codes.includes(code), 'type must be 1 or 2')
    .default(0),
});

/** At most `max` code points, also published as `maxLength` in the OpenAPI document. */
export function characters<T extends z.ZodType<string, unknown>>(schema: T, max: number): T {
  return schema.refine((text) => codePointLength(text) <= max, `must be at most ${max} characters`).meta({ maxLength: max });
}
