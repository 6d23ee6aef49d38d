import { expect, it } from 'vitest';
import { spanText } from './span.ts';

it.each([
  [0, '不足 1 秒'],
  [499, '不足 1 秒'],
  [1000, '1 秒'],
  [65_000, '1 分 5 秒'],
  [3_600_000, '1 小时'],
  [10_927_000, '3 小时 2 分'],
  [-180_000_000, '2 天 2 小时'],
  [86_461_000, '1 天'],
])('says %d milliseconds as %s', (ms, text) => {
  expect(spanText(ms)).toBe(text);
});
