import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { formerNameWarnings } from './former-names.ts';

it.each([
  [{ SWEEP_CYCLE_DAYS: '7' }, 7, ['SWEEP_CYCLE_DAYS is now called SCRUB_CYCLE_DAYS; the old name is read until the next release']],
  [{ SWEEP_CYCLE_DAYS: '7', SCRUB_CYCLE_DAYS: '' }, 7, expect.arrayContaining([expect.stringContaining('is now called')])],
  [{ SWEEP_CYCLE_DAYS: '7', SCRUB_CYCLE_DAYS: '9' }, 9, ['SWEEP_CYCLE_DAYS is ignored, because SCRUB_CYCLE_DAYS is set; remove it']],
  [{ SCRUB_CYCLE_DAYS: '9' }, 9, []],
  [{ SWEEP_CYCLE_DAYS: '' }, 30, []],
])('reads former names of settings, and warns of them: %o', (env, cycleDays, warnings) => {
  expect(readConfig(env).scrub.cycleDays).toBe(cycleDays);
  expect(formerNameWarnings(env)).toEqual(warnings);
});
