import { itemAt, seeded } from './random.ts';

/*
 * Numbers of people and companies that pass every check of form, and yet belong to nobody: each stands in a range that its register never
 * gave out. Each is a function of an index below 10 000; two indexes never share a number.
 */

/**
 * An identity-card number (GB 11643). GB/T 2260 never gave out an area 99xxxx: its provinces end at 82. Foreigners' numbers are 9 and then
 * a province, and there is no province 90 to 99 either. Odd sequence numbers are men's.
 */
export function idCardNumber(index: number, birth: string, sex: '男' | '女'): string {
  const sequence = seeded('sequence', index).int(0, 499) * 2 + (sex === '男' ? 1 : 2);
  const body = `99${digits(index, 4)}${birth}${digits(sequence, 3)}`;
  return body + idCardCheck(body);
}

/** Check character of an identity-card number's first 17 digits. Source: ISO 7064, MOD 11-2. */
export function idCardCheck(body: string): string {
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (2 ** (17 - at) % 11), 0);
  return itemAt([...'10X98765432'], sum % 11);
}

/** A mobile number. Numbers that begin with 12 are short service numbers; mobile networks begin at 13, so nobody's telephone rings. */
export function mobileNumber(index: number): string {
  // Multiplying by a number that shares no factor with 10^8 shuffles the numbers and keeps them apart.
  return `128${digits((index * 73_687_871 + 20_461_357) % 10 ** 8, 8)}`;
}

/** A unified social credit code (GB 32100): 91 for a company, then an area 99xxxx, which GB/T 2260 does not have. */
export function creditCode(index: number): string {
  const random = seeded('organisation', index);
  const organisation = `M${random.pick([...creditAlphabet])}${random.pick([...creditAlphabet])}${digits(index, 5)}`;
  const body = `9199${digits(index, 4)}${organisation}${organisationCheck(organisation)}`;
  return body + creditCheck(body);
}

/** Check character of a credit code's first 17 characters. Source: GB 32100, MOD 31 over powers of 3. */
export function creditCheck(body: string): string {
  let weight = 1;
  let sum = 0;
  for (const letter of body) {
    sum += creditAlphabet.indexOf(letter) * weight;
    weight = (weight * 3) % 31;
  }
  return itemAt([...creditAlphabet], 31 - (sum % 31));
}

/** Check character of an organisation code's first 8 characters. Source: GB 11714, MOD 11. */
export function organisationCheck(body: string): string {
  const sum = [...body].reduce((total, letter, at) => total + Number.parseInt(letter, 36) * itemAt([3, 7, 9, 10, 5, 8, 4, 2], at), 0);
  return itemAt([...'0X987654321'], sum % 11);
}

/** An address from the three nets that RFC 5737 keeps for examples: none of them is ever routed. */
export function ipAddress(index: number): string {
  const random = seeded('ip', index);
  return `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${random.int(1, 255)}`;
}

const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
