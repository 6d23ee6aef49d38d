import { expect, it } from 'vitest';
import { processorTimes, watchLoad } from './load.ts';

it('gives way while calls come in and the processors are busy, and not where one of the two is missing', () => {
  let [at, calls, idleMs, totalMs] = [0, 0, 0, 0];
  const isShort = watchLoad(
    () => ({ calls, idleMs, totalMs }),
    () => at,
  );
  const after = (moreCalls: number, moreIdle: number, ms = 1000): boolean => {
    [at, calls, idleMs, totalMs] = [at + ms, calls + moreCalls, idleMs + moreIdle, totalMs + 2 * ms];
    return isShort();
  };
  expect([after(100, 500), after(100, 700), after(5, 100), after(100, 0)]).toEqual([true, false, false, true]);
  // Too soon: the earlier result holds.
  expect([after(0, 200, 100), after(0, 900, 500)]).toEqual([true, false]);
});

it('reads the times of the processors, of which no more is idle than there is', () => {
  const { idleMs, totalMs } = processorTimes();
  expect(idleMs).toBeGreaterThan(0);
  expect(totalMs).toBeGreaterThanOrEqual(idleMs);
});
