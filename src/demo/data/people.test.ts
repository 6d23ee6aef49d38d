import { describe, expect, it } from 'vitest';
import { creditCodeHolds, organisationCheck } from '../../domain/business/hints/credit-code.ts';
import { idNumberHolds } from '../../domain/business/hints/id-number.ts';
import { creditCode, ipAddress, mobileNumber } from './numbers.ts';
import { enterpriseOf, personOf } from './people.ts';

const indexes = Array.from({ length: 1000 }, (_, index) => index);

describe('invented people and enterprises', () => {
  it('have identity-card numbers that pass the check and lie in no area that was ever assigned', () => {
    for (const { idCard, birth, sex } of indexes.map(personOf)) {
      expect(idCard).toMatch(/^99\d{15}[\dX]$/);
      expect(idCard.slice(6, 14)).toBe(birth);
      expect(Number(idCard[16]) % 2 === 1).toBe(sex === '男');
      expect(idNumberHolds(idCard)).toBe(true);
    }
    expect(new Set(indexes.map((index) => personOf(index).idCard)).size).toBe(1000);
  });

  it('have mobiles outside every mobile network, each once', () => {
    const mobiles = indexes.map(mobileNumber);
    for (const mobile of mobiles) expect(mobile).toMatch(/^12\d{9}$/);
    expect(new Set(mobiles).size).toBe(1000);
  });

  it('have credit codes that pass both checks and name an area that does not exist', () => {
    for (const code of indexes.map(creditCode)) {
      expect(code).toMatch(/^9199\d{4}[0-9A-HJ-NPQRTUWXY]{10}$/);
      expect(code[16]).toBe(organisationCheck(code.slice(8, 16)));
      expect(creditCodeHolds(code)).toBe(true);
    }
    expect(new Set(indexes.map(creditCode)).size).toBe(1000);
  });

  it('have names as people and companies do, rare characters among them', () => {
    const names = indexes.map((index) => personOf(index).name);
    for (const name of names) expect([...name].length).toSatisfy((length: number) => length >= 2 && length <= 4);
    expect(names.some((name) => name.includes('䶮'))).toBe(true);
    expect(names.some((name) => /[\u{20000}-\u{3ffff}]/u.test(name))).toBe(true);
    const companies = indexes.map((index) => enterpriseOf(index).name);
    for (const company of companies) expect(company).toMatch(/^.{6,12}有限公司$/u);
    expect(new Set(companies).size).toBe(1000);
  });

  it('come from addresses that are kept for examples', () => {
    for (const ip of indexes.map(ipAddress))
      expect(ip).toMatch(/^(192\.0\.2|198\.51\.100|203\.0\.113)\.([1-9]\d?|1\d\d|2[0-4]\d|25[0-4])$/);
  });
});
