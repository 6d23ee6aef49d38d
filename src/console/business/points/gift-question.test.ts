import { expect, it } from 'vitest';
import { inLargeUnits } from './gift-question.ts';

it.each([
  [1, ''],
  [9_999, ''],
  [10_000, '1万'],
  [86_420, '8.642万'],
  [99_999_999, '9999.9999万'],
  [1_000_000_000, '10亿'],
  [123_456_789, '1.23456789亿'],
])('%d points are %o', (points, text) => {
  expect(inLargeUnits(points)).toBe(text);
});
