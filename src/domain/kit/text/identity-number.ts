import { halfWidth, isTooLong } from './half-width.ts';
import { sheetDigits } from './sheet-number.ts';

/**
 * The number of an identity paper in the one spelling that is stored: half width, upper case, without blanks. Undefined for what no known
 * paper has: letters and digits with brackets, dashes and strokes (resident identity cards, passports, cards of Hong Kong `A123456(7)` and
 * Macau `1/234567/8`, permits of residents of Taiwan), the words of papers of soldiers and of the police, `南字第01234567号`,
 * `京公字第012345号`, or their short forms, `军1234567`, `京A012345`.
 */
export function identityNumber(text: string): string | undefined {
  if (isTooLong(text)) return undefined;
  const given = withoutPaper(plainMarks(text));
  const unnamed = given.replace(label, '');
  return (unnamed === given ? undefined : readNumber(inner(unnamed))) ?? readNumber(inner(given));
}

/**
 * What is wrong with a text of digits that can only be meant as the number of a resident identity card: how many places it has instead of
 * eighteen, or that no calendar has its birthday; undefined if nothing is. A number behind the name of another paper may have any length.
 */
export function cardFaultOf(text: string): number | 'birthday' | undefined {
  const number = identityNumber(text) ?? '';
  const names = text.replaceAll(/[^\p{Script=Han}]/gu, '');
  if (!/^\d{15,19}[\dX]$/.test(number) || (names !== '' && !/身份|证件|證件/.test(names))) return undefined;
  if (number.length !== 18) return number.length;
  return isDay(number.slice(6, 14)) ? undefined : 'birthday';
}

