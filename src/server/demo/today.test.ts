import { expect, it } from 'vitest';
import { demoNow } from './clock.ts';
import { todayOf } from './today.ts';

const day = (text: string): Date => new Date(`${text}T12:00:00+08:00`);
const now = () => day('2027-03-05');

it('is the real day where there is no demo, and where its rows would lie ahead', () => {
  expect(todayOf(null, now)(day('2026-10-01'))).toEqual(now());
  expect(todayOf(day('2026-08-01'), now)(day('2026-10-01'))).toEqual(now());
});

it('of the demo runs on from its own last moment, and is the real day for what came in since', () => {
  const today = todayOf(day('2027-03-02'), now);
  expect(today(day('2026-10-01'))).toEqual(new Date(demoNow.getTime() + 3 * 86_400_000));
  expect(today(day('2027-03-04'))).toEqual(now());
});
