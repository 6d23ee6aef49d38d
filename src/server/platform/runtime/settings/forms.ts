import { z } from 'zod';
import { Setting } from './setting.ts';

/** An optional setting. */
export function optional<Schema extends z.ZodType>(variable: string, schema: Schema): Setting<z.ZodOptional<Schema>> {
  return new Setting(variable, schema.optional());
}

/** A text with a default. */
export function text(variable: string, byDefault: string, schema: z.ZodString = z.string()): Setting<z.ZodDefault<z.ZodString>> {
  return new Setting(variable, schema.default(byDefault));
}

/** A whole number with its default and bounds. */
export function whole(
  variable: string,
  byDefault: number,
  { min, max }: { readonly min: number; readonly max?: number },
): Setting<z.ZodDefault<z.ZodCoercedNumber>> {
  const number = z.coerce.number().int().min(min);
  return new Setting(variable, (max === undefined ? number : number.max(max)).default(byDefault));
}

/** A flag: `0` or `1` in the environment. */
export function flag(variable: string, byDefault: boolean) {
  const schema = z.enum(['0', '1']).default(byDefault ? '1' : '0');
  return new Setting(
    variable,
    schema.transform((value) => value === '1'),
  );
}

/** Seconds, from 1 to one year. */
export const seconds = (variable: string, byDefault: number) => whole(variable, byDefault, { min: 1, max: 31_536_000 });

/** Whole seconds in the environment, milliseconds in the program. */
export function secondsAsMs(variable: string, byDefault: number, { max }: { readonly max: number }) {
  const { schema } = whole(variable, byDefault, { min: 1, max });
  return new Setting(
    variable,
    schema.transform((value) => value * 1000),
  );
}

/** A limit; 0 means no limit. */
export const count = (variable: string, byDefault: number) => whole(variable, byDefault, { min: 0 });

/** Points or fen; 0 means free. */
export const price = (variable: string, byDefault: number) => whole(variable, byDefault, { min: 0, max: 1_000_000_000 });

/** A price that must not be 0, as that of an order. */
export const fee = (variable: string, byDefault: number) => whole(variable, byDefault, { min: 1, max: 1_000_000_000 });

export const webAddress = z.url({ protocol: /^https?$/ });
