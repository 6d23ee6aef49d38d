import { expect, test } from 'vitest';
import { containsPattern, readKeyword } from './keyword.ts';

test.each([
  ['张', 'term', ['张']],
  ['𠮷', 'term', ['𠮷']],
  ['张伟', 'term', ['张伟']],
  ['Ab1', 'term', ['ab1']],
  ['a张', 'term', ['a张']],
  ['张伟明', 'terms', ['张伟', '伟明']],
  ['1380', 'terms', ['138', '380']],
  ['ab张c', 'terms', ['ab', 'b张', '张c']],
  ['abc张', 'terms', ['abc', 'c张']],
  ['张abc', 'terms', ['张a', 'abc']],
  ['aaaa', 'terms', ['aaa']],
  ['É', 'term', ['É']],
])('%s is looked for as %s %j', (keyword, kind, terms) => {
  expect(readKeyword(keyword, 'personal')).toMatchObject({ kind, terms: terms.map((term) => `personal:${term}`) });
});

test('only a keyword of the exact form is an exact value', () => {
  const form = /^\d{17}[\dXx]$/;
  expect(readKeyword('99010119900101123x', 'personal', { exact: { form } })).toEqual({ kind: 'exact', values: ['99010119900101123X'] });
  expect(readKeyword('9901011990010112', 'personal', { exact: { form } }).kind).toBe('terms');
});

test('a whole mobile is one piece where the list keeps it as one', () => {
  expect(readKeyword('10000000012', '', { isNumbered: true })).toMatchObject({ kind: 'term', terms: [':10000000012'] });
  for (const other of ['1000000001', '100000000123', '20000000012', '１0000000012'])
    expect(readKeyword(other, '', { isNumbered: true }).kind).toBe('terms');
  expect(readKeyword('10000000012', '').kind).toBe('terms');
});

test('a whole mobile is sought as the value of its column where that has an index', () => {
  expect(readKeyword('10000000012', '', { hasMobiles: true })).toMatchObject({
    kind: 'mobile',
    value: '10000000012',
    pattern: '%10000000012%',
  });
  for (const other of ['1000000001', '100000000123', '20000000012', '１0000000012'])
    expect(readKeyword(other, '', { hasMobiles: true }).kind).toBe('terms');
});

test('a keyword of an exact form that is looked for in the texts as well is both', () => {
  const exact = { form: /^2\d{7}[0-9A-Z]*$/i, isEither: true };
  expect(readKeyword('20260112', '', { exact, isNumbered: true })).toMatchObject({
    kind: 'term',
    terms: [':20260112'],
    either: ['20260112'],
  });
  expect(readKeyword('20260112aB', '', { exact, isNumbered: true })).toMatchObject({
    kind: 'terms',
    terms: [':20260112'],
    pattern: '%20260112ab%',
    either: ['20260112AB'],
  });
  expect(readKeyword('20261312', '', { exact, isNumbered: true })).toMatchObject({
    kind: 'terms',
    terms: [':202', ':026', ':261', ':613', ':131', ':312'],
    either: ['20261312'],
  });
  expect(readKeyword('20260112', '', { exact })).toMatchObject({
    terms: [':202', ':026', ':260', ':601', ':011', ':112'],
    either: ['20260112'],
  });
  expect(readKeyword('1380', '', { exact, isNumbered: true })).not.toHaveProperty('either');
});

test.each([
  ['a1', true],
  ['张三', true],
  ['a1b', false],
  ['𠮷田a', false],
])('%s is short, and so not looked for in numbers: %o', (keyword, isShort) => {
  expect(readKeyword(keyword, '')).toMatchObject({ isShort });
});

test('the characters that LIKE gives a meaning to are literal', () => {
  expect(containsPattern(String.raw`5%_\'`)).toBe(String.raw`%5\%\_\\'%`);
});
