import { expect, it } from 'vitest';
import { middleShort } from './middle-short.ts';

it('a short id stays whole and a hash loses its middle', () => {
  expect(middleShort('BQ2026110100012')).toBe('BQ2026110100012');
  expect(middleShort('0123456789abcdef0123456789abcdef')).toBe('0123456789abc…456789abcdef');
});
