import { expect, it } from 'vitest';
import { durationText } from './duration.ts';

it.each([
  [0, ''],
  [8, '00:08'],
  [59.6, '01:00'],
  [125, '02:05'],
  [3599, '59:59'],
  [3725, '1:02:05'],
  [360_000, '100:00:00'],
])('%d seconds show as %j', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
