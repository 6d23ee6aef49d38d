import { expect, it } from 'vitest';
import { nextInQueue } from './review-queue.ts';

it.each<[string, string[], string, string[], string | undefined]>([
  ['the one after this one', ['a', 'b', 'c'], 'b', [], 'c'],
  ['from the top again at the end', ['a', 'b', 'c'], 'c', [], 'a'],
  ['decided ones are passed over', ['a', 'b', 'c'], 'a', ['b'], 'c'],
  ['the first when this one is no longer waiting', ['b', 'c'], 'a', ['a'], 'b'],
  ['nobody when all are decided', ['a', 'b'], 'a', ['b'], undefined],
  ['nobody when this is the only one', ['a'], 'a', [], undefined],
])('next: %s', (_name, ids, current, done, expected) => {
  expect(nextInQueue(ids, current, new Set(done))).toBe(expected);
});
