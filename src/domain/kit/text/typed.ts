import { codePointLength, keywordChars } from './length.ts';
import { halfWidth, invisible, isTooLong, withoutMarks } from './half-width.ts';
import { unifiedHan } from './han-spellings.ts';
import { namedIdentityNumber } from './identity-number.ts';
import { isMobile, phoneNumber } from './phone-number.ts';
import { sheetDigits } from './sheet-number.ts';
import { plainText } from './twins.ts';
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
  if (isTooLong(text) || text.includes('\0')) return evidenceNumberIn(text) ?? text; // For a check to name.
  const number = formedNumber(text) ?? evidenceNumberIn(text);
  if (number !== undefined) return number;
  const plain = halfWidth(text);
  return standing(plain).length > 1 ? plain : sheetDigits(plain.replace(label, '').replaceAll(narrowSeparators, '')).toUpperCase();
}

/** A hash of 64 hex digits, also in a line of `sha256sum`, as `SHA256 (a.txt) = …`, or in bytes with colons between them. */
export function typedHash(text: string): string {
  if (isTooLong(text)) return text;
  const [found, ...others] = Array.from(halfWidth(text).matchAll(hashes), ([, hash = '']) => hash);
  return (found !== undefined && others.length === 0 ? found : typedNumber(text)).toLowerCase();
}

/** Without lookbehinds, here and below: Safari has none before 16.4. */
const hashes = /(?:^|[^0-9A-Z])([0-9A-F]{64})(?![0-9A-Z])/gi;

/** The number of a bank account, such as `6212 2612 0200 1234 567`, `NRA1234567890` or `FTN…`, in one piece. Dashes are part of some. */
export function typedAccount(text: string): string {
  if (isTooLong(text)) return text;
  return sheetDigits(typedCode(text).replace(/^(?:\p{Script=Han}{1,12}[:.]?|(?:account|a\/c)(?:no\.?|number)?:)/iu, '')).toUpperCase();
}

