import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { putWithTimeout, StorageSilence } from './put-with-timeout.ts';
import type { ObjectStore, PutOptions } from './store.ts';

const waitMs = 1000;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const object = { sha256: '0'.repeat(64), sizeBytes: 2 };
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
async function* bytes(beforeEachMs = 0) {
  for (let at = 0; at < 2; at += 1) {
    if (beforeEachMs > 0) await pass(beforeEachMs);
    yield new Uint8Array(1);
  }
  if (beforeEachMs > 0) await pass(beforeEachMs);
}
async function* failing(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1);
  throw new Error('gone');
}
const putTo = (put: ObjectStore['put']) => putWithTimeout({ put }, waitMs);

it('waits for a storage of many steps as long as each is in time, however long all of them take', async () => {
  const steps: string[] = [];
  const put = putTo(async (source, { onStep }) => {
    await buffer(source);
    for (let step = 0; step < 100; step += 1) {
      await pass(waitMs - 1);
      onStep?.();
    }
    return object;
  });
  expect(await put(bytes(), { maxBytes: 2, onStep: () => steps.push('step') })).toBe(object);
  expect(steps).toHaveLength(100);
});

it('fails when one of the steps is silent, though those before it answered', async () => {
  const put = putTo(async (source, { onStep }) => {
    await buffer(source);
    onStep?.();
    await pass(waitMs - 1);
    onStep?.();
    return new Promise(() => undefined);
  });
  const failed = expect(put(bytes(), { maxBytes: 2 })).rejects.toBeInstanceOf(StorageSilence);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  await pass(waitMs);
  await failed;
});

it('lets a source take its time before each of its chunks and before its end', async () => {
  const put = putTo(async (source) => {
    await buffer(source);
    return object;
  });
  expect(await put(bytes(10 * waitMs), { maxBytes: 2 })).toBe(object);
  expect(vi.getTimerCount()).toBe(0);
});

it('lets who approves the object take his time, and waits for the storage again after it', async () => {
  const slow = { maxBytes: 2, approve: () => pass(10 * waitMs).then(() => undefined) };
  const approved = (then: () => Promise<typeof object>) =>
    putTo(async (source, { approve }) => {
      await buffer(source);
      await approve?.(object);
      return then();
    })(bytes(), slow);
  expect(await approved(async () => object)).toBe(object);
  const failed = expect(approved(() => new Promise(() => undefined))).rejects.toBeInstanceOf(StorageSilence);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  await pass(waitMs);
  await failed;
});

it.each<[what: string, options: PutOptions, source: () => AsyncIterable<Uint8Array>]>([
  ['a source that failed', { maxBytes: 2 }, () => failing()],
  ['an object that was not approved', { maxBytes: 2, approve: () => Promise.reject(new Error('not this one')) }, () => bytes()],
])('does not wait for ever for a storage that is to throw away what %s left', async (_what, options, source) => {
  const put = putTo(async (given, { approve }) => {
    await buffer(given)
      .then(() => approve?.(object))
      .catch(() => undefined);
    return new Promise(() => undefined);
  });
  const failed = expect(put(source(), options)).rejects.toBeInstanceOf(StorageSilence);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  await pass(waitMs);
  await failed;
});

it('does not count a step of the storage as waiting for it while the source is waited for', async () => {
  const put = putTo(async (source, { onStep }) => {
    const chunks = source[Symbol.asyncIterator]();
    await chunks.next();
    const next = chunks.next();
    onStep?.();
    await next;
    await chunks.next();
    return object;
  });
  expect(await put(bytes(10 * waitMs), { maxBytes: 2 })).toBe(object);
});
