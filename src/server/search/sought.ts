import { idNumber } from '../../domain/text/masking.ts';

/** A keyword, and which number it can be the whole of. */
export interface Sought {
  /** As it was typed, but for blanks around it. */
  readonly text: string;
  /** The number in it as records hold it: upper case, half width, no blanks, and no dashes in a form of its own. */
  readonly number: string;
  /**
   * `mobile`, `evidence` (also of a capture or recording), `order`, `card` (identity card) and `code` (统一社会信用代码) have one form
   * each; `number` is too long for a name and of any other form; `text` is everything else.
   */
  readonly form: NumberForm | 'text';
}

export type NumberForm = 'mobile' | 'evidence' | 'order' | 'card' | 'code' | 'number';

/** Reads a keyword as people paste numbers: in groups, in full width, with a country's code. */
export function readSought(keyword: string): Sought {
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

/** Whether it may be the whole number of a paper that proves who somebody is, or of a company. */
export function mayBeIdentity({ form, number }: Sought): boolean {
  return form !== 'mobile' && form !== 'evidence' && form !== 'order' && idNumber.test(number);
}

/** Whether it may be a number that an outsider gave: of a payment or of an invoice. */
export function mayBeForeign({ form, number }: Sought): boolean {
  return form !== 'mobile' && form !== 'evidence' && /^(?=(?:.*\d){4})[0-9A-Z_-]{6,64}$/.test(number);
}

/** Whether names and parts of numbers are worth looking for. */
export function isText({ form }: Sought): boolean {
  return form === 'text';
}

/** Whether it may be a part of a name, an address or another number. A number of ours, or a mobile, is looked for as a whole alone. */
export function mayBeInText({ form }: Sought): boolean {
  return form !== 'mobile' && form !== 'evidence' && form !== 'order';
}
