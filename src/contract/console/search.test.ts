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
