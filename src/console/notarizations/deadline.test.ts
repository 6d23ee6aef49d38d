import { expect, it } from 'vitest';
import { deadlineText, deadlineTone } from './deadline.ts';

it.each([
  [null, '', 'over'],
  [15, '剩余 15 天', 'work'],
  [4, '剩余 4 天', 'work'],
  [3, '剩余 3 天', 'wait'],
  [0, '今日到期', 'wait'],
  [-2, '逾期 2 天', 'failed'],
])('%s working days left read %o', (days_left, text, tone) => {
  expect([deadlineText({ days_left }), deadlineTone({ days_left })]).toEqual([text, tone]);
});
