import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadingFlag } from './loading.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('the flag falls one second after the last response', () => {
  const flag = loadingFlag(1000);
  const first = flag.begin();
  const second = flag.begin();
  first();
  vi.advanceTimersByTime(5000);
  expect(flag.isActive()).toBe(true);
  second();
  vi.advanceTimersByTime(999);
  expect(flag.isActive()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(flag.isActive()).toBe(false);
});

it('a request that starts within the second keeps the flag set, and listeners are called once for each change', () => {
  const flag = loadingFlag(1000);
  const heard = vi.fn();
  flag.subscribe(heard);
  flag.begin()();
  vi.advanceTimersByTime(500);
  const next = flag.begin();
  vi.advanceTimersByTime(2000);
  expect(flag.isActive()).toBe(true);
  next();
  vi.advanceTimersByTime(1000);
  expect(heard).toHaveBeenCalledTimes(2);
});
