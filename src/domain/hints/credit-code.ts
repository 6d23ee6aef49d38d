/** What a unified social credit code (统一社会信用代码) says of itself. */
export interface CreditCodeFacts {
  /** Whether the last character is the check character of the others. */
  readonly checkHolds: boolean;
  /** Whether the ninth to seventeenth character are an organisation code with its own check character (GB 11714). */
  readonly organisationHolds: boolean;
}

/** Reads a code of GB 32100 in either case; null for anything of another form, such as a tax number of 15 digits. */
export function readCreditCode(text: string): CreditCodeFacts | null {
  const code = text.toUpperCase();
  if (!/^[0-9A-Z]{18}$/.test(code)) return null;
  return { checkHolds: creditCodeHolds(code), organisationHolds: code[16] === organisationCheck(code.slice(8, 16)) };
}

/**
 * Whether a code of 18 characters ends in its check character. Finds every wrong single character and every swap of two unlike
 * neighbours: 31 is a prime, and neighbours have unlike weights. I, O, S, V and Z do not occur. Of several errors at once one in 31 passes.
 * Source: GB 32100, MOD 31 over powers of 3.
 */
export function creditCodeHolds(code: string): boolean {
  return code.length === 18 && code.charCodeAt(17) === creditCodeCheck(code).charCodeAt(0);
}

/** Check character of the first 17 characters; empty where one of them does not occur in codes. */
export function creditCodeCheck(body: string): string {
  let weight = 1;
  let sum = 0;
  for (let at = 0; at < 17; at += 1) {
    const value = values[body.charCodeAt(at)] ?? -1;
    if (value < 0) return '';
    sum += value * weight;
    weight = (weight * 3) % 31;
  }
  return creditCodeAlphabet.charAt((31 - (sum % 31)) % 31);
}

export const creditCodeAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
/** Value of each character by its ASCII code; -1 for the others. */
const values = Array.from({ length: 128 }, (_, code) => creditCodeAlphabet.indexOf(String.fromCharCode(code)));

/**
 * Check character of an organisation code's first 8 characters. It promises less than the code's own: characters whose values are alike
 * modulo 11, such as 0 and B, stand for each other unnoticed. Source: GB 11714, MOD 11.
 */
export function organisationCheck(body: string): string {
  const sum = [...body].reduce((total, letter, at) => total + Number.parseInt(letter, 36) * (organisationWeights[at] ?? 0), 0);
  return '0X987654321'.charAt(sum % 11);
}

const organisationWeights = [3, 7, 9, 10, 5, 8, 4, 2];
