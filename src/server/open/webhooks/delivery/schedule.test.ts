import { expect, it } from 'vitest';
import { attemptDelays, delayAfter } from './deliverer.ts';

it('tries ten times: at once, after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h', () => {
  const hours = (count: number): number => count * 3600;
  expect(attemptDelays).toEqual([0, 5, 300, 1800, hours(2), hours(5), hours(10), hours(14), hours(20), hours(24)]);
  expect(delayAfter(9, null, attemptDelays, 0.5)).toBe(86_400_000);
  expect(delayAfter(10, null)).toBeNull();
});

it('spreads each delay over a fifth to either side', () => {
  expect([0, 0.5, 1].map((chance) => delayAfter(1, null, attemptDelays, chance))).toEqual([4000, 5000, 6000]);
});

it('obeys what a receiver asks for where it is later, up to a day, and never after the last attempt', () => {
  expect(delayAfter(1, 60_000, attemptDelays, 0.5)).toBe(60_000);
  expect(delayAfter(2, 60_000, attemptDelays, 0.5)).toBe(300_000);
  expect(delayAfter(1, 10 * 86_400_000, attemptDelays, 0.5)).toBe(86_400_000);
  expect(delayAfter(10, 60_000)).toBeNull();
});
