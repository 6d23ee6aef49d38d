import { expect, it } from 'vitest';
import { accessNodes } from '../../../domain/business/access/access.ts';
import { ownPages } from '../../kit/search/own-pages.ts';
import { pageLetters } from './page-letters.ts';

it('every page of the tree has a letter or digit of its own, beside those of the home page and the messages', () => {
  const pages = accessNodes.filter(({ kind }) => kind === 'page').map(({ id }) => String(id));
  const given = pages.map((id) => pageLetters.get(id) ?? '');
  expect(given.every((letter) => /^[a-z0-9]$/.test(letter))).toBe(true);
  expect(new Set([...given, 'h', 'n']).size).toBe(given.length + 2);
});

it('every queue has a key of its own, for those alone who decide there', () => {
  const keys = ownPages(() => true).map(({ key }) => key);
  expect(new Set([...keys, ...pageLetters.values(), 'h']).size).toBe(keys.length + pageLetters.size + 1);
  const own = ownPages((permission) => ['user:review', 'user:individual', 'finance:invoice'].includes(permission));
  expect(own.map(({ name, key }) => `${key} ${name}`)).toEqual(['3 个人认证待办', '4 个人补充待办', '0 工作台', 'n 消息']);
});
