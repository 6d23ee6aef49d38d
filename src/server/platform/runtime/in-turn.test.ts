import { setImmediate as settled } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createInTurn } from './in-turn.ts';

it('does so many things at once, and then what another user waits for before the rest of the first', async () => {
  const inTurn = createInTurn({ most: 2 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (turn: string, name: string) =>
    inTurn(turn, () => {
      begun.push(name);
      return new Promise<string>((end) => ends.push(() => end(name)));
    });
  const all = [work('one', 'a'), work('one', 'b'), work('one', 'c'), work('one', 'd'), work('other', 'e')];
  await settled();
  expect(begun).toEqual(['a', 'b']);
  ends.shift()?.();
  await settled();
  expect(begun).toEqual(['a', 'b', 'e']);
  for (let left = 0; left < 4; left += 1) {
    ends.shift()?.();
    await settled();
  }
  expect(begun).toEqual(['a', 'b', 'e', 'c', 'd']);
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it("lets no user's work wait for another's where only that of one is limited", async () => {
  const inTurn = createInTurn({ mostOfOne: 2 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const all = ['one', 'one', 'one', 'other', 'one'].map((turn, at) =>
    inTurn(turn, () => {
      begun.push(`${turn} ${at}`);
      return new Promise<void>((end) => ends.push(end));
    }),
  );
  await settled();
  expect(begun).toEqual(['one 0', 'one 1', 'other 3']);
  ends.shift()?.();
  await settled();
  expect(begun).toEqual(['one 0', 'one 1', 'other 3', 'one 2']);
  for (let left = 0; left < 4; left += 1) {
    ends.shift()?.();
    await settled();
  }
  await Promise.all(all);
});

it('goes on after work that fails or throws', async () => {
  const inTurn = createInTurn({ most: 1 });
  const results = await Promise.allSettled([
    inTurn('a', () => Promise.reject(new Error('failed'))),
    inTurn('a', () => {
      throw new Error('thrown');
    }),
    inTurn('a', async () => 'done'),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});
