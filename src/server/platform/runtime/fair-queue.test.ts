import { expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** The turn of a user who asks themselves. */
const own = (user: string) => ({ asker: user, user });

/** Takes every item, each done before the next is taken. @returns keys and items in the order of serving. */
function serveAll(queue: ReturnType<typeof createFairQueue<number>>): string[] {
  const served: string[] = [];
  for (let next = queue.take(); next; next = queue.take()) {
    served.push(`${next.turn.user}${next.item}`);
    queue.end(next.turn);
  }
  return served;
}

it('gives keys their turns, however many items one of them has, and keeps the order within a key', () => {
  const queue = createFairQueue<number>();
  for (let item = 0; item < 5; item += 1) queue.push(own('a'), item);
  for (let item = 0; item < 2; item += 1) queue.push(own('b'), item);
  queue.push(own('c'), 0);
  expect(queue.waiting('a')).toBe(5);
  expect(serveAll(queue)).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'a2', 'a3', 'a4']);
  expect(queue.waiting('a')).toBe(0);
});

it('serves a key that comes late before the second item of one that was served', () => {
  const queue = createFairQueue<number>();
  for (let item = 0; item < 100; item += 1) queue.push(own('flood'), item);
  expect(queue.take()).toEqual({ turn: own('flood'), item: 0 });
  queue.push(own('late'), 0);
  queue.end(own('flood'));
  expect(queue.take()).toEqual({ turn: own('late'), item: 0 });
});

it('gives the second place to a key that has none while the first one is running', () => {
  const queue = createFairQueue<number>();
  queue.push(own('slow'), 0);
  queue.take();
  queue.push(own('slow'), 1);
  for (let item = 0; item < 3; item += 1) {
    queue.push(own('quick'), item);
    expect(queue.take()).toEqual({ turn: own('quick'), item });
    queue.end(own('quick'));
  }
  expect(queue.take()).toEqual({ turn: own('slow'), item: 1 });
});

it('starves nobody: a key that always comes back does not go before one that waits', () => {
  const queue = createFairQueue<number>();
  for (let item = 0; item < 10; item += 1) queue.push(own('waits'), item);
  const served: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    if (queue.waiting('back') === 0) queue.push(own('back'), round);
    const next = queue.take();
    served.push(next?.turn.user ?? '');
    queue.end(next?.turn ?? own(''));
  }
  expect(served.filter((key) => key === 'waits')).toHaveLength(10);
});

it('gives each of many keys its first turn before any has its second', () => {
  const queue = createFairQueue<number>();
  const keys = Array.from({ length: 200 }, (_, at) => `k${at}`);
  for (const item of [0, 1]) for (const key of keys) queue.push(own(key), item);
  const served = serveAll(queue);
  expect(new Set(served.slice(0, 200)).size).toBe(200);
  expect(served.slice(0, 200).every((one) => one.endsWith('0'))).toBe(true);
  expect(served.slice(200).toSorted()).toEqual(keys.map((key) => `${key}1`).toSorted());
});

it('hands out what waits when it is cleared, and nothing afterwards', () => {
  const queue = createFairQueue<number>();
  queue.push(own('a'), 1);
  queue.push(own('b'), 2);
  queue.push(own('a'), 3);
  expect(queue.clear()).toEqual([1, 3, 2]);
  expect([queue.take(), queue.waiting('a')]).toEqual([undefined, 0]);
});

it('gives one who asks for a hundred users no more than another who asks for one, and these their turns among themselves', () => {
  const queue = createFairQueue<number>();
  const names = Array.from({ length: 100 }, (_, at) => `user ${at}`);
  for (const item of [0, 1]) for (const user of names) queue.push({ asker: 'platform', user }, item);
  const running = [queue.take(), queue.take()].map((taken) => taken?.turn ?? own(''));
  for (const item of [0, 1]) queue.push(own('one'), item);
  const served: string[] = [];
  for (let turn = running.shift(); turn; turn = running.shift()) {
    queue.end(turn);
    const next = queue.take();
    if (next) running.push(next.turn);
    served.push(`${next?.turn.asker} ${next?.item}`);
  }
  expect(served.slice(0, 4)).toEqual(['one 0', 'platform 0', 'one 1', 'platform 0']);
  expect(served.filter((one) => one === 'platform 0')).toHaveLength(98);
  expect(served.lastIndexOf('platform 0')).toBeLessThan(served.indexOf('platform 1'));
});

it('takes out what no longer waits, and only that', () => {
  const queue = createFairQueue<number>();
  const [first, second, third] = [1, 2, 3].map((item) => queue.push(own('a'), item));
  expect(second?.()).toBe(true);
  expect(second?.()).toBe(false);
  expect(queue.take()?.item).toBe(1);
  expect(first?.()).toBe(false);
  expect(third?.()).toBe(true);
  expect([queue.take(), queue.waiting('a')]).toEqual([undefined, 0]);
});

it('bounds what runs of one who asks, over all of their users', () => {
  const queue = createFairQueue<number>(2);
  for (const user of ['a', 'b', 'c']) queue.push({ asker: 'platform', user }, 0);
  queue.push(own('one'), 0);
  const taken = [queue.take(), queue.take(), queue.take(), queue.take()];
  expect(taken.map((next) => next?.turn.asker).toSorted()).toEqual(['one', 'platform', 'platform', undefined]);
  queue.end({ asker: 'platform', user: 'a' });
  expect(queue.take()?.turn.user).toBe('c');
});
