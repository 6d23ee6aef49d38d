import { expect, it } from 'vitest';
import { rounds } from '../../../../test/rounds.ts';
import { ageAt, idNumberCheck, idNumberHolds, readIdNumber } from './id-number.ts';

it('knows the check characters of published numbers', () => {
  expect(idNumberCheck('11010519491231002')).toBe('X'); // GB 11643-1999, annex
  expect(idNumberCheck('44052418800101001')).toBe('4'); // GB 11643-1999, annex
});

it('reads birth, sex and area, and says where they cannot be', () => {
  expect(readIdNumber('11010519491231002x')).toEqual({ checkHolds: true, areaKnown: true, birth: '1949-12-31', sex: '女' });
  expect(readIdNumber('440524188001010014')).toEqual({ checkHolds: true, areaKnown: true, birth: '1880-01-01', sex: '男' });
  expect(readIdNumber('990524190002290010')).toMatchObject({ areaKnown: false, birth: null }); // 1900 was no leap year
  expect(readIdNumber('110105200002290010')?.birth).toBe('2000-02-29');
  expect(readIdNumber('110105000001010010')?.birth).toBe(null);
  expect(readIdNumber('931105200013010010')).toMatchObject({ areaKnown: true, birth: null }); // a foreigner's, thirteenth month
  expect(readIdNumber('110105491231002')).toBe(null);
  expect(readIdNumber('E12345678')).toBe(null);
  expect(readIdNumber('1101051949123100２X')).toBe(null);
});

it('counts full years', () => {
  expect(ageAt('2000-02-29', '2026-02-28')).toBe(25);
  expect(ageAt('2000-02-29', '2026-03-01')).toBe(26);
  expect(ageAt('2030-01-01', '2026-03-01')).toBe(-4);
});

/**
 * The sum is linear, so whether an error is detected depends only on its position and on the right and the wrong character. A million
 * numbers with one error each cover every such combination. A hundred numbers are also tested with every possible error.
 */
it('finds every single error and every swap of neighbours, in very many numbers', () => {
  const seen = { single: new Set<number>(), swap: new Set<number>() };
  const missed: string[] = [];
  const tryError = (kind: 'single' | 'swap', place: number, right: string, wrong: string, number: string) => {
    seen[kind].add((place * 128 + right.charCodeAt(0)) * 128 + wrong.charCodeAt(0));
    if (idNumberHolds(number)) missed.push(number);
  };
  const single = (number: string, place: number, wrong: string) =>
    tryError('single', place, number.charAt(place), wrong, number.slice(0, place) + wrong + number.slice(place + 1));
  const swap = (number: string, place: number) => {
    const [left, right] = [number.charAt(place), number.charAt(place + 1)];
    if (left !== right) tryError('swap', place, left, right, number.slice(0, place) + right + left + number.slice(place + 2));
  };
  for (let index = 0; index < rounds(1_000_000); index += 1) {
    const number = numberOf(index);
    if (!idNumberHolds(number)) missed.push(number);
    const place = index % 18;
    const wrong = charactersAt(place).charAt(Math.floor(index / 18) % charactersAt(place).length);
    if (wrong !== number.charAt(place)) single(number, place, wrong);
    if (place < 17) swap(number, place);
    if (index % 10_000 > 0) continue;
    for (let each = 0; each < 18; each += 1) {
      for (const other of charactersAt(each)) if (other !== number.charAt(each)) single(number, each, other);
      if (each < 17) swap(number, each);
    }
  }
  expect(missed).toEqual([]);
  expect(seen.single.size).toBe(17 * 10 * 9 + 11 * 10);
  // Swapping the last two can put X before the end, which is no number at all; the check fails too.
  expect(seen.swap.size).toBe(16 * 10 * 9 + 10 * 10);
});

function charactersAt(place: number): string {
  return place === 17 ? '0123456789X' : '0123456789';
}

/** 17 scattered digits and their check character. */
function numberOf(index: number): string {
  const next = (state: number) => (state * 16_807) % 2_147_483_647;
  const low = next(next(index + 7));
  const high = next(low);
  const body = String(low % 1e9).padStart(9, '0') + String(high % 1e8).padStart(8, '0');
  return body + idNumberCheck(body);
}
