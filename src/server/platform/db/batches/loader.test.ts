import { expect, it } from 'vitest';
import { createLoader } from './loader.ts';

/** A loader whose look-ups are noted, and wait until they are let go. */
function noted() {
  const asked: number[][] = [];
  const held: (() => void)[] = [];
  const load = createLoader<number, string>(async (keys) => {
    asked.push(keys);
    await new Promise<void>((resolve) => held.push(resolve));
    if (keys.includes(13)) throw new Error('unlucky');
    return new Map(keys.filter((key) => key < 100).map((key) => [key, `row ${key}`]));
  });
  const letGo = async () => {
    await expect.poll(() => held.length).toBe(1);
    held.splice(0).forEach((go) => go());
  };
  return { asked, load, letGo };
}

it('shares one look-up between keys of the same moment, and the next between those that come while it runs', async () => {
  const { asked, load, letGo } = noted();
  const first = Promise.all([load(1), load(2), load(1), load(100)]);
  await expect.poll(() => asked).toEqual([[1, 2, 100]]);
  const next = Promise.all([load(1), load(3)]);
  await letGo();
  expect(await first).toEqual(['row 1', 'row 2', 'row 1', undefined]);
  await letGo();
  expect(await next).toEqual(['row 1', 'row 3']);
  expect(asked).toEqual([
    [1, 2, 100],
    [1, 3],
  ]);
});

it('tells all callers of a look-up that it failed, and looks again for those who come later', async () => {
  const { load, letGo } = noted();
  const failed = Promise.allSettled([load(13), load(14)]);
  await letGo();
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = load(14);
  await letGo();
  expect(await again).toBe('row 14');
});
