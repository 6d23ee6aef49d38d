import { halfWidth, isTooLong } from './half-width.ts';
import { lostDigits, sheetDigits } from './sheet-number.ts';

/**
 * A telephone number in the one spelling that is stored, shown and searched; undefined if the text is none. A mobile is eleven digits,
 * without +86. A fixed line is `0571-88001234`, with an extension `0571-88001234-801`. Foreign numbers have their `+`; others are digits
 * alone, such as a service number or a fixed line without its area code.
 */
export function phoneNumber(text: string): string | undefined {
  if (isMobile(text)) return text;
  if (isTooLong(text)) return undefined;
  const given = plainMarks(text);
  if (lostDigits(given) || /[^\d ()+./-]/.test(given.replace(extension, ''))) return undefined;
  // 86-400-800-1019 and 852-9123-4567 have no extension.
  const dashed = ownNumber(given) === undefined && regionNumber(given) === undefined ? dashedExtension.exec(given) : null;
  const [, line = '', behind] = extension.exec(given) ?? dashed ?? [];
  if (behind === undefined) return plainNumber(given);
  // A mobile has no extension: its digits behind a dash are another number's, or none.
  if (isMobile(plainNumber(line) ?? '')) return undefined;
  const number = landline(line) ?? /^(?:[2-9]\d{6,7}|[48]00\d{7})$/.exec(line.replaceAll(/[ -]/g, ''))?.[0];
  if (number !== undefined) return checked(`${number}-${behind}`);
  return extension.test(given) ? undefined : plainNumber(given);
}

