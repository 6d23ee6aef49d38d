import { expect, test } from 'vitest';
import { HeavyQueryQueue } from './heavy-query-queue.ts';

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the slow lane runs one after the other, also after a failure', async () => {
  const lane = new HeavyQueryQueue(1);
  let running = 0;
  const read = async (index: number): Promise<number> => {
    running += 1;
    expect(running).toBe(1);
    await soon();
    running -= 1;
    if (index === 1) throw new Error('failed');
    return index;
  };
  const settled = await Promise.allSettled([0, 1, 2, 3].map((index) => lane.run(String(index), () => read(index))));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
});

test('an operator who goes on asking lets the others have their turns between his own', async () => {
  const { lane, read, order, open } = gatedLane();
  const reads = [read('a 1', 'A'), read('a 2', 'A'), read('b 1', 'B'), read('c 1', 'C')];
  open();
  await Promise.all(reads);
  expect(order).toEqual(['a 1', 'b 1', 'a 2', 'c 1']);
  expect(await lane.run('later', () => Promise.resolve(1), 'A')).toBe(1);
});

test('of the reads that an operator waits for the newest alone is left, and the older one is refused in words', async () => {
  const { read, order, open } = gatedLane();
  const settled = Promise.allSettled([read('a 1', 'A'), read('a 2', 'A'), read('a 3', 'A'), read('b 1', 'B')]);
  open();
  expect((await settled).map((one) => (one.status === 'rejected' ? String(one.reason) : one.status))).toEqual([
    'fulfilled',
    'Refusal: 您已发起新的查询，本次查询已取消',
    'fulfilled',
    'fulfilled',
  ]);
  expect(order).toEqual(['a 1', 'b 1', 'a 3']);
});

test('equal reads that wait are one, which goes on while anybody waits for it', async () => {
  const { read, order, open } = gatedLane();
  const settled = Promise.allSettled([read('first', 'C'), read('same', 'A'), read('same', 'B'), read('same', 'A'), read('other', 'A')]);
  open();
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect(order).toEqual(['first', 'same', 'other']);
});

test('a read whose turn does not come in time is refused, and not begun any more', async () => {
  const { read, order, open } = gatedLane(1);
  const first = read('first', 'A');
  await expect(read('late', 'B')).rejects.toThrow('系统繁忙，请稍后再试');
  open();
  await first;
  await soon();
  expect(order).toEqual(['first']);
});

/** A queue whose first read runs until it is released. */
function gatedLane(patienceMs?: number) {
  const lane = new HeavyQueryQueue(1, patienceMs);
  const order: string[] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const read = (name: string, by: string): Promise<void> =>
    lane.run(
      name,
      async () => {
        order.push(name);
        await gate;
      },
      by,
    );
  return { lane, read, order, open: () => open() };
}
