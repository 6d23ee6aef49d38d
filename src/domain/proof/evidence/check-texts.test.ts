import { expect, it } from 'vitest';
import { checkTexts, reasonTexts, verdictTexts } from './check-texts.ts';

it('says everything in Chinese, and no two reasons alike', () => {
  const texts = [verdictTexts, checkTexts, reasonTexts].map((table) => Object.values<string>(table));
  expect(texts.flat().filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
  for (const table of texts) expect(new Set(table).size).toBe(table.length);
});