/** The number of a postal district of China in half width and one piece, without its label; others in half width. */
export function typedPostcode(text: string): string {
  if (isTooLong(text)) return text;
  const plain = halfWidth(text)
    .replace(/^\p{Script=Han}{1,6}[是为]?[\s:]*(?=[(0-9A-Z])/iu, '')
    .replace(/^\((.*)\)$/, '$1');
  const digits = sheetDigits(plain.replaceAll(/[ -]/g, ''));
  return /^\d{6}$/.test(digits) ? digits : plain.toUpperCase();
}

/**
 * An e-mail address in half width, without `mailto:`, brackets around it and marks behind it; the name before it falls away, and so does
 * any text around it if it has exactly one address. What may be a part of another address, such as `zhang,san@b.cn`, stays, for a check
 * to name.
 */
export function typedEmail(text: string): string {
  if (isTooLong(text)) return text;
  const plain = halfWidth(text)
    .replaceAll(/([0-9A-Za-z])[。｡](?=[0-9A-Za-z])/g, '$1.')
    .replaceAll(/ *@ */g, '@')
    .replace(/^(?:mailto:|e-?mail(?:\s*[:.]|\s)|mail(?:\s*:|\s))\s*/i, '');
  const tidy = plain.replace(label, '').replaceAll(/[;,.。；，、]+$/g, '');
  if (isEmail(tidy)) return tidy;
  const found = Array.from(plain.matchAll(addresses), ([, one = '']) => one);
  const [address, ...others] = new Set(found);
  const isOne = others.length === 0 && found.length === plain.split('@').length - 1;
  return address !== undefined && isOne ? address : tidy;
}

/** Whether it is an e-mail address of atoms (RFC 5322, 3.2.3), without those that queries and tables put between values. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && email.test(text);
}

const local = String.raw`[0-9A-Za-z_!#$%&'*+/~-]+(?:\.[0-9A-Za-z_!#$%&'*+/~-]+)*`;
const host = String.raw`(?:[0-9A-Za-z](?:[0-9A-Za-z-]*[0-9A-Za-z])?\.)+[A-Za-z]{2,}`;
/** A quote before it is a spreadsheet's. */
const email = new RegExp(`^(?!')${local}@${host}$`);
/** Behind a word that is no label, a mark or a blank may be a part of the address, and a mark before another word, too. */
const addresses = new RegExp(
  String.raw`(?:^|[\p{Script=Han}\p{Extended_Pictographic}:([<{"“”「【《】」》])[\s)\]>,;。、'‘’]*((?![!#$%&'*+/~-])${local}@${host})` +
    String.raw`(?![,;/|、。]?(?!\p{Script=Han})[\p{L}\p{N}_@%&+-]|\.\w)`,
  'gu',
);

/**
 * A name: without its label, brackets and marks of a sentence around it, composed, ideographs in one spelling, the middle dot between
 * them as `·`, no blanks between or around them, Latin letters in half width, one blank between words.
 */
export function typedName(text: string): string {
  if (isTooLong(text)) return text;
  const bare = withoutHidden(text).replaceAll(nameMarks, '').replace(nameLabel, '');
  const [, , within = bare] = /^([(（【[《「『<〈“"])([^()（）【】[\]《》「」『』<>〈〉“”"]+)[)）】\]》」』>〉”"]$/u.exec(bare) ?? [];
  const composed = middleDots(unifiedHan(within).normalize('NFC'));
  return composed
    .replaceAll(/[０-９Ａ-Ｚａ-ｚ]/g, (letter) => halfWidth(letter))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(\p{Script=Han}) (?=\p{Script=Han})/gu, '$1')
    .trim();
}

/** The dots between the parts of many minority names, in one spelling. */
export function middleDots(text: string): string {
  return text.replaceAll(/(\p{Script=Han})\s*[•・‧∙⋅･．.·]\s*(?=\p{Script=Han})/gu, '$1·');
}

/** A telephone number in its one spelling; what is none stays, for a check to name. */
export function typedPhone(text: string): string {
  return phoneNumber(text) ?? text.trim();
}

/** The name of an account, a mobile or an e-mail address: in half width and without blanks; a mobile without +86. Others stay as typed. */
export function typedUsername(text: string): string {
  if (isTooLong(text)) return text;
  const address = typedEmail(text);
  if (address.includes('@')) return address;
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
  if (text.includes('\0')) return text; // For a check to name.
  if (isTooLong(text)) return evidenceNumberIn(text) ?? text;
  const plain = withoutMarks(text).trim();
  if (plain === '') return '';
  const given = text.replaceAll(edges, '').replaceAll(/[\t-\r\u2028\u2029]+/g, ' ');
  const word = given.replaceAll(/^['"‘’“”`＇＂]+|['"‘’“”`＇＂]+$/g, '').trim() || plain;
  const number = formedNumber(text) ?? tailIn(text);
  const isSeveral = number === undefined && standing(halfWidth(text)).length > 1;
  const keyword = number ?? (isSeveral ? word : (namedIdentityNumber(text) ?? pieceIn(halfWidth(word)) ?? word));
  // A sentence is too long for a keyword; its number is what is sought.
  return codePointLength(keyword) > keywordChars ? (numberWithin(keyword) ?? keyword) : keyword;
}

/** Whether a text is several whole numbers and nothing else, in a list of any kind. A hash may have been wrapped. */
export function isSeveralNumbers(text: string): boolean {
  if (isTooLong(text)) return false;
  const pieces = halfWidth(text)
    .split(/[ ,;、。/|]+/)
    .filter((piece) => piece !== '');
  const numbers = new Set(pieces.map((piece) => wholeIn(unmarked(piece))));
  return numbers.size > 1 && [...numbers].every((number) => number !== undefined && !/^(?!20)[0-9A-F]{32}$/.test(number));
}

/** Whether a text is a number some of whose digits a list does not show, which finds nothing: `1101**********1234`. */
export function isMaskedNumber(text: string): boolean {
  return (
    !isTooLong(text) &&
    /^(?:\p{Script=Han}{1,12}[: ]*)?(?:\d{3,6}[*x]{6,12}\d{2,4}[\dX]|[0-9A-Z]\*{2,}[0-9A-Z()]{2})$/iu.test(halfWidth(text))
  );
}

/**
 * The spellings in which records may have a keyword, apart from twins of its characters (`twins.ts`); the first is the likeliest. Most
 * keywords have one.
 */
export function spellingsOf(keyword: string): [string, ...string[]] {
  const name = typedName(keyword);
  const plain = plainText(name);
  const dashless = /^\d[\d-]*\d$/.test(keyword) ? keyword.replaceAll('-', '') : '';
  const tight = /[()]/.test(plain) ? plain.replaceAll(/ *([()]) */g, '$1') : '';
  const sharp = /ss/.test(plain) && /\p{Script=Latin}{4}/u.test(plain) ? plain.replaceAll('ss', 'ß') : '';
  const double = plain.replaceAll('ß', 'ss');
  const words = [name, plain, plain.normalize('NFD'), tight, sharp, double, dashless, numberWithin(keyword) ?? ''];
  const known = new Set([asciiLower(keyword), '']);
  const others = words.filter((word) => !known.has(asciiLower(word)) && known.add(asciiLower(word)));
  return [keyword, ...others];
}

/** Databases compare ASCII without case. */
function asciiLower(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * The one number of an evidence, an order, a card, a company or a mobile within a text, such as `冯平 12862936328` or an address; undefined
 * if there is none, or several, or if the text is nothing else.
 */
export function numberWithin(text: string): string | undefined {
  if (isTooLong(text)) return evidenceNumberIn(text);
  const plain = halfWidth(text);
  const found = new Set(numbersIn(plain, numberShapes).map((number) => number.replaceAll(/[ -]/g, '').toUpperCase()));
  const [number, ...others] = found;
  return number !== undefined && others.length === 0 && number !== plain.toUpperCase() ? number : undefined;
}

/** The one evidence number within a text of any length, in one piece or in groups; undefined if there is none, or several. */
function evidenceNumberIn(text: string): string | undefined {
  const found = numbersIn(halfWidth(text), evidenceShapes);
  const [number, ...others] = new Set(found.map((one) => one.replaceAll(/[ -]/g, '').toUpperCase()));
  return others.length === 0 ? number : undefined;
}

/**
 * The number of a mobile, a fixed line, an evidence, a hash, an order, a card or a company that a text is as a whole; undefined if it is
 * none. Whatever reads numbers reads them here.
 */
function formedNumber(text: string): string | undefined {
  const plain = halfWidth(text);
  const undated = withoutDates(plain);
  const beside = undated === plain ? undefined : formedNumber(undated);
  if (beside !== undefined) return beside;
  const [, own] = ownNames.exec(plain) ?? [];
  if (own !== undefined) return own.toUpperCase();
  const [, card] = drawnCard.exec(plain) ?? [];
  if (card !== undefined) return `${card.replaceAll(' ', '')}X`;
  const [, query] = /(?:\/verify\b.*?[?&]n|[?&]number)=([^&#\s]*)/i.exec(plain) ?? [];
  const whole = unmarked(query === undefined ? plain : unescaped(query)).replace(strictLabel, '');
  const number = sheetDigits(unmarked(whole));
  const phone = phoneIn(number.replaceAll(/[·•‧_'"‘’“”`]/g, '-'));
  if (phone !== undefined) return phone;
  const [alone, ...others] = standing(whole);
  if (alone !== undefined) return others.length === 0 ? alone : undefined;
  const grouped = unmarked(whole).replaceAll(wideSeparators, '').toUpperCase();
  if (longForm.test(grouped)) return grouped;
  const long = unmarked(whole.replace(anyLabel, '')).replaceAll(wideSeparators, '').toUpperCase();
  if (longForm.test(long)) return long;
  const piece = number.replaceAll(narrowSeparators, '').toUpperCase();
  if (/\d/.test(piece) && shortForms.some((form) => form.test(piece))) return piece;
  const isGrouped = /^[ -~]*$/.test(number) && /^[^/]*\d/.test(number) && anyForm.test(piece);
  return isGrouped ? (evidenceNumberIn(number) ?? piece) : undefined;
}

/** Without the days and times that stand between blanks beside something else, as in a row copied from a list. */
function withoutDates(plain: string): string {
  const left = plain.replaceAll(dates, ' ').trim();
  return left === '' ? plain : left;
}

const dates = new RegExp(
  [
    String.raw`(?:^| )(?:19|20)\d{2}(?:([-/.])\d{1,2}\1\d{1,2}|年\d{1,2}月\d{1,2}日?)`,
    String.raw`(?:[ T]?\d{1,2}(?::\d{2}){1,2}(?:\.\d+)?|[ T]?\d{1,2}[时点]\d{1,2}分(?:\d{1,2}秒)?)?(?= |$)`,
  ].join(''),
  'g',
);

/** A part of an address, with its escapes read. */
function unescaped(query: string): string {
  try {
    return halfWidth(decodeURIComponent(query.replaceAll('+', ' ')));
  } catch {
    return query;
  }
}

/** The whole numbers that stand by themselves between blanks, in a text in ASCII that has more than one piece, as a row of a table has. */
function standing(plain: string): string[] {
  const pieces = /^[ -~]*$/.test(plain) ? plain.split(/ +/) : [];
  return pieces.length > 1 ? pieces.map((piece) => wholeIn(unmarked(piece))).filter((number) => number !== undefined) : [];
}

function wholeIn(piece: string): string | undefined {
  const number = piece.replaceAll('-', '').toUpperCase();
  // Fifteen digits may be a group of another number.
  const isWhole = number.length !== 15 && shortForms.some((form) => form.test(number));
  return isWhole ? number : phoneIn(piece);
}

/** A mobile, or a number with its area or country code, or an extension. Bare digits may be the beginning of another number. */
function phoneIn(number: string): string | undefined {
  const phone = dottedAddress.test(number) ? undefined : phoneNumber(number);
  if (phone === undefined || isMobile(phone) || /^8(?:52|53|86) /.test(number)) return phone;
  return /[^\d ]/.test(number) && /^[+0]|^[2-9]\d{6,7}-/.test(phone) ? phone : undefined;
}

/** Without the marks and brackets around a number, and a note in brackets behind it, such as `（微信同号）`. */
function unmarked(text: string): string {
  const plain = text.replace(/([^\s(])\s*\([^()\d]{2,}\)[^\p{L}\p{N}]*$/u, '$1').trim();
  const begun = plain.replace(/^(?:[^\p{L}\p{N}+(]|\((?![^()]*\)[^)]))+/u, '');
  return begun.replace(begun.includes('(') ? /[^\p{L}\p{N})]+$/u : /[^\p{L}\p{N}]+$/u, '');
}

/** The piece of a number that `尾号7BF37…`, `末四位(3166)`, `****3166` or `487B5B…67F2C9` names. */
function tailIn(text: string): string | undefined {
  const plain = halfWidth(text);
  const [, piece] = tailName.exec(plain) ?? shortened.exec(plain) ?? tailBehind.exec(plain) ?? [];
  return piece !== undefined && /\d/.test(piece) ? piece.toUpperCase() : undefined;
}

const tailName =
  /^\P{L}*\p{Script=Han}{0,6}?(?:尾号|尾数|末尾|[后末尾][四五六七八4-8]位)(?:数字?|号码?)?[是为]?[\s:(（【[“"「*]*([0-9A-Z]{3,31})[^\p{L}\p{N}]*$/iu;
/** `****5426`, `…67F2C9`, `487B5B…67F2C9`, `128****5426`. */
const shortened =
  /^(?:\p{Script=Han}{0,6}(?:[号码]:?|:)\s*)?(?:[*.…]{2,}|(?:[0-9A-F]{4,31})?(?:…|\.{3})|[0-9A-F]{3,31}\*{3,5})\s*([0-9A-Z]{3,31})$/iu;
/** `5426结尾`, `5426（尾号）`. */
const tailBehind = /^\P{L}*?([0-9A-Z]{3,31})\s*(?:结尾|\(?尾号\)?)\P{L}*$/iu;

/** The piece of a number that a keyword is; undefined if it is a word. */
function pieceIn(given: string): string | undefined {
  const undated = withoutDates(given);
  if (undated !== given) return pieceIn(undated);
  const text = given.replace(label, '').replaceAll(/['"‘’“”`]|[,;.。、…\s]+$/g, '');
  if (!/^[ -~]*\d[ -~]*$/.test(text)) return undefined;
  if (!text.includes(' ')) return /['"‘’“”`]/.test(given) ? undefined : text;
  const pieces = text.replaceAll(' ', '');
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
    String.raw`\p{Script=Han}{0,11}(?:税号|识别号|登记号|信用代码|订单号|流水号|[编单账卡]号)(?:\([^()\d]*\))?[是为]?\s*`,
    String.raw`(?:nos?|number|sn|id|uuid|tel|phone|mobile|sha-?256|sm3|baoquan(?:_no)?|attestation_id)[\s:.=#"']+`,
    'n°',
    '0x',
  ].join('|')})+`,
  'iu',
);
/** An identity card whose X was typed as a sign, a Roman ten, or a letter of another alphabet. */
const drawnCard = /^((?:\d ?){17})[×✕ХΧⅩ]$/iu;
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
const anyForm = /^(?=(?:.*\d){6})[0-9A-Z]{12,64}$/;

interface Shapes {
  /** Sticky. */
  readonly alone: RegExp;
  /** Behind a group of four digits, where a number in groups would be a part of another one. */
  readonly behindGroup: RegExp;
}

/** The numbers of these shapes that stand apart from other letters and digits. */
function numbersIn(text: string, { alone, behindGroup }: Shapes): string[] {
  const found: string[] = [];
  const starts = /(?:^|[^0-9A-Za-z])(?=[0-9A-Za-z])/giu;
  for (let start = starts.exec(text); start; start = starts.exec(text)) {
    const at = start.index + start[0].length;
    const shape = /(?:^|[^0-9A-Za-z])[0-9A-F]{4}[ -]$/iu.test(text.slice(Math.max(0, at - 6), at)) ? behindGroup : alone;
    shape.lastIndex = at;
    const [number = ''] = shape.exec(text) ?? [];
    if (number !== '') found.push(number);
    starts.lastIndex = Math.max(at + number.length, start.index + 1);
  }
  return found;
}

function shapesOf(...forms: readonly string[]): Shapes {
  const of = (all: readonly string[]) => new RegExp(`(?:${all.join('|')})(?![0-9A-Za-z])`, 'iuy');
  return { alone: of(forms), behindGroup: of(forms.filter((form) => form !== inGroups)) };
}

const inGroups = String.raw`[0-9A-F]{4}(?:[ -]?[0-9A-F]{4}){7}(?!(?! \d{4}-\d\d-\d\d(?!\d))[ -][0-9A-F]{4}(?![\p{L}\p{N}]))`;
const evidenceShapes = shapesOf('[0-9A-F]{32}', inGroups);
const numberShapes = shapesOf(
  '[0-9A-F]{32}',
  inGroups,
  String.raw`20\d{6}[0-9A-F]{16}`,
  String.raw`\d{17}[\dX]`,
  String.raw`[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}`,
  String.raw`1\d{2}[ -]?\d{4}[ -]?\d{4}`,
);
/** What stands before the name of a person or a company. */
const nameLabel = new RegExp(
  `^(?:(?:${[
    '公司|企业|单位|机构|商户|客户|用户|[账帐]户|户主',
    '联系人|收件人|收款人|付款人|申请人|当事人|持有人|操作[人员]|受理人|负责人|法人|法定代表人',
  ].join('|')})(?:姓名|名字|名称|全称)?|姓名|名字|名称|全称|开?户名|(?:发票|开票)?抬头)\\s*[:：]\\s*`,
  'u',
);
/** What a list or a sentence leaves around a name. A dot may belong to it. */
const nameMarks = /^[，。；、,;\s]+|[，。；、,;\s]+$/g;
