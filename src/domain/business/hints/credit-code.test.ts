import { expect, it } from 'vitest';
import { rounds } from '../../../../test/rounds.ts';
import { creditCodeAlphabet, creditCodeCheck, creditCodeHolds, organisationCheck, readCreditCode } from './credit-code.ts';

it('knows the check characters of published codes', () => {
  expect(organisationCheck('D2143569')).toBe('X'); // GB 11714-1997, 3.3
  expect(creditCodeCheck('91350100M000100Y4')).toBe('3'); // GB 32100-2015, example
});

it('reads a code in either case, and nothing of another form', () => {
  expect(readCreditCode('91350100m000100y43')).toEqual({ checkHolds: true, organisationHolds: true });
  expect(readCreditCode('91350100M000100Y44')?.checkHolds).toBe(false);
  expect(readCreditCode('91350100M000100Z43')?.checkHolds).toBe(false); // Z is not allowed
  expect(readCreditCode('330106123456789')).toBe(null);
  expect(readCreditCode('')).toBe(null);
});

/** As with identity numbers: detection depends only on position, right and wrong character, and the codes cover every such error. */
it('finds every single error and every swap of neighbours, in very many codes', () => {
  const seen = { single: new Uint8Array(18 * 31 * 31), swap: new Uint8Array(18 * 31 * 31) };
  const missed: string[] = [];
  const tryError = (kind: 'single' | 'swap', place: number, right: string, wrong: string, code: string) => {
    seen[kind][(place * 31 + creditCodeAlphabet.indexOf(right)) * 31 + creditCodeAlphabet.indexOf(wrong)] = 1;
    if (creditCodeHolds(code)) missed.push(code);
  };
  const single = (code: string, place: number, wrong: string) =>
    tryError('single', place, code.charAt(place), wrong, code.slice(0, place) + wrong + code.slice(place + 1));
  const swap = (code: string, place: number) => {
    const [left, right] = [code.charAt(place), code.charAt(place + 1)];
    if (left !== right) tryError('swap', place, left, right, code.slice(0, place) + right + left + code.slice(place + 2));
  };
  for (let index = 0; index < rounds(1_000_000); index += 1) {
    const code = codeOf(index);
    if (!creditCodeHolds(code)) missed.push(code);
    const place = index % 18;
    const wrong = creditCodeAlphabet.charAt(Math.floor(index / 18) % 31);
    if (wrong !== code.charAt(place)) single(code, place, wrong);
    if (place < 17) swap(code, place);
    if (index % 10_000 > 0) continue;
    for (let each = 0; each < 18; each += 1) {
      for (const other of creditCodeAlphabet) if (other !== code.charAt(each)) single(code, each, other);
      if (each < 17) swap(code, each);
    }
  }
  expect(missed).toEqual([]);
  const sum = (marks: Uint8Array) => marks.reduce((total, mark) => total + mark, 0);
  expect(sum(seen.single)).toBe(18 * 31 * 30);
  expect(sum(seen.swap)).toBe(17 * 31 * 30);
});

/** 17 scattered characters and their check character. Digit-only positions may contain letters; the check is the same there. */
function codeOf(index: number): string {
  let state = (index * 48_271 + 11) % 2_147_483_647;
  let body = '';
  for (let at = 0; at < 17; at += 1) {
    state = (state * 16_807) % 2_147_483_647;
    body += creditCodeAlphabet.charAt((state >>> 7) % 31);
  }
  return body + creditCodeCheck(body);
}
