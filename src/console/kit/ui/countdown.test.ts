import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startCountdown } from './countdown.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('counts 5, 4, 3, 2, 1, 0 and is over once', () => {
  const seen: number[] = [];
  const over = vi.fn();
  startCountdown(5, (left) => seen.push(left), over);
  vi.advanceTimersByTime(20_000);
  expect(seen).toEqual([5, 4, 3, 2, 1, 0]);
  expect(over).toHaveBeenCalledOnce();
});

it('a countdown that is closed at once is never over', () => {
  const over = vi.fn();
  startCountdown(5, () => undefined, over)();
  vi.advanceTimersByTime(20_000);
  expect(over).not.toHaveBeenCalled();
});
