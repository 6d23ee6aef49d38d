import { expect, it } from 'vitest';
import { waitedText } from './waiting-list.tsx';

it.each([
  ['2026-11-01 17:59:00', '不到 1 小时'],
  ['2026-11-01 18:30:00', '不到 1 小时'],
  ['2026-11-01 13:00:00', '5 小时'],
  ['2026-10-31 18:00:00', '1 天'],
  ['2026-10-01 18:00:01', '30 天'],
])('what came at %s has waited %s', (since, text) => {
  expect(waitedText(since, new Date('2026-11-01T18:00:00+08:00'))).toBe(text);
});
