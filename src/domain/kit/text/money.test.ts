import { describe, expect, it } from 'vitest';
import { formatYuan, parseYuan } from './money.ts';

describe('yuan', () => {
  it.each([
    [0, '0.00'],
    [1, '0.01'],
    [30, '0.30'],
    [12_800, '128.00'],
    [-5, '-0.05'],
    [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
  ])('of %d fen are %s', (fen, yuan) => {
    expect(formatYuan(fen)).toBe(yuan);
  });

  it.each([
    ['128.00', 12_800],
    ['128.5', 12_850],
    ['0.29', 29],
    ['9999999999999.99', 999_999_999_999_999],
  ])('%s are %d fen', (yuan, fen) => {
    expect(parseYuan(yuan)).toBe(fen);
  });

  it.each(['', '.5', '1.', '1.005', '-1', '+1', '1e3', '01', '1,000', '１０', ' 1', '99999999999999'])('refuses "%s"', (text) => {
    expect(parseYuan(text)).toBeNull();
  });

  it('adds up to the fen', () => {
    expect(formatYuan((parseYuan('0.10') ?? 0) + (parseYuan('0.20') ?? 0))).toBe('0.30');
    expect(formatYuan(Array.from({ length: 1_000_000 }, () => parseYuan('0.01') ?? 0).reduce((sum, fen) => sum + fen, 0))).toBe('10000.00');
  });

  it.each([0.5, Number.NaN, 2 ** 53])('refuses %d fen', (fen) => {
    expect(() => formatYuan(fen)).toThrow(RangeError);
  });
});