/** Whether a text says that it is a number of mainland China, and has more or fewer digits than one. */
export function isChineseOfOtherLength(text: string): boolean {
  if (isTooLong(text)) return false;
  const given = plainMarks(text).replace(extension, '$1');
  return /^\(?(?:\+|00)0?86|^\(?86[ ()-]+1[3-9]/.test(given) && /^[\d ()+./-]+$/.test(given) && phoneNumber(given) === undefined;
}

/** Whether a number begins as a mobile of mainland China and has eight to ten digits, perhaps behind a zero. No fixed line begins so. */
export function isShortMobile(number: string): boolean {
  return /^0?1[3-9]\d{6,8}$/.test(number);
}

export function isMobile(number: string): boolean {
  return /^1\d{10}$/.test(number);
}

/** Whether it is a fixed line with its area code. */
export function isLandline(number: string): boolean {
  return /^0\d{2,3}-\d{7,8}(?:-\d{1,6})?$/.test(number);
}

function plainNumber(given: string): string | undefined {
  const text = given.replace(codeTwice, '$1');
  const digits = digitsOf(text);
  const number = ownNumber(text) ?? landline(text) ?? regionNumber(text);
  if (number !== undefined) return number;
  if (isLonger.test(digits) || isTwo.test(text) || isCut(text, digits)) return undefined;
  return checked(withoutTrunk(digits));
}

/** A mobile, or a number of a service that has no area code. */
function ownNumber(text: string): string | undefined {
  const form = /^(?:\+?0{0,2}86)?(?:(?:17951|12593|17911|17909|11808)?(?:0(?=1[3-9]))?(1\d{10})|([48]00\d{7}))$/;
  const [, mobile, service] = form.exec(digitsOf(text)) ?? [];
  return mobile ?? service;
}

/** A number of Hong Kong, Macau or Taiwan behind the region's code without `+`. No number of the mainland has its length and begins so. */
function regionNumber(text: string): string | undefined {
  const [, code, line] = region.exec(digitsOf(text)) ?? [];
  return code === undefined ? undefined : `+${code}${line}`;
}

const region = /^(852(?=[2-9]\d{7}$)|853(?=[268]\d{7}$)|886(?=0?(?:9\d{8}|[2-8]\d{7,8})$))0?(\d+)$/;

function digitsOf(text: string): string {
  return text.replaceAll(/[ ()./-]/g, '').replace(/^00(?=[1-9])/, '+');
}

/** `+86 8613704098599`. Bare digits may be the number of a device, which begins with 86 too. */
const codeTwice = /^(\(?(?:(?:\+|00)0?86[ ()-]*|86[ ()-]+))(?:\+|00)?86(?=[ ()-]*(?:\d[ ()-]*){9})/;

/** A number behind +86 that is none of mainland China: neither of machines nor of a service, and no number with its area code. */
function isCut(text: string, digits: string): boolean {
  const [, national] = /^\+0?86(\d+)$/.exec(digits) ?? [];
  if (national === undefined) return /^\(?86[ ()-]+1[3-9]/.test(text) && !/^86(?:\d{11}|\d{13})$/.test(digits);
  return !/^(?:1(?:4[0-4]|06)\d{8,10}|9[56]\d{3,6}|1\d{4})$/.test(national);
}

/** Without the zero that is dialled within a country alone, `+44 (0)20`. `phone_number` of the database reads it alike. */
function withoutTrunk(digits: string): string {
  const [, code = '', rest = ''] = foreignCode.exec(digits) ?? [];
  return /^0[1-9]/.test(rest) && !keepsZero.test(code) ? `${code}${rest.slice(1)}` : digits;
}

const foreignCode = /^(\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3}))(\d{4,})$/;
/** China, and the countries whose numbers begin with a zero from abroad too, such as Italy and Ivory Coast (google/libphonenumber). */
const keepsZero = /^\+(?:86|39|47|22[5679]|24[127]|250|26[78]|378|501|67[69]|687|853|992)$/;

/** A mobile, a fixed line with its area code, or 400-…, with more digits behind it. Numbers of machines (140 to 144) have thirteen. */
const isLonger = /^(?:\+?86)?(?:0?1(?:[35-9]\d|4[5-9])\d{9,}|0(?:10|2\d|[3-9]\d\d)\d{9,}|[48]00\d{8,})$/;
/** `63210000/63210001`. */
const isTwo = /\d{7}[^\d+]+\d{7}/;

function landline(text: string): string | undefined {
  // 10-69931175: an area code of two digits without its 0.
  const dialled = text.replace(/^\s*(10|2\d)(?=[ -]\d{4}[ -]?\d{4}\s*$)/, '0$1');
  const digits = dialled.replaceAll(/[ ()./-]/g, '');
  const national = digits.replace(/^(?:\+|00)86(?:0|\(0\))?/, '0').replace(/^860(?=\d{9})/, '0');
  const withArea = codeBefore.test(text) || areaBehindCode.test(text) ? national.replace(/^86(?=[1-9])/, '0') : national;
  const [, area, line] = /^(010|02\d|0(?![48]00)[3-9]\d\d)(\d{7,8})$/.exec(withArea) ?? [];
  return area === undefined ? undefined : `${area}-${line}`;
}

const codeBefore = /^\s*\(?86[ ()-]/;
/** `(8610)65529988`, `8610-65529988`, `861065529988`. */
const areaBehindCode = /^\(?86(?:(?:10|2\d)[ ()-]*[2-8](?:[ -]?\d){7}|[3-9]\d\d[ ()-]*[2-8](?:[ -]?\d){6,7})$/;

/**
 * Without what people and programs write around a number: a label, a sign of a telephone, 微信同号, quotes, a spreadsheet's `="…"`,
 * other brackets and pluses.
 */
function plainMarks(text: string): string {
  const plain = halfWidth(text)
    .replace(/^[\p{Extended_Pictographic}✆]\s*(?=[\d+(\p{L}])/u, '')
    .replace(label, '')
    .replace(/\s*\(?(?:微信同号|同微信号?|微信号?)\)?$/u, '')
    .replace(/[;,.。、]+$/u, '')
    .replace(/^=?["'“‘]+|["'”’]+$/gu, '')
    .replaceAll(/[[【〔]/g, '(')
    .replaceAll(/[\]】〕]/g, ')')
    .replaceAll('\ufe62', '+')
    .replaceAll('ー', '-')
    .trim();
  return sheetDigits(plain);
}

/** `Tel:`, `T: `, `手机号（微信同号）：`, `收件人电话 `, `我的手机号是`. */
const label = new RegExp(
  `^(?:${[
    String.raw`(?:tele?(?:phone)?|phone|mobile|mob|cell(?:phone)?|fax|whatsapp|contact)(?: ?(?:no|number))?`,
    '[tmpfhwc](?=[.:])',
    String.raw`(?:\p{Script=Han}{0,8}(?:电话|電話|手机|手機|座机|固话|传真|热线|联系方式|号码|號碼)[号號]?[码碼]?)`,
    '微信',
  ].join('|')})(?:/?微信)?[号號]?(?: ?\\([^()\\d]*\\))?[是为]?[.::]*\\s*`,
  'iu',
);

function checked(number: string): string | undefined {
  return /^\+?\d[\d-]*$/.test(number) && number.length >= 5 && number.length <= 20 ? number : undefined;
}

/** `转801`, `转分机801`, `分机：801`, `ext. 801`, `x801`, `#801`, `,801`. */
const extension = /^(.+?)\s*(?:[转轉](?:分机)?|分机|内线|;?ext(?:ension)?|x|#|\*|,)[\s:.=-]*(\d{1,6})\s*\)?$/i;
/** `0571-88001234-801`. */
const dashedExtension = /^(.+\d\)?.*)-\s*(\d{1,6})$/;
