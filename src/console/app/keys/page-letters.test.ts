import { expect, it } from 'vitest';
import { accessNodes } from '../../../domain/access/access.ts';
import { pageLetters } from './page-letters.ts';

it('every page of the tree has a letter of its own, beside those of the home page and the messages', () => {
  const pages = accessNodes.filter(({ kind }) => kind === 'page').map(({ id }) => String(id));
  const given = pages.map((id) => pageLetters.get(id) ?? '');
  expect(given.every((letter) => /^[a-z]$/.test(letter))).toBe(true);
  expect(new Set([...given, 'h', 'n']).size).toBe(given.length + 2);
});
