import { halfWidth, isTooLong } from './half-width.ts';

/**
 * A telephone number in the one spelling that is stored, shown and searched; undefined if the text is none. A mobile is eleven digits,
 * without +86. A fixed line is `0571-88001234`, with an extension `0571-88001234-801`. Foreign numbers keep their `+`; others are digits
 * alone, such as a service number or a fixed line without its area code.
 */
export function phoneNumber(text: string): string | undefined {
  if (isMobile(text)) return text;
  if (isTooLong(text)) return undefined;
  const given = plainMarks(text);
  if (/[^\d ()+./-]/.test(given.replace(extension, ''))) return undefined;
  const [, line = '', behind] = extension.exec(given) ?? dashedExtension.exec(given) ?? [];
  if (behind === undefined) return plainNumber(given);
  // A mobile has no extension: its digits behind a dash are another number's, or none.
  if (isMobile(plainNumber(line) ?? '')) return undefined;
  const number = landline(line) ?? /^(?:[2-9]\d{6,7}|[48]00\d{7})$/.exec(line.replaceAll(/[ -]/g, ''))?.[0];
  if (number !== undefined) return checked(`${number}-${behind}`);
  return extension.test(given) ? undefined : plainNumber(given);
}

export function isMobile(number: string): boolean {
  return /^1\d{10}$/.test(number);
}

/** Whether it is a fixed line with its area code. */
export function isLandline(number: string): boolean {
  return /^0\d{2,3}-\d{7,8}(?:-\d{1,6})?$/.test(number);
}

function plainNumber(text: string): string | undefined {
  const digits = text.replaceAll(/[ ()./-]/g, '').replace(/^00(?=[1-9])/, '+');
  const own = /^(?:\+?0{0,2}86)?(?:(?:17951|12593|17911|17909|11808)?(?:0(?=1[3-9]))?(1\d{10})|([48]00\d{7}))$/.exec(digits);
  const number = own?.[1] ?? own?.[2] ?? landline(text);
  if (number !== undefined) return number;
  return isLonger.test(digits) || isTwo.test(text) ? undefined : checked(digits.replace(/^\+8860(?=9)/, '+886'));
}

/** A mobile, a fixed line with its area code, or 400-…, with more digits behind it. Numbers of machines (140 to 144) have thirteen. */
const isLonger = /^(?:\+?86)?(?:0?1(?:[35-9]\d|4[5-9])\d{9,}|0(?:10|2\d|[3-9]\d\d)\d{9,}|[48]00\d{8,})$/;
/** `63210000/63210001`. */
const isTwo = /\d{7}[^\d+]+\d{7}/;

function landline(text: string): string | undefined {
  // 10-69931175: an area code of two digits without its 0.
  const dialled = text.replace(/^\s*(10|2\d)(?=[ -]\d{4}[ -]?\d{4}\s*$)/, '0$1');
  const digits = dialled.replaceAll(/[ ()./-]/g, '');
  const national = digits.replace(/^(?:\+|00)86(?:0|\(0\))?/, '0').replace(/^860(?=\d{9})/, '0');
  const withArea = /^\s*\(?86[ ()-]/.test(text) ? national.replace(/^86(?=[1-9])/, '0') : national;
  const [, area, line] = /^(010|02\d|0(?![48]00)[3-9]\d\d)(\d{7,8})$/.exec(withArea) ?? [];
  return area === undefined ? undefined : `${area}-${line}`;
}

/**
 * Without what people and programs write around a number: a label, a sign of a telephone, 微信同号, quotes, a spreadsheet's `="…"`
 * and `.0`, other brackets and pluses.
 */
function plainMarks(text: string): string {
  return halfWidth(text)
    .replace(/^[☎☏✆📞📱]\s*/u, '')
    .replace(/^(?:tel|phone|mobile|(?:(?:联系)?电话|手机(?:号码?)?|座机|固话)(?:\/微信号?)?|微信号?)[::]?\s*/iu, '')
    .replace(/\s*\(?(?:微信同号|同微信号?|微信号?)\)?$/u, '')
    .replace(/[;,.。、]+$/u, '')
    .replace(/^=?["'“‘]+|["'”’]+$/gu, '')
    .replaceAll(/[[【〔]/g, '(')
    .replaceAll(/[\]】〕]/g, ')')
    .replaceAll('\ufe62', '+')
    .replaceAll('ー', '-')
    .replace(/^(\d{7,12})\.0+$/, '$1')
    .trim();
}

function checked(number: string): string | undefined {
  return /^\+?\d[\d-]*$/.test(number) && number.length >= 5 && number.length <= 20 ? number : undefined;
}

/** `转801`, `转分机801`, `分机：801`, `ext. 801`, `x801`, `#801`, `,801`. */
const extension = /^(.+?)\s*(?:[转轉](?:分机)?|分机|内线|;?ext(?:ension)?|x|#|\*|,)[\s:.=-]*(\d{1,6})\s*\)?$/i;
/** `0571-88001234-801`. */
const dashedExtension = /^(.+\d\)?.*)-\s*(\d{1,6})$/;
