import { expect, it } from 'vitest';
import { asLoggedName, isPlainLine, isPlainText, unstorableIn } from './storable.ts';

it.each([
  ['a\0b', []],
  [{ a: '好', b: ['𠮷', '\ud83d'] }, ['b', '1']],
  [{ a: { b: '\udc00\ud83d' } }, ['a', 'b']],
])('%j is found out', (value, path) => {
  expect(unstorableIn(value)).toEqual(path);
});

it.each(['', '𠮷😀\n\t', { a: [1, null, undefined, true, new Date()] }])('%j is let be', (value) => {
  expect(unstorableIn(value)).toBeNull();
});

it.each([
  ['公证处 𠮷😀', true, true],
  ['一行\t\r\n两行', false, true],
  ['\u0000', false, false],
  ['\u000b', false, false],
  ['\u001f', false, false],
  ['\u007f', false, false],
  // å\u0090\u0088å\u0090\u008c: 合同 in UTF-8, read as Latin-1.
  ['\u0085', false, false],
  ['\u009f', false, false],
  ['\u2028', false, true],
])('%j: a plain line %s, a plain text %s', (text, line, several) => {
  expect([isPlainLine(text), isPlainText(text)]).toEqual([line, several]);
});

it('makes one short line of a name for a log', () => {
  expect(asLoggedName('管理\n员\u202egpj.exe\u0085', 100)).toBe('管理␣员␣gpj.exe␣');
  expect(asLoggedName('𠮷'.repeat(9), 3)).toBe('𠮷𠮷𠮷');
});
