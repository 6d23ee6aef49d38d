import { creditCodeAlphabet, creditCodeCheck, organisationCheck } from '../../domain/business/hints/credit-code.ts';
import { idNumberCheck } from '../../domain/business/hints/id-number.ts';
import { seeded } from './random.ts';

/*
 * Numbers of people and companies that pass every format check and yet belong to nobody: each is in a range that its register never issued.
 * Each is a function of an index below 10 000; two indexes never share a number.
 */

/**
 * An identity-card number (GB 11643). GB/T 2260 has no area 99xxxx: its provinces end at 82. Foreigners' numbers are 9 and a province, and
 * no province is numbered 90 to 99 either. Odd sequence numbers are male.
 */
export function idCardNumber(index: number, birth: string, sex: '男' | '女'): string {
  const sequence = seeded('sequence', index).int(0, 499) * 2 + (sex === '男' ? 1 : 2);
  const body = `99${digits(index, 4)}${birth}${digits(sequence, 3)}`;
  return body + idNumberCheck(body);
}

/** A mobile number. Numbers that begin with 12 are short service numbers and mobile networks begin at 13, so it reaches nobody. */
export function mobileNumber(index: number): string {
  // Multiplying by a number coprime to 10^8 shuffles the numbers and keeps them distinct.
  return `128${digits((index * 73_687_871 + 20_461_357) % 10 ** 8, 8)}`;
}

/** A unified social credit code (GB 32100): 91 for a company, then an area 99xxxx, which GB/T 2260 does not have. */
export function creditCode(index: number): string {
  const random = seeded('organisation', index);
  const organisation = `M${random.pick([...creditCodeAlphabet])}${random.pick([...creditCodeAlphabet])}${digits(index, 5)}`;
  const body = `9199${digits(index, 4)}${organisation}${organisationCheck(organisation)}`;
  return body + creditCodeCheck(body);
}

/** An address from the three networks that RFC 5737 reserves for documentation. They are never routed. */
export function ipAddress(index: number): string {
  const random = seeded('ip', index);
  return `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${random.int(1, 255)}`;
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
