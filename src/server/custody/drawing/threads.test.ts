import { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { BusyError, createThreads, ThreadEnded, type Threads, type ThreadSettings } from './threads.ts';

/** A test thread: wakes whoever waits on the memory, fails, throws asynchronously, exits, or never answers. */
interface Work {
  readonly act: 'wake' | 'fail' | 'throw' | 'exit' | 'hang' | 'wait';
  readonly memory?: SharedArrayBuffer;
}
const program = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ act, memory }) => {
  if (act === 'fail') return parentPort.postMessage({ failed: new RangeError('no room') });
  if (act === 'throw') return void setImmediate(() => { throw new Error('behind its back'); });
  if (act === 'exit') return process.exit(3);
  if (act === 'hang') for (;;);
  const cells = new Int32Array(memory ?? new SharedArrayBuffer(4));
  if (act === 'wait') Atomics.wait(cells, 0, 0);
  Atomics.store(cells, 0, 1);
  Atomics.notify(cells, 0);
  parentPort.postMessage({ done: new Uint8Array([7]) });
});`;
const opened: Threads<Work>[] = [];
afterEach(() => Promise.all(opened.splice(0).map((threads) => threads.close())));

function threadsWith(settings: Partial<ThreadSettings> = {}): Threads<Work> {
  const threads = createThreads<Work>({
    open: () => new Worker(program, { eval: true }),
    max: 1,
    maxWaiting: 10,
    idleMs: 60_000,
    workMs: 60_000,
    ...settings,
  });
  opened.push(threads);
  return threads;
}

it('works while the main thread does not', async () => {
  const memory = new SharedArrayBuffer(4);
  const done = threadsWith().run('a', { act: 'wake', memory });
  // Only another thread can wake it.
  expect(Atomics.wait(new Int32Array(memory), 0, 0, 60_000)).not.toBe('timed-out');
  expect(await done).toEqual(new Uint8Array([7]));
});

it.each([
  ['fail', RangeError, 'no room'],
  ['throw', Error, 'behind its back'],
  ['exit', ThreadEnded, 'a thread ended with 3'],
] as const)('a piece of work whose thread does "%s" fails with the cause, and the next is done', async (act, kind, message) => {
  const threads = threadsWith();
  const [failed, next] = await Promise.allSettled([threads.run('a', { act }), threads.run('a', { act: 'wake' })]);
  expect(failed).toMatchObject({ status: 'rejected', reason: expect.any(kind) as unknown });
  expect(failed.status === 'rejected' && String(failed.reason)).toContain(message);
  expect(next.status).toBe('fulfilled');
});

it('ends a thread that does not come to an end', async () => {
  const threads = threadsWith({ workMs: 50 });
  await expect(threads.run('a', { act: 'hang' })).rejects.toBeInstanceOf(ThreadEnded);
});

it('holds no thread once there has been no work, and begins again', async () => {
  const threads = threadsWith({ idleMs: 1 });
  for (let round = 0; round < 2; round += 1) {
    await threads.run('a', { act: 'wake' });
    await expect.poll(() => threads.count()).toBe(0);
  }
});

it('never has more threads than it may, and refuses what would wait behind too many', async () => {
  const threads = threadsWith({ max: 2, maxWaiting: 3 });
  const memory = new SharedArrayBuffer(4);
  const under = Array.from({ length: 5 }, () => threads.run('a', { act: 'wait', memory }));
  expect(threads.count()).toBe(2);
  await expect(threads.run('a', { act: 'wake' })).rejects.toBeInstanceOf(BusyError);
  Atomics.store(new Int32Array(memory), 0, 1);
  Atomics.notify(new Int32Array(memory), 0);
  expect(await Promise.all(under)).toHaveLength(5);
});

it('fails the work that no thread can be opened for', async () => {
  const threads = threadsWith({
    open: () => {
      throw new Error('no room for a thread');
    },
  });
  await expect(threads.run('a', { act: 'wake' })).rejects.toThrow('no room for a thread');
  expect(threads.count()).toBe(0);
});

it('gives owners their turns: one task of another waits for none but those that run', async () => {
  const threads = threadsWith({ maxWaiting: 100 });
  const done: string[] = [];
  const run = (turn: string) => threads.run(turn, { act: 'wake' }).then(() => done.push(turn));
  await Promise.all([...Array.from({ length: 50 }, () => run('flood')), run('other'), run('third')]);
  expect(done.slice(0, 3)).toEqual(['flood', 'other', 'third']);
  expect(done).toHaveLength(52);
});

it('refuses what one owner has too much of, and still takes the task of another', async () => {
  const threads = threadsWith({ maxWaiting: 2 });
  const flood = Array.from({ length: 4 }, () => threads.run('flood', { act: 'wake' }));
  const other = threads.run('other', { act: 'wake' });
  expect((await Promise.allSettled(flood)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  await expect(other).resolves.toBeInstanceOf(Uint8Array);
});
