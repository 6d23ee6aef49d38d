import { expect, it, vi } from 'vitest';
import { testApp } from '../../../../../test/installation/app.ts';
import { readiness } from './readiness.ts';

const installation = testApp();

it('a flood of questions makes one check of the storage', async () => {
  const check = vi.spyOn(installation.store, 'check');
  const answers = await Promise.all(Array.from({ length: 500 }, () => installation.app.inject({ url: '/readyz' })));
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect((await installation.app.inject({ url: '/readyz' })).json()).toEqual({ status: 'ready' });
  expect(check).toHaveBeenCalledTimes(1);
});

it('checks anew when the result is old, sooner when it was bad, and never twice at once', async () => {
  let now = 0;
  let finish: Array<(error?: Error) => void> = [];
  const check = vi.fn(() => new Promise<void>((resolve, reject) => finish.push((error) => (error ? reject(error) : resolve()))));
  const isReady = readiness(check, { cacheMs: 5000, nowMs: () => now });
  const [first, second] = [isReady(), isReady()];
  finish[0]?.();
  expect([await first, await second, await isReady()]).toEqual([true, true, true]);
  now = 4999;
  expect(await isReady()).toBe(true);
  expect(check).toHaveBeenCalledTimes(1);
  now = 5000;
  const third = isReady();
  finish[1]?.(new Error('the disk is full'));
  expect([await third, await isReady()]).toEqual([false, false]);
  now = 6000;
  const fourth = isReady();
  finish[2]?.();
  expect(await fourth).toBe(true);
  expect(check).toHaveBeenCalledTimes(3);
  finish = [];
});

it('says no while a check hangs, and begins no other one', async () => {
  const check = vi.fn(() => new Promise<void>(() => undefined));
  const isReady = readiness(check, { patienceMs: 20 });
  expect([await isReady(), await isReady()]).toEqual([false, false]);
  expect(check).toHaveBeenCalledTimes(1);
});
