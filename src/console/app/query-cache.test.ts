import { environmentManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isBackgroundCall } from '../kit/net/background-call.ts';
import { TransportError } from '../kit/net/request.ts';
import { newQueryCache } from './query-cache.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // The cache sets intervals only if it believes to be in a browser.
  environmentManager.setIsServer(() => false);
});
afterEach(() => {
  vi.useRealTimers();
  environmentManager.setIsServer(() => typeof window === 'undefined');
});

it('calls of its interval are background calls; calls of the operator meanwhile are not', async () => {
  const cache = newQueryCache();
  const asked: boolean[] = [];
  const observer = new QueryObserver(cache, {
    queryKey: ['page'],
    queryFn: async () => {
      asked.push(isBackgroundCall());
      return asked.length;
    },
    refetchInterval: 4_000,
  });
  const leave = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([false]);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(asked).toEqual([false, true]);
  await observer.refetch();
  await cache.invalidateQueries({ queryKey: ['page'] });
  expect(asked).toEqual([false, true, false, false]);
  leave();
  cache.clear();
});

it.each(['timeout', 'network'] as const)('a call without an answer (%s) is told and not asked again by itself', async (kind) => {
  const cache = newQueryCache();
  let asked = 0;
  const observer = new QueryObserver(cache, {
    queryKey: ['page'],
    queryFn: async () => {
      asked += 1;
      throw new TransportError(kind);
    },
  });
  const leave = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(observer.getCurrentResult()).toMatchObject({ status: 'error', fetchStatus: 'idle' });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toBe(1);
  leave();
  cache.clear();
});

it('without a line a call fails at once instead of waiting for one', async () => {
  onlineManager.setOnline(false);
  const cache = newQueryCache();
  const observer = new QueryObserver(cache, { queryKey: ['page'], queryFn: async () => Promise.reject(new TransportError('network')) });
  const leave = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(observer.getCurrentResult()).toMatchObject({ status: 'error', fetchStatus: 'idle' });
  leave();
  cache.clear();
  onlineManager.setOnline(true);
});

it('asks nothing at its interval without a line, and asks at once when it is back', async () => {
  const cache = newQueryCache();
  cache.mount();
  let asked = 0;
  const observer = new QueryObserver(cache, { queryKey: ['page'], queryFn: async () => (asked += 1), refetchInterval: 4_000 });
  const leave = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  onlineManager.setOnline(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(1);
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(2);
  leave();
  cache.unmount();
  cache.clear();
});
