import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { sm3PoolState, sm3Threads } from './sm3-pool.ts';
import { createSm3 } from './sm3.ts';

const sm3Of = (bytes: Buffer) => createHash('sm3').update(bytes).digest('hex');

// GM/T 0004-2012, appendix A.1.
it('is the standard’s', async () => {
  const sm3 = createSm3();
  sm3.update(Buffer.from('abc'));
  expect(await sm3.digest()).toBe('66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0');
});

it.each([0, 1, 999, 1000, 1001, 200_000])('is the same in the pool from 1000 bytes, of %i bytes in odd chunks', async (size) => {
  const bytes = randomBytes(size);
  const sm3 = createSm3(1000);
  try {
    for (let at = 0; at < size; at += 333) await sm3.update(bytes.subarray(at, at + 333));
    expect(await sm3.digest()).toBe(sm3Of(bytes));
  } finally {
    sm3.close();
  }
});

it('takes as many files as come at once with the same few threads, and each gets its own hash', async () => {
  const tasks = () =>
    readdir('/proc/self/task').then(
      (names) => names.length,
      () => 0,
    );
  const files = Array.from({ length: 100 }, () => randomBytes(300_000));
  const streams = files.map(() => createSm3());
  // All have begun and none has ended, like a hundred stalled uploads.
  for (const [at, sm3] of streams.entries()) await sm3.update(files[at]?.subarray(0, 280_000) ?? Buffer.alloc(0));
  const first = await tasks();
  expect(sm3PoolState()).toMatchObject({ threads: sm3Threads, streams: 100 });
  const more = Array.from({ length: 100 }, () => createSm3(1));
  for (const sm3 of more) await sm3.update(Buffer.from('x'));
  expect(await tasks()).toBe(first);
  for (const [at, sm3] of streams.entries()) await sm3.update(files[at]?.subarray(280_000) ?? Buffer.alloc(0));
  expect(await Promise.all(streams.map((sm3) => sm3.digest()))).toEqual(files.map(sm3Of));
  expect(await Promise.all(more.map((sm3) => sm3.digest()))).toEqual(more.map(() => sm3Of(Buffer.from('x'))));
  for (const sm3 of [...streams, ...more]) sm3.close();
  expect(sm3PoolState()).toMatchObject({ threads: sm3Threads, streams: 0, waitingBytes: 0 });
});

it('lets whoever brings more than the threads take wait, and holds no more than so much', async () => {
  const sm3 = createSm3(1);
  const chunk = randomBytes(1024 * 1024);
  let most = 0;
  const hash = createHash('sm3');
  for (let at = 0; at < 64; at += 1) {
    const room = sm3.update(chunk);
    most = Math.max(most, sm3PoolState().waitingBytes);
    await room;
    hash.update(chunk);
  }
  expect(await sm3.digest()).toBe(hash.digest('hex'));
  sm3.close();
  expect(most).toBeLessThanOrEqual(9 * 1024 * 1024);
});
