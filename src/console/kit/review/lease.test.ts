import { expect, it } from 'vitest';
import { leaseOf } from './lease.ts';

it('reads how long a claim lasts from the server’s own times', () => {
  expect(leaseOf({ since: '2026-11-01 23:55:00', until: '2026-11-02 00:05:00' })).toBe(600_000);
});

it.each([
  ['', ''],
  ['2026-11-01 10:00:00', '2026-11-01 10:00:00'],
])('a claim from %o to %o is asked for again soon', (since, until) => {
  expect(leaseOf({ since, until })).toBe(10_000);
});
