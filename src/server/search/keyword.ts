import { idNumber } from '../../domain/text/masking.ts';

/** A keyword, and the kind of number that it can be as a whole. */
export interface SearchKeyword {
  /** The keyword as typed, trimmed. */
  readonly text: string;
  /** The keyword normalised as records store numbers: upper case, half width, no blanks; no dashes unless the form is `text`. */
  readonly number: string;
  /**
   * `mobile`, `evidence` (also of a capture or recording), `order`, `card` (identity card) and `code` (统一社会信用代码) have one format
   * each; `number` has another format and is too long for a name; `text` is everything else.
   */
  readonly form: NumberForm | 'text';
}

export type NumberForm = 'mobile' | 'evidence' | 'order' | 'card' | 'code' | 'number';

/** Parses a keyword as people paste numbers: in groups, in full width, with a country code. */
export function parseKeyword(keyword: string): SearchKeyword {
  const text = keyword.trim();
  const number = text.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase();
  const bare = number.replaceAll('-', '').replace(/^\+?86(?=1\d{10}$)/, '');
  for (const [form, pattern] of forms) if (pattern.test(bare)) return { text, number: bare, form };
  return { text, number, form: 'text' };
}

const forms: readonly (readonly [NumberForm, RegExp])[] = [
  ['mobile', /^1\d{10}$/],
  ['evidence', /^[0-9A-F]{32}$/],
  ['order', /^20\d{6}[0-9A-F]{16}$/],
  ['card', /^(?:\d{17}[\dX]|\d{15})$/],
  ['code', /^[0-9A-HJ-NPQRTUWXY]{18}$/],
  ['number', /^(?=(?:.*\d){6})[0-9A-Z]{12,64}$/],
];

/** Whether it may be the whole number of an identity document or of a company. */
export function mayBeIdentity({ form, number }: SearchKeyword): boolean {
  return form !== 'mobile' && form !== 'evidence' && form !== 'order' && idNumber.test(number);
}

/** Whether it may be a number issued by others: of a payment or an invoice. */
export function mayBeForeign({ form, number }: SearchKeyword): boolean {
  return form !== 'mobile' && form !== 'evidence' && /^(?=(?:.*\d){4})[0-9A-Z_-]{6,64}$/.test(number);
}

/** Whether to search names and parts of numbers. */
export function isText({ form }: SearchKeyword): boolean {
  return form === 'text';
}

/** Whether it may be a part of a name, an address or another number. A number of ours, or a mobile, is looked for as a whole alone. */
export function mayBeInText({ form }: SearchKeyword): boolean {
  return form !== 'mobile' && form !== 'evidence' && form !== 'order';
}
