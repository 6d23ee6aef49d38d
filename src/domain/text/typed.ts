import { halfWidth, invisible, isTooLong, withoutMarks } from './half-width.ts';
import { privateHan, unifiedHan } from './han-spellings.ts';
import { namedIdentityNumber } from './identity-number.ts';
import { isLandline, isMobile, phoneNumber } from './phone-number.ts';
import { withoutHidden } from './visible-text.ts';

/*
 * Numbers and words as people type and paste them, in the spelling that records have. Every filter, search, form and call reads them here.
 * What is longer than anything typed stays, for a check to name.
 */

/** A short code, such as a captcha's: in half width and without blanks. */
export function typedCode(text: string): string {
  return isTooLong(text) ? text : halfWidth(text).replaceAll(' ', '');
}

/** A number of letters and digits as records have it: upper case, in one piece; what people copy around it falls away. */
export function typedNumber(text: string): string {
  if (isTooLong(text) || text.includes('\0')) return text; // For a check to name.
  return formedNumber(text) ?? halfWidth(text).replace(label, '').replaceAll(narrowSeparators, '').toUpperCase();
}

/** A hash of 64 hex digits, also in a line of `sha256sum`, as `SHA256 (a.txt) = …`, or in bytes with colons between them. */
export function typedHash(text: string): string {
  if (isTooLong(text)) return text;
  const [found, ...others] = halfWidth(text).match(/(?<![0-9A-Z])[0-9A-F]{64}(?![0-9A-Z])/gi) ?? [];
  return (found !== undefined && others.length === 0 ? found : typedNumber(text)).toLowerCase();
}

/** The number of a bank account, such as `6212 2612 0200 1234 567`, `NRA1234567890` or `FTN…`, in one piece. Dashes are part of some. */
export function typedAccount(text: string): string {
  return isTooLong(text) ? text : typedCode(text).replace(label, '').toUpperCase();
}

/** An e-mail address in half width, without blanks, `mailto:`, brackets around it and marks behind it; the name before it falls away. */
export function typedEmail(text: string): string {
  if (isTooLong(text)) return text;
  const plain = halfWidth(text).replace(/^mailto:/i, '');
  const [, within] = /<([^<>]*)>[;,. ]*$/.exec(plain) ?? [];
  return (within ?? plain).replace(label, '').replaceAll(/ |[;,.。；，]+$/g, '');
}

/**
 * A name: composed, ideographs in one spelling, the middle dot between them as `·`, no blanks between or around them, Latin letters in half
 * width, one blank between words.
 */
export function typedName(text: string): string {
  if (isTooLong(text)) return text;
  const composed = middleDots(unifiedHan(withoutHidden(text)).normalize('NFC'));
  return composed
    .replaceAll(/[０-９Ａ-Ｚａ-ｚ]/g, (letter) => halfWidth(letter))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
    .trim();
}

/** The dots between the parts of many minority names, in one spelling. */
export function middleDots(text: string): string {
  return text.replaceAll(/(?<=\p{Script=Han})\s*[•・‧∙⋅･．.·]\s*(?=\p{Script=Han})/gu, '·');
}

/** A telephone number in its one spelling; what is none stays, for a check to name. */
export function typedPhone(text: string): string {
  return phoneNumber(text) ?? text.trim();
}

/** The name of an account, a mobile or an e-mail address: in half width and without blanks; a mobile without +86. Others stay as typed. */
export function typedUsername(text: string): string {
  if (isTooLong(text)) return text;
  const name = typedCode(text);
  const phone = phoneNumber(name);
  if (phone !== undefined && isMobile(phone)) return phone;
  return /^[!-~]*$/.test(name) ? name : text;
}

/**
 * A keyword: without quotes and invisible characters around it. If it is a number as a whole, it is in one piece: a telephone number as it
 * is stored, groups of digits and letters without blanks, and without dashes if the whole has the length of a number of ours. Of `尾号5426`
 * the piece remains, of `护照 E12345678` the number.
 */
