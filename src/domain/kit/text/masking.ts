import { halfWidth } from './half-width.ts';
import { shortPaper } from './identity-number.ts';

/** Masks an identity-card number for lists: `1101**********1234` (spec/wire, 6). Shorter numbers keep at most their last two letters. */
export function maskIdCard(idCard: string): string {
  const { length } = idCard; // Only letters and digits: intake accepts nothing else.
  if (length === 0) return '';
  const [head, tail] = length >= 15 ? [4, 4] : length > 4 ? [1, 2] : [0, 1];
  return idCard.slice(0, head) + '*'.repeat(length - head - tail) + idCard.slice(length - tail);
}

/** Masks a bank or wallet account for lists: its last four characters remain, or none if it is that short (spec/wire, 6). */
export function maskAccount(account: string): string {
  const characters = Array.from(account);
  return account === '' ? '' : `****${characters.length > 4 ? characters.slice(-4).join('') : ''}`;
}

/** Masks a person's name for strangers: its first character remains. If the name is a mobile number, its ends remain. */
export function maskName(name: string): string {
  if (/^\d{7,}$/.test(name)) return `${name.slice(0, 3)}****${name.slice(-4)}`;
  const [first = '', ...others] = Array.from(name);
  return `${first}${'*'.repeat(Math.min(others.length, 3))}`;
}

/** Masks a search keyword if it has the form of an identity number, and identity cards within one (spec/wire, 6). */
export function maskIdNumber(keyword: string): string {
  const plain = halfWidth(keyword);
  if (orderNumber.test(plain)) return keyword;
  if (cardWithin.test(plain))
    return plain.replaceAll(
      new RegExp(cardWithin, 'gi'),
      (_, before: string, card: string) => `${before}${maskIdCard(card.replaceAll(separator, ''))}`,
    );
  return idNumber.test(plain) && /\d/.test(plain) ? maskIdCard(plain) : keyword;
}

const separator = /[ .·•/_-]/g;
const between = `${separator.source}{0,2}`;
/** Without a lookbehind, which Safari lacks before 16.4. */
const cardWithin = new RegExp(`(^|\\D)((?:\\d${between}){17}[\\dX×]|(?:\\d${between}){14}\\d)(?![\\dA-F])`, 'i');

/**
 * Identity numbers that the intake accepts, in either case: cards of 15 and 18 digits, of Hong Kong and Macau, passports, papers of
 * soldiers and of the police. Not mobile numbers.
 */
export const idNumber = new RegExp(
  String.raw`^(?:(?!1\d{10}$)[0-9A-Z()/-]{5,30}|\p{Script=Han}{1,4}字第?(?=[A-Z]*\d)[0-9A-Z]{4,12}号?)$|${shortPaper.source}`,
  'iu',
);

/** A complete number of the system, such as an order number: its date and sixteen hex digits. No identity number is that long. */
const orderNumber = /^20\d{6}[0-9A-F]{16}$/i;
