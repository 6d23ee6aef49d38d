import { expect, it } from 'vitest';
import { summaryOf } from './summary.ts';

it.each([
  ['全部正常', ['done', 'done']],
  ['1 项未核对，其余正常', ['done', 'over']],
  ['1 项请注意，2 项未核对，其余正常', ['wait', 'over', 'over']],
  ['1 项需处理，1 项请注意，其余正常', ['failed', 'wait', 'done']],
] as const)('says %s', (text, tones) => {
  expect(summaryOf(tones.map((tone) => ({ tone })))).toBe(text);
});
