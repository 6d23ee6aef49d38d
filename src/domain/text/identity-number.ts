import { halfWidth, isTooLong } from './half-width.ts';

/**
 * The number of an identity paper in the one spelling that is stored: half width, upper case, without blanks. Undefined for what no known
 * paper has: letters and digits with brackets, dashes and strokes (resident identity cards, passports, cards of Hong Kong `A123456(7)` and
 * Macau `1/234567/8`, permits of residents of Taiwan), or the words of military papers, `南字第01234567号`.
 */
export function identityNumber(text: string): string | undefined {
  if (isTooLong(text)) return undefined;
  const given = plainMarks(text);
  const unnamed = given.replace(label, '');
  return (unnamed === given ? undefined : readNumber(unnamed)) ?? readNumber(given);
}

/**
 * The number of an identity paper in its one spelling, if a text can be nothing else: behind the name of its paper, of eighteen figures, a
 * military one, or one of Hong Kong or Macau with its last figure in brackets.
 */
export function namedIdentityNumber(text: string): string | undefined {
  const number = identityNumber(text);
  if (number === undefined || !/\d/.test(number)) return undefined;
  const isNamed = paper.test(label.exec(plainMarks(text))?.[0] ?? '');
  return isNamed || /字|^\d{17}[\dX]$|^(?:[A-Z]{1,2}|[157])\d{6}\([\dA]\)$/.test(number) ? number : undefined;
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

function readNumber(number: string): string | undefined {
  const resident = /^(?:\d{15}|\d{17}[\dX])$/.exec(number.replaceAll(/[-.·•_]/g, '').replace(/[×ХΧ]$/u, 'X'))?.[0];
  if (resident !== undefined) return resident;
  const military = /^(?:\(\d{4}\))?(\p{Script=Han}{1,4})字第?(?=[A-Z]*\d)([0-9A-Z]{4,12})[号號]?$/u.exec(number);
  if (military) return `${military[1]}字第${military[2]}号`;
  const hongKong = /^([A-Z]{1,2}\d{6})[-/]([\dA])$/.exec(number);
  if (hongKong) return `${hongKong[1]}(${hongKong[2]})`;
  return /^[0-9A-Z()/-]{5,30}$/.test(number) ? number : undefined;
}

/** What stands before a number: 公民身份号码, 往来港澳通行证, 护照号, 证件编号, Passport No. */
const label = new RegExp(
  `^(?:${[
    String.raw`\p{Script=Han}{1,14}?[证證照](?:件?(?:编号|[号號][码碼]?))?`,
    String.raw`\p{Script=Han}{0,14}?(?:证件[号號][码碼]?|编号|[号號][码碼])`,
    'PASSPORT',
    'ID(?=NO|NUMBER|:)',
  ].join('|')})(?:NO\\.?|NUMBER)?[:.#]?`,
  'u',
);
/** A name that is that of an identity paper without doubt. */
const paper = /身份|护照|護照|(?:军官|士官|士兵|军人|警官|回乡|台胞|通行|居住|居留)证|证件?(?:编号|号)|PASSPORT/u;

/**
 * The spellings in which records may have an identity number, as it was handed in: the last figure of a card of Hong Kong or Macau in
 * brackets, behind a dash or a stroke, or as it is. Empty if the text is no identity number; a mobile is none.
 */
export function identitySpellings(text: string): string[] {
  const number = identityNumber(text);
  if (number === undefined || /^1\d{10}$/.test(number)) return [];
  const [, body, check] = /^([A-Z]{1,2}\d{6}|[157]\d{6})([\dA])$/.exec(number.replaceAll(/[()/-]/g, '')) ?? [];
  if (body === undefined || check === undefined) return [number];
  const macau = /^\d/.test(body) ? [`${body.slice(0, 1)}/${body.slice(1)}/${check}`] : [];
  return [...new Set([number, `${body}(${check})`, `${body}${check}`, `${body}-${check}`, `${body}/${check}`, ...macau])];
}
