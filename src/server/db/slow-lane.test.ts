import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/house/database.ts';
import { openLists, type Lists } from './list-pools.ts';

const database = testDatabase();
let lists: Lists | undefined;
afterAll(() => lists?.close());

test('heavy reads run one at a time; equal ones that wait share one answer, but not that of one under way', async () => {
  lists = openLists(database.pool.options);
  const { slow } = lists;
  let running = 0;
  let runs = 0;
  let begun = (): void => undefined;
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const read = (key: string) =>
    slow.run(key, async (client) => {
      running += 1;
      runs += 1;
      begun();
      expect(running).toBe(1);
      await client.query('select pg_sleep(0.02)');
      running -= 1;
      return `${key} ${runs}`;
    });
  const first = read('a');
  await hasBegun;
  const [one, two, three, other] = await Promise.all([first, read('a'), read('a'), read('b')]);
  expect([one, two, three, other]).toEqual(['a 1', 'a 2', 'a 2', 'b 3']);
});

test('a read that fails tells all who share it and frees the lane', async () => {
  const slow = (lists ??= openLists(database.pool.options)).slow;
  const failing = [1, 2].map(() => slow.run('bad', (client) => client.query('select 1 / 0')));
  for (const settled of await Promise.allSettled(failing)) expect(settled.status).toBe('rejected');
  const { rows } = await slow.run('good', (client) => client.query<{ one: number }>('select 1 as one'));
  expect(rows).toEqual([{ one: 1 }]);
});
