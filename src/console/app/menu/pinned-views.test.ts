import { expect, it } from 'vitest';
import { shortNumber } from './pinned-views.tsx';

it.each([
  [0, '0'],
  [9999, '9999'],
  [10_000, '1万'],
  [12_999, '1.2万'],
  [5_000_000, '500万'],
  [123_456_789, '1.2亿'],
])('%i stands in the menu as %s', (count, text) => {
  expect(shortNumber(count)).toBe(text);
});
