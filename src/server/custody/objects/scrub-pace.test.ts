import { expect, it } from 'vitest';
import { paceOf } from './scrub-pace.ts';

/** A clock that advances only by waiting. */
function simulated(bytesPerSecond: number) {
  const clock = { ms: 0 };
  const pace = paceOf(
    bytesPerSecond,
    () => clock.ms,
    async (ms) => {
      clock.ms += ms;
    },
  );
  return { clock, read: (bytes: number) => pace(bytes, new AbortController().signal) };
}

it('keeps to the rate over many small reads and over large ones', async () => {
  for (const chunk of [100, 65_536, 5_000_000]) {
    const { clock, read } = simulated(1_000_000);
    for (let total = 0; total < 20_000_000; total += chunk) await read(chunk);
    expect(clock.ms).toBeGreaterThan(18_900);
    expect(clock.ms).toBeLessThan(25_000);
  }
});

it('does not make up for a pause by a burst', async () => {
  const { clock, read } = simulated(1_000_000);
  clock.ms = 3_600_000;
  for (let total = 0; total < 10_000_000; total += 65_536) await read(65_536);
  expect(clock.ms - 3_600_000).toBeGreaterThan(8_900);
});

it('ends a wait at once when the server stops', async () => {
  const stopping = new AbortController();
  const waiting = paceOf(1)(1_000_000, stopping.signal);
  stopping.abort();
  await waiting;
});
