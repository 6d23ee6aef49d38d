import { expect, it } from 'vitest';
import { searchCalls } from './search.ts';

const { input } = searchCalls.findRecords;

it.each([
  ['1\t13704098599\t2026-12-01', '13704098599'],
  ['1\t张三\t已存证', '1 张三 已存证'],
  ['张三\r\n李四', '张三 李四'],
  ['张三\u2028李四', '张三 李四'],
])('a row copied from a list, %j, is sought as %j', (given, keyword) => {
  expect(input.parse({ keyword: given })).toEqual({ keyword });
});

it.each(['a\u0001b', 'a\u0085b', 'a\0b'])('other control characters are refused: %j', (keyword) => {
  expect(input.safeParse({ keyword }).success).toBe(false);
});

it.each([
  ['9901**********4648', '号码中有隐藏的数字'],
  ['12862143815、12835553490', '一次只能查一个号码'],
  ['12862143815 12835553490', '一次只能查一个号码'],
])('%s is refused in words', (keyword, words) => {
  expect(input.safeParse({ keyword }).error?.issues.map(({ message }) => message)).toEqual([expect.stringContaining(words)]);
});
