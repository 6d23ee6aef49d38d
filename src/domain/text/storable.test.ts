import { expect, it } from 'vitest';
import { unstorableIn } from './storable.ts';

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
