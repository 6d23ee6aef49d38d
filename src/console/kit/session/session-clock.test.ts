import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionClock, type NearEnd } from './session-clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server whose session ends by idleness at `ends` or by age at `final`, both in seconds of the fake clock. */
function clockOf(state: { ends: number; final: number; isGone?: boolean }) {
  const startMs = Date.now();
  const at = () => Math.floor((Date.now() - startMs) / 1000);
  const shown: (NearEnd | undefined)[] = [];
  let calls = 0;
  const clock = sessionClock({
    nowMs: () => Date.now() - startMs,
    show: (end) => shown.push(end),
    ask: async () => {
      calls += 1;
      if (state.isGone) throw new Error('no line');
      return { idle_seconds: state.ends - at(), max_seconds: state.final - at(), warn_seconds: 180 };
    },
  });
  return { clock, shown, calls: () => calls };
}

it('says nothing until three minutes before the end, and asks twice for that', async () => {
  const { clock, shown, calls } = clockOf({ ends: 1800, final: 43_200 });
  await vi.advanceTimersByTimeAsync(1_619_000);
  expect(shown).toEqual([undefined]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(shown.at(-1)).toMatchObject({ isFinal: false });
  expect(shown.at(-1)?.atMs).toBeGreaterThan(1_799_000);
  expect(calls()).toBe(2);
  clock.stop();
});

it('goes away when another tab renewed the session, and comes back before the next end', async () => {
  const state = { ends: 200, final: 43_200 };
  const { clock, shown } = clockOf(state);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(shown.at(-1)).toBeDefined();
  state.ends = 2_000;
  await vi.advanceTimersByTimeAsync(11_000);
  expect(shown.at(-1)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1_775_000);
  expect(shown.at(-1)).toMatchObject({ isFinal: false });
  clock.stop();
});

it('asks at the end itself, for the server to say so', async () => {
  const state = { ends: 100, final: 43_200 };
  const { clock, calls } = clockOf(state);
  await vi.advanceTimersByTimeAsync(97_000);
  const before = calls();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(calls()).toBeGreaterThan(before);
  clock.stop();
});

it('tells an end that nothing renews', async () => {
  const { clock, shown } = clockOf({ ends: 1800, final: 120 });
  await vi.advanceTimersByTimeAsync(9_000);
  expect(shown.at(-1)).toMatchObject({ isFinal: true });
  clock.stop();
});

it('asks again where there was no answer, and never after it was stopped', async () => {
  const state = { ends: 1800, final: 43_200, isGone: true };
  const { clock, shown, calls } = clockOf(state);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(shown).toEqual([]);
  state.isGone = false;
  await vi.advanceTimersByTimeAsync(16_000);
  expect(shown).toEqual([undefined]);
  clock.stop();
  const before = calls();
  await vi.advanceTimersByTimeAsync(4_000_000);
  expect(calls()).toBe(before);
});
