import { expect, it } from 'vitest';
import { deadlineText, deadlineTone } from './deadline.ts';

it.each([
  [null, '', 'over'],
  [15, '剩余 15 天', 'work'],
  [6, '剩余 6 天', 'work'],
  [5, '剩余 5 天', 'wait'],
  [3, '剩余 3 天', 'wait'],
  [2, '剩余 2 天', 'failed'],
  [0, '今日到期', 'failed'],
  [-2, '逾期 2 天', 'failed'],
])('%s working days left read %o', (days_left, text, tone) => {
  expect([deadlineText({ days_left }), deadlineTone({ days_left })]).toEqual([text, tone]);
});
