import { sql, type RawBuilder } from 'kysely';
import { expect, it, vi } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { clockNow, hasEnded, isAhead, isFree, isHeld, startRenewing, leaseEnd } from './lease.ts';

const database = testDatabase();

const answer = async (asked: RawBuilder<unknown>): Promise<unknown> => {
  const { rows } = await sql<{ answer: unknown }>`select ${asked} as answer`.execute(database.db);
  return rows[0]?.answer;
};

it.each([
  ['has just ended', sql`now()`, { held: false, ended: true, free: true }],
  ['ends in a while', leaseEnd(60), { held: true, ended: false, free: false }],
  ['ends later than any that is given', leaseEnd(61), { held: true, ended: false, free: true }],
])('tells of a lease that %s whether it holds', async (_name, until, { held, ended, free }) => {
  expect(await answer(isHeld(until))).toBe(held);
  expect(await answer(hasEnded(until))).toBe(ended);
  expect(await answer(isFree(until, 60))).toBe(free);
  expect(await answer(isAhead(until, sql`30 + 30`))).toBe(free && !ended);
});

it('tells that a row which nobody took is held by nobody', async () => {
  expect(await answer(isHeld(sql`null::timestamptz`))).toBe(false);
});

it('counts a lease that is taken after a wait from the end of the wait', async () => {
  const ends = await database.db.transaction().execute(async (tx) => {
    await sql`select now()`.execute(tx);
    const { rows } = await sql<{ later: boolean }>`select ${leaseEnd(60, clockNow)} > ${leaseEnd(60)} as later`.execute(tx);
    return rows[0]?.later;
  });
  expect(ends).toBe(true);
});

it('renews three times a lease until it is stopped, and tells once it is lost', async () => {
  vi.useFakeTimers();
  try {
    const answers = [true, new Error('the database is away'), false];
    const renew = vi.fn(async () => {
      const next = answers.shift();
      if (next instanceof Error) throw next;
      return next;
    });
    const onLost = vi.fn();
    const stop = startRenewing(renew, { leaseSeconds: 60, onLost });
    await vi.advanceTimersByTimeAsync(40_000);
    expect(renew).toHaveBeenCalledTimes(2);
    expect(onLost).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(onLost).toHaveBeenCalledTimes(1);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(renew).toHaveBeenCalledTimes(3);
  } finally {
    vi.useRealTimers();
  }
});
