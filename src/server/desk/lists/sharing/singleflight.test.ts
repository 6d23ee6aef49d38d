import { expect, test } from 'vitest';
import { Singleflight } from './singleflight.ts';

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('equal reads that come while one runs share the next one, never the one that has begun', async () => {
  const shared = new Singleflight(1);
  let runs = 0;
  const read = (key: string) =>
    shared.read(key, async () => {
      runs += 1;
      const run = runs;
      await soon();
      return `${key} ${run}`;
    });
  expect(await Promise.all([read('a'), read('a'), read('a'), read('b')])).toEqual(['a 1', 'a 3', 'a 3', 'b 2']);
  expect(await read('a')).toBe('a 4');
});

test('as many equal reads as allowed run at once before calls begin to share', async () => {
  const shared = new Singleflight(2);
  let runs = 0;
  const answers = [1, 2, 3, 4].map(() =>
    shared.read('a', async () => {
      runs += 1;
      const run = runs;
      await soon();
      return run;
    }),
  );
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 3]);
});

test('a read that fails tells all who share it, and the next one runs anew', async () => {
  const shared = new Singleflight(1);
  const failing = [1, 2, 3].map(() => shared.read('a', () => Promise.reject(new Error('failed'))));
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await shared.read('a', () => Promise.resolve(1))).toBe(1);
});
