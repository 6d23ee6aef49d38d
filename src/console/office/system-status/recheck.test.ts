import { expect, it } from 'vitest';
import { isBeingChecked } from './recheck.ts';

it.each([
  ['nobody asked', '2026-11-30 10:00:00', '', false],
  ['it was checked before', '2026-11-30 10:00:00', '2026-11-30 10:00:01', true],
  ['it was never checked', '', '2026-11-30 10:00:01', true],
  ['it was checked in the second of the request', '2026-11-30 10:00:01', '2026-11-30 10:00:01', false],
  ['it was checked after', '2026-11-30 10:00:02', '2026-11-30 10:00:01', false],
])('a file is being checked or not: %s', (_name, checked_time, askedAt, expected) => {
  expect(isBeingChecked({ checked_time }, askedAt)).toBe(expected);
});
