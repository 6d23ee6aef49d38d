/**
 * An identity-card number as lists show it: `1101**********1234` (wire, section 6). Shorter numbers keep their last two letters at most.
 */
export function maskIdCard(idCard: string): string {
  const { length } = idCard; // Letters and digits alone: intake takes no other.
  if (length === 0) return '';
  const [head, tail] = length >= 15 ? [4, 4] : length > 4 ? [1, 2] : [0, 1];
  return idCard.slice(0, head) + '*'.repeat(length - head - tail) + idCard.slice(length - tail);
}

/** An account at a bank or a wallet as lists show it: its last four characters; of one so short, none (wire, section 6). */
export function maskAccount(account: string): string {
  const characters = Array.from(account);
  return account === '' ? '' : `****${characters.length > 4 ? characters.slice(-4).join('') : ''}`;
}

/** A person's name as strangers may read it: its first character. A mobile in its place shows its ends. */
export function maskName(name: string): string {
  if (/^\d{7,}$/.test(name)) return `${name.slice(0, 3)}****${name.slice(-4)}`;
  const [first = '', ...others] = Array.from(name);
  return `${first}${'*'.repeat(Math.min(others.length, 3))}`;
}

/** What somebody looked for, as the trail may keep it: masked where it has the form of an identity number (wire, section 6). */
export function maskIdNumber(keyword: string): string {
  return idNumber.test(keyword) && /\d/.test(keyword) && !orderNumber.test(keyword) ? maskIdCard(keyword) : keyword;
}

/**
 * The form of an identity number as the intake takes them, in either case: cards of 15 and 18 digits, those of Hong Kong, passports. A
 * mobile has a form of its own.
 */
export const idNumber = /^(?!1\d{10}$)[0-9A-Z()-]{5,30}$/i;

/** The whole of a number of ours: its day and sixteen digits; no identity number is so long. */
const orderNumber = /^20\d{6}[0-9A-F]{16}$/i;
