import { halfWidth } from '../../../domain/kit/text/half-width.ts';
import { idNumber } from '../../../domain/kit/text/masking.ts';
import { isMobile, phoneNumber } from '../../../domain/kit/text/phone-number.ts';
import { numberForms, typedKeyword } from '../../../domain/kit/text/typed.ts';

/** A keyword, and the kind of number that it can be as a whole. */
export interface SearchKeyword {
  /** The keyword as lists find it. */
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
  const text = typedKeyword(keyword);
  const number = halfWidth(text).replaceAll(' ', '').toUpperCase();
  const bare = number.replaceAll('-', '');
  if (isSpelledPhone(text)) return { text, number: bare, form: 'text' };
  for (const [form, pattern] of numberForms) if (pattern.test(bare)) return { text, number: bare, form: form === 'hash' ? 'number' : form };
  return { text, number, form: 'text' };
}

/** Whether it is a number with an area or a country code, whatever else has as many digits. */
function isSpelledPhone(text: string): boolean {
  const phone = phoneNumber(text);
  return phone !== undefined && !isMobile(phone) && (phone !== text || /^\+|^0\d+-/.test(phone));
}

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
