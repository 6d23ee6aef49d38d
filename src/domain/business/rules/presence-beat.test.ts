import { expect, it } from 'vitest';
import { presenceLeaseSeconds, untilNextBeat } from './presence-beat.ts';

it('brings the beats of all windows to the same whole seconds, and keeps them there', () => {
  for (const opened of [0, 1, 999, 1_000, 1_795_640_000_123]) {
    const first = opened + untilNextBeat(opened);
    expect(first % 1_000).toBe(0);
    expect(untilNextBeat(first)).toBe(5_000);
    expect(untilNextBeat(first + 7)).toBe(4_993);
  }
});

it('leaves room for a beat that is lost and repeated after a second', () => {
  expect(5_000 + 1_000).toBeLessThan(presenceLeaseSeconds * 1000);
});
