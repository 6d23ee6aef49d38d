import { expect, it } from 'vitest';
import { waitedMs, watchLoad } from './load.ts';

it('gives way while calls come in and processors are short, and not where one of the two is missing', () => {
  let [at, calls, waited] = [0, 0, 0];
  const isShort = watchLoad(
    () => ({ calls, waitedMs: waited }),
    () => at,
  );
  const after = (moreCalls: number, moreWaitedMs: number): boolean => {
    [at, calls, waited] = [at + 1000, calls + moreCalls, waited + moreWaitedMs];
    return isShort();
  };
  expect([after(100, 600), after(100, 100), after(5, 600), after(100, 600)]).toEqual([true, false, false, true]);
  at += 100;
  expect(isShort()).toBe(true);
  expect(waitedMs()).toBeGreaterThanOrEqual(0);
});