/** @param digits yyyyMMdd. */
function isDay(digits: string): boolean {
  const [, year = '', month = '', day = ''] = /^((?:1[89]|20)\d\d)(\d\d)(\d\d)$/.exec(digits) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return year !== '' && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/**
 * The number of an identity paper in its one spelling, if a text can be nothing else: behind the name of its paper, of eighteen figures, a
 * military one, or one of Hong Kong or Macau with its last figure in brackets.
 */
export function namedIdentityNumber(text: string): string | undefined {
  const number = identityNumber(text);
  if (number === undefined || !/\d/.test(number)) return undefined;
  const plain = plainMarks(text);
  const isNamed = paper.test(label.exec(plain)?.[0] ?? '') || paper.test(paperBehind.exec(plain)?.[0] ?? '');
  return isNamed || /字|^[军武]\d{7,8}$|^\d{17}[\dX]$|^(?:[A-Z]{1,2}|[157])\d{6}\([\dA]\)$/.test(number) ? number : undefined;
}

/** In half width and upper case, without blanks, and without the quotes and marks that copying leaves around a number. */
function plainMarks(text: string): string {
  return halfWidth(text)
    .replaceAll(/\s/g, '')
    .replace(/^=?["'“‘「`]+/u, '')
    .replace(/["'”’」`,;.。、]+$/u, '')
    .replaceAll(/[【〔[]/g, '(')
    .replaceAll(/[】〕\]]/g, ')')
    .replaceAll(/[–—−]/g, '-')
    .toUpperCase();
}

/** Without the name of the paper behind a number: `E12345678（护照）`. */
function withoutPaper(plain: string): string {
  const number = plain.replace(paperBehind, '');
  return /\d/.test(number) ? number : plain;
}

const paperBehind = /(?:\(\p{Script=Han}{0,14}(?:[证證照]|证件?[号號][码碼]?)\)|\p{Script=Han}{0,14}[证證照])$/u;

/** Without brackets around the whole, and as the digits that a spreadsheet means. */
function inner(number: string): string {
  return sheetDigits(/^\(([^()]+(?:\([^()]+\))?)\)$/.exec(number)?.[1] ?? number);
}

function readNumber(number: string): string | undefined {
  if (/\.0+$/.test(number)) return undefined;
  const figures = number.replaceAll(/[-/.·•_,]/g, '').replace(/[×✕ХΧⅩ]$/u, 'X');
  // Commas between thousands come from a spreadsheet, which keeps fifteen digits.
  const isRounded = number.includes(',') && figures.endsWith('000');
  if (isMisread.test(figures) || isRounded) return undefined;
  const resident = /^(?:\d{15}|\d{17}[\dX])$/.exec(figures)?.[0];
  if (resident !== undefined) return resident;
  const military = /^(?:\(\d{4}\))?(\p{Script=Han}{1,4})字第?(?=[A-Z]*\d)([0-9A-Z]{4,12})[号號]?$/u.exec(number);
  if (military) return `${military[1]}字第${military[2]}号`;
  const short = shortPaper.exec(number.replaceAll(/[-.·•_]/g, ''))?.[0];
  if (short !== undefined) return short;
  const hongKong = /^([A-Z]{1,2}\d{6})[-/]([\dA])$/.exec(number);
  if (hongKong) return `${hongKong[1]}(${hongKong[2]})`;
  return /^[0-9A-Z()/-]{5,30}$/.test(number) && /(?:\d.*){3}/.test(number) && !isTwo.test(number) ? number : undefined;
}

/** A number of eighteen places with a letter that stands for a 0 or a 1. What it was is not guessed. */
const isMisread = /^(?=.*[OIL])[\dOIL]{17}[\dXOIL]$/;
/** `E12345678/E12345679`. */
const isTwo = /[A-Z]\d{7,}[()/-]+[A-Z]\d{7,}/;

const provinces = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼';
/** A number of a paper of soldiers or of the police without 字第 and 号: a word of its kind, province or area, a letter, and figures. */
export const shortPaper = new RegExp(
  `^(?:${[`[${provinces}](?:公安?|武?警|[司检法])?`, '公安?|武?警', '[军兵士文学海空火武南北沈兰济广成东西中]{1,2}'].join(
    '|',
  )})[A-Z]?\\d{5,9}$`,
  'u',
);

/** What stands before a number: 公民身份号码, 往来港澳通行证, 护照号, 证件编号, Passport No. */
const label = new RegExp(
  `^(?:${[
    String.raw`\p{Script=Han}{1,14}?[证證照]明?(?:件?(?:编号|[号號][码碼]?))?`,
    String.raw`\p{Script=Han}{0,14}?(?:证件[号號][码碼]?|编号|警[号號]|[号號][码碼])`,
    'PASSPORT',
    'HKID',
    'SFZ',
    String.raw`ID(?:CARD)?(?=NO|NUMBER|[:.]|\d{15})`,
    String.raw`N[O°º]\.?(?=[A-Z]\d{7})`,
  ].join('|')})(?:NO\\.?|NUMBER)?(?:\\((?:\\d{1,2}位|[^()\\d]*)\\))?[是为]?[:.#]*`,
  'u',
);
/** A name that is that of an identity paper without doubt. */
const paper = new RegExp(
  [
    '身份',
    '护照|護照',
    '(?:军官|士官|士兵|义务兵|军人|警官|警察|文职(?:人员|干部)?|学员|回乡|台胞|通行|居住|居留)证',
    '证件?(?:编号|号)',
    'PASSPORT',
  ].join('|'),
  'u',
);

/**
 * The spellings in which records may have an identity number, as it was handed in: the last figure of a card of Hong Kong or Macau in
 * brackets, behind a dash or a stroke, or as it is; the number of a soldier's or police officer's paper with 字第 and without. Empty if the
 * text is no identity number; a mobile is none.
 */
export function identitySpellings(text: string): string[] {
  const number = identityNumber(text);
  if (number === undefined || /^1\d{10}$/.test(number)) return [];
  const [, word, figures] = /^(\p{Script=Han}+?)(?:字第)?([0-9A-Z]+)号?$/u.exec(number) ?? [];
  if (word !== undefined && figures !== undefined) return [...new Set([number, `${word}字第${figures}号`, `${word}${figures}`])];
  const [, body, check] = /^([A-Z]{1,2}\d{6}|[157]\d{6})([\dA])$/.exec(number.replaceAll(/[()/-]/g, '')) ?? [];
  if (body === undefined || check === undefined) return [number];
  const macau = /^\d/.test(body) ? [`${body.slice(0, 1)}/${body.slice(1)}/${check}`] : [];
  return [...new Set([number, `${body}(${check})`, `${body}${check}`, `${body}-${check}`, `${body}/${check}`, ...macau])];
}
