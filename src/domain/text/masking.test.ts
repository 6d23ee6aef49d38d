import { expect, test } from 'vitest';
import { maskIdNumber } from './masking.ts';

test.each([
  ['99010119900101123X', '9901**********123X'],
  ['990101900101123', '9901*******1123'],
  ['h1234567(8)', 'h********8)'],
  ['E12345678', 'E******78'],
  // A mobile number, our own numbers, and words.
  ['10000000012', '10000000012'],
  ['202611010123456789ABCDEF', '202611010123456789ABCDEF'],
  ['0123456789ABCDEF0123456789ABCDEF', '0123456789ABCDEF0123456789ABCDEF'],
  ['Acme-Trading', 'Acme-Trading'],
  ['张伟', '张伟'],
  ['1234', '1234'],
  ['', ''],
])('%j is noted as %j', (keyword, noted) => {
  expect(maskIdNumber(keyword)).toBe(noted);
});
