import { types } from 'pg';
import { expect, it } from 'vitest';
import { readTimestamp } from './pool.ts';

const usual = types.getTypeParser(types.builtins.TIMESTAMPTZ, 'text') as (text: string) => Date;

it.each([
  '2026-11-21 18:39:05+08',
  '2026-11-21 18:39:05.1+08',
  '2026-11-21 18:39:05.123456-03',
  '2024-02-29 00:00:00+00',
  '2026-11-21 18:39:05.12+05:30',
  '1900-01-01 00:00:00+08:05:43',
  '0044-03-15 12:00:00+00 BC',
  '12026-01-01 00:00:00+00',
  'infinity',
  '-infinity',
])('reads %s as pg does', (text) => {
  expect(readTimestamp(text).valueOf()).toBe(usual(text).valueOf());
});
