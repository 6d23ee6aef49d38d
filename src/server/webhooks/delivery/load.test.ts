import { expect, it } from 'vitest';
import { threadTimes, watchLoad } from './load.ts';

it('gives way while calls come in and processors are short, and not where one of the two is missing', () => {
  let [at, calls, ranMs, waitedMs] = [0, 0, 0, 0];
  const isShort = watchLoad(
    () => ({ calls, ranMs, waitedMs }),
    () => at,
  );
  const after = (moreCalls: number, moreRan: number, moreWaited: number, ms = 1000): boolean => {
    [at, calls, ranMs, waitedMs] = [at + ms, calls + moreCalls, ranMs + moreRan, waitedMs + moreWaited];
    return isShort();
  };
  expect([after(100, 100, 600), after(100, 100, 50), after(5, 100, 600), after(100, 20, 40)]).toEqual([true, false, false, true]);
  // Too soon, and too little to tell from: what was found before holds.
  expect([after(0, 0, 0, 100), after(100, 1, 0, 1000), after(600, 1, 0, 5000)]).toEqual([true, true, false]);
});

it('reads what the thread ran and waited, where the machine tells', () => {
  expect(Object.values(threadTimes()).every((ms) => ms >= 0)).toBe(true);
});