export function typedKeyword(text: string): string {
  if (isTooLong(text) || text.includes('\0')) return text; // For a check to name.
  const plain = withoutMarks(text).trim();
  if (plain === '') return '';
  const given = text.replaceAll(edges, '');
  const word = given.replaceAll(/^['"‘’“”`＇＂]+|['"‘’“”`＇＂]+$/g, '').trim() || plain;
  return formedNumber(text) ?? tailIn(text) ?? namedIdentityNumber(text) ?? numberIn(halfWidth(word)) ?? word;
}

/** The spellings in which records may have a keyword; the first is the likeliest. Most keywords have one. */
export function spellingsOf(keyword: string): [string, ...string[]] {
  const name = typedName(keyword);
  const narrow = /[０-９Ａ-Ｚａ-ｚ]/.test(name) ? halfWidth(name) : name;
  const dashless = /^\d[\d-]*\d$/.test(keyword) ? keyword.replaceAll('-', '') : keyword;
  const spellings = [name, narrow, privateHan(name), name.normalize('NFD'), ...apostrophes(name), dashless];
  return [keyword, ...new Set(spellings.filter((spelling) => spelling !== keyword && spelling !== ''))];
}

/** The apostrophe of `O'Brien` as keyboards and as word processors write it. */
function apostrophes(name: string): string[] {
  return /\p{L}['’]\p{L}/u.test(name) ? [name.replaceAll('’', "'"), name.replaceAll("'", '’')] : [];
}

/** The number of a mobile, an evidence, a hash, an order, a card or a company that a text is as a whole; undefined if it is none. */
function formedNumber(text: string): string | undefined {
  const plain = halfWidth(text);
  const [, own] = ownNames.exec(plain) ?? [];
  if (own !== undefined) return own.toUpperCase();
  const [, query = plain] = /\/verify\b.*?[?&](?:number|n)=([^&#\s]*)/i.exec(plain) ?? [];
  const whole = unmarked(query).replace(strictLabel, '');
  const grouped = unmarked(whole).replaceAll(wideSeparators, '').toUpperCase();
  if (longForm.test(grouped)) return grouped;
  const long = unmarked(whole.replace(anyLabel, '')).replaceAll(wideSeparators, '').toUpperCase();
  if (longForm.test(long)) return long;
  const number = unmarked(whole).replace(/^(\d+)\.0+$/, '$1');
  const phone = dottedAddress.test(number) ? undefined : phoneNumber(number.replaceAll(/[·•‧_'"‘’“”`]/g, '-'));
  if (phone !== undefined && (isMobile(phone) || (isLandline(phone) && /\D/.test(number)))) return phone;
  const piece = number.replaceAll(narrowSeparators, '').toUpperCase();
  return /\d/.test(piece) && shortForms.some((form) => form.test(piece)) ? piece : undefined;
}

/** Without the marks and brackets around a number, and a note in brackets behind it, such as `（微信同号）`. */
function unmarked(text: string): string {
  const plain = text.replace(/(?<=[^\s(])\s*\([^()\d]{2,}\)[^\p{L}\p{N}]*$/u, '').trim();
  const begun = plain.replace(/^(?:[^\p{L}\p{N}+(]|\((?![^()]*\)[^)]))+/u, '');
  return begun.replace(begun.includes('(') ? /[^\p{L}\p{N})]+$/u : /[^\p{L}\p{N}]+$/u, '');
}

/** The piece of a number that `尾号7BF37…` names. */
function tailIn(text: string): string | undefined {
  const [, piece] = /^\p{P}*(?:尾号|[后末][四六八4-8]位)[是为]?[\s:]*([0-9A-Z]{3,31})[^\p{L}\p{N}]*$/iu.exec(halfWidth(text)) ?? [];
  return piece !== undefined && /\d/.test(piece) ? piece.toUpperCase() : undefined;
}

/** A keyword's number; undefined if it is a word. */
function numberIn(given: string): string | undefined {
  const text = given.replace(label, '').replaceAll(/['"‘’“”`]|[,;.。、…\s]+$/g, '');
  if (!/^[ -~转]*\d/.test(text)) return undefined;
  const phone = dottedAddress.test(text) ? undefined : phoneNumber(text);
  // Bare digits may be the beginning of another number.
  if (phone !== undefined && (isMobile(phone) || (!/^[\d ]*$/.test(text) && /^[+0]/.test(phone)))) return phone;
  const pieces = text.replaceAll(' ', '');
  const whole = pieces.replaceAll('-', '').toUpperCase();
  if (numberForms.some(([, pattern]) => pattern.test(whole))) return whole;
  if (!text.includes(' ')) return /['"‘’“”`]/.test(given) ? undefined : text;
  return /^[0-9A-F ]+$/.test(text) || isMostlyDigits(pieces) ? pieces : undefined;
}

/** Groups of a number, such as `2026 1128`; not a word with a number, such as `Room 12`. */
function isMostlyDigits(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  return digits >= 4 && digits * 2 > text.length;
}

/** Words before a number, up to a colon. */
const label = /^[\p{Script=Han} ]{1,12}:\s*/u;
/** What stands before a number without doubt, also without a colon. */
const strictLabel = new RegExp(
  `^(?:${[
    String.raw`[\p{Script=Han} ]{1,12}\s*[:=]\s*`,
    String.raw`[\p{Script=Han} ]{0,11}[号码证话机]\s+`,
    String.raw`(?:nos?|number|sn|id|uuid|tel|phone|mobile|sha-?256|sm3|baoquan(?:_no)?|attestation_id)[\s:.=#"']+`,
    'n°',
    '0x',
  ].join('|')})+`,
  'iu',
);
/** Our own addresses of an evidence, and the names of its package and of its certificate. */
const ownNames = /(?:\/(?:attestation|evidence|records|captures|recordings|verify)\/|^(?:evidence|存证证书)-)([0-9A-F]{32})(?![0-9A-Z])/i;
/** Words before a number that is too long for a doubt. */
const anyLabel = /^[\p{Script=Han} ]{1,12}[^\p{L}\p{N}]*(?:0x)?/u;
const narrowSeparators = /[ '"‘’“”`-]/g;
/** Between the groups of numbers that are too long for a time, an amount or an address. */
const wideSeparators = /[^\p{L}\p{N}]+/gu;
const dottedAddress = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** Blanks and invisible characters around a text. */
const edges = new RegExp(`^(?:${invisible.source}|\\s)+|(?:${invisible.source}|\\s)+$`, 'gu');

/**
 * The numbers that have one format each, in one piece and upper case: `evidence` (also of a capture or recording), `order`, `card`
 * (identity card), `code` (统一社会信用代码), and `number`, which has another format and is too long for a name.
 */
export const numberForms = [
  ['mobile', /^1\d{10}$/],
  ['evidence', /^[0-9A-F]{32}$/],
  ['hash', /^[0-9A-F]{64}$/],
  ['order', /^20\d{6}[0-9A-F]{16}$/],
  ['card', /^(?:\d{17}[\dX]|\d{15})$/],
  ['code', /^[0-9A-HJ-NPQRTUWXY]{18}$/],
  ['number', /^(?=(?:.*\d){6})[0-9A-Z]{12,64}$/],
] as const satisfies readonly (readonly [string, RegExp])[];

const longForm = /^(?:[0-9A-F]{32}|[0-9A-F]{64})$/;
const shortForms = numberForms.filter(([name]) => name !== 'number').map(([, form]) => form);
