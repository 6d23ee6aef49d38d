import { expect, it } from 'vitest';
import { keptAnswers } from './kept-answers.ts';

function counted(results: readonly (() => Promise<string>)[]) {
  let made = 0;
  return { make: () => results[Math.min(made++, results.length - 1)]?.() ?? Promise.resolve(''), times: () => made };
}

it('an answer is made once for all who ask within its time, each key apart', async () => {
  let now = 0;
  const answers = keptAnswers<string>({ keptMs: 5000, nowMs: () => now });
  const { make, times } = counted([async () => 'one', async () => 'two', async () => 'three']);
  expect(await Promise.all([answers.get('a', make), answers.get('a', make)])).toEqual(['one', 'one']);
  now = 4999;
  expect(await answers.get('a', make)).toBe('one');
  expect(await answers.get('b', make)).toBe('two');
  now = 5000;
  expect(await answers.get('a', make)).toBe('three');
  expect(times()).toBe(3);
});

it('neither an error nor an absence is', async () => {
  const answers = keptAnswers<string>({ keptMs: 5000, isKept: (answer) => answer !== '', nowMs: () => 0 });
  const { make } = counted([async () => Promise.reject(new Error('broken')), async () => '', async () => 'there']);
  await expect(answers.get('a', make)).rejects.toThrow('broken');
  expect([await answers.get('a', make), await answers.get('a', make), await answers.get('a', make)]).toEqual(['', 'there', 'there']);
});

it('keeps so many at most', async () => {
  const answers = keptAnswers<string>({ keptMs: 5000, most: 2, nowMs: () => 0 });
  const { make, times } = counted([async () => 'x']);
  for (const key of ['a', 'b', 'c', 'c', 'b', 'a']) await answers.get(key, make);
  expect(times()).toBe(4);
});
