import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isByItself } from '../kit/by-itself.ts';
import { TransportError } from '../kit/request.ts';
import { newQueryCache } from './query-cache.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // Without a window a cache sets no intervals.
  environmentManager.setIsServer(() => false);
});
afterEach(() => {
  vi.useRealTimers();
  environmentManager.setIsServer(() => typeof window === 'undefined');
});

it('what its interval asks, and asks again after a broken line, the console asks by itself; what the operator asks meanwhile it does not', async () => {
  const cache = newQueryCache();
  const asked: boolean[] = [];
  let isBroken = false;
  const observer = new QueryObserver(cache, {
    queryKey: ['page'],
    queryFn: async ({ signal }) => {
      asked.push(isByItself(signal));
      if (isBroken) throw new TransportError('network');
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
  isBroken = true;
  await vi.advanceTimersByTimeAsync(4_500);
  expect(asked).toEqual([false, true, false, false, true, true]);
  leave();
  cache.clear();
});
