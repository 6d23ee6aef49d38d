import { types, type CustomTypesConfig } from 'pg';

const timestamptz = types.builtins.TIMESTAMPTZ;
const usual = types.getTypeParser(timestamptz, 'text') as (text: string) => Date;

/** As pg reads types, but for a `timestamptz`, which every row of a list has: the engine's own parser takes less than half of the time. */
export const quickTypes: CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    id === timestamptz && format !== 'binary' ? readTimestamp : types.getTypeParser(id, format as 'text')) as typeof types.getTypeParser,
};

/** `YYYY-MM-DD hh:mm:ss[.ffffff]±hh`; what looks otherwise (half hours of a zone, BC, infinity, a fifth digit of the year) is pg's. */
export function readTimestamp(text: string): Date {
  const sign = text.at(-3);
  if (text[4] !== '-' || (sign !== '+' && sign !== '-')) return usual(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11)}:00`);
}
