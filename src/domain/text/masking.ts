/** Masks an identity-card number for lists: `1101**********1234` (wire, section 6). Shorter numbers keep at most their last two letters. */
export function maskIdCard(idCard: string): string {
  const { length } = idCard; // Only letters and digits: intake accepts nothing else.
  if (length === 0) return '';
  const [head, tail] = length >= 15 ? [4, 4] : length > 4 ? [1, 2] : [0, 1];
  return idCard.slice(0, head) + '*'.repeat(length - head - tail) + idCard.slice(length - tail);
}

/** Masks a bank or wallet account for lists: its last four characters remain, or none if it is that short (wire, section 6). */
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

/** Masks a search keyword for the trail if it has the form of an identity number (wire, section 6). */
export function maskIdNumber(keyword: string): string {
  return idNumber.test(keyword) && /\d/.test(keyword) && !orderNumber.test(keyword) ? maskIdCard(keyword) : keyword;
}

/** Identity numbers that the intake accepts, in either case: cards of 15 and 18 digits, Hong Kong cards, passports. Not mobile numbers. */
export const idNumber = /^(?!1\d{10}$)[0-9A-Z()-]{5,30}$/i;

/** A complete number of the system, such as an order number: its date and sixteen hex digits. No identity number is that long. */
const orderNumber = /^20\d{6}[0-9A-F]{16}$/i;
