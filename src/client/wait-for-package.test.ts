import { expect, it } from 'vitest';
import type { Calls } from './contract/calls.ts';
import type { RawAnswer } from './contract/values.ts';
import { waitForPackage } from './wait-for-package.ts';

const ready: RawAnswer = {
  state: 'ready',
  mediaType: 'application/zip',
  sizeBytes: 1,
  body: (async function* () {})(),
  text: async () => '',
  saveTo: async () => ({ sizeBytes: 1, sha256: '' }),
};

function answers(...states: readonly ('pending' | 'uploading' | 'cosigning')[]): { calls: Pick<Calls, 'getPackage'>; asked: () => number } {
  let count = 0;
  const getPackage = async () => {
    const state = states[count++];
    return state === undefined ? ready : { baoquan: 'A', state };
  };
  return { calls: { getPackage }, asked: () => count };
}

it('a package is asked for until it is anchored and cosigned', async () => {
  const { calls, asked } = answers('uploading', 'pending', 'cosigning', 'cosigning');
  expect(await waitForPackage(calls, 'A', {}, 1)).toBe(ready);
  expect(asked()).toBe(5);
});

it('a package that does not come says what it waits for', async () => {
  const { calls } = answers(...Array.from({ length: 1000 }, () => 'cosigning' as const));
  await expect(waitForPackage(calls, 'A', { timeoutMs: 20 }, 5)).rejects.toThrow('no package came within 20 ms: cosigning');
});

it('waiting ends when it is cancelled', async () => {
  const { calls } = answers('pending', 'pending');
  const signal = AbortSignal.timeout(10);
  await expect(waitForPackage(calls, 'A', { signal }, 60_000)).rejects.toHaveProperty('name', 'TimeoutError');
});
