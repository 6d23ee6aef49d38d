import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { emptyLog } from '../../../../test/installation/factories/log.ts';
import { readPlatformFigures } from './figures.ts';
import { measureLogDays } from './log-days.ts';

const installation = testDatabase();
beforeEach(async () => {
  await emptyLog(installation);
  await installation.pool.query('truncate log_day');
});

/** Checkpoints at these numbers of seconds before now, oldest first. */
async function checkpoints(...secondsAgo: number[]): Promise<void> {
  const { rows } = await installation.pool.query<{ size: string }>('select coalesce(max(size), 0) as size from log_checkpoint');
  for (const [at, seconds] of secondsAgo.entries()) {
    const size = Number(rows[0]?.size) + at;
    await installation.pool.query(
      `insert into log_checkpoint (size, previous_size, root, note, trail_seq, signed_at)
       values ($1, $2, $3, '', 0, now() - make_interval(secs => $4))`,
      [size + 1, size, Buffer.alloc(32), seconds],
    );
  }
}
const day = 86_400;

describe('the figures of the platform', () => {
  it('are none where nothing was stored, logged, tried or failed', async () => {
    expect(await readPlatformFigures(installation.db)).toEqual({
      measuredAt: expect.stringMatching(/Z$/) as string,
      scrub: null,
      restoreDrill: null,
      longestGap: null,
      failedAnchor: null,
    });
  });

  it('name the longest gap of a year between two checkpoints, however often and in whatever batches it is measured', async () => {
    await checkpoints(800 * day, 500 * day, 90 * day, 80 * day + 50, 80 * day, 79 * day);
    await measureLogDays(installation.db, 2);
    await Promise.all([measureLogDays(installation.db), measureLogDays(installation.db)]);
    const gap = (await readPlatformFigures(installation.db)).longestGap;
    // The gap of 410 days ended within the year; the one before it did not.
    expect(gap).toMatchObject({ seconds: 410 * day, checkpoints: 4 });
    await checkpoints(70, 10);
    // These are not counted yet, and the figures do not reach up to them.
    const early = (await readPlatformFigures(installation.db)).longestGap;
    expect(Math.round((Date.now() - Date.parse(early?.until ?? '')) / 86_400_000)).toBe(79);
    await measureLogDays(installation.db);
    expect((await readPlatformFigures(installation.db)).longestGap).toMatchObject({ seconds: 410 * day, checkpoints: 6 });
    const { rows } = await installation.pool.query('select sum(checkpoints)::int as n, max(up_to)::int as up_to from log_day');
    expect(rows).toEqual([{ n: 8, up_to: 8 }]);
  });

  it('count a checkpoint that starts the log, and have no gap before it', async () => {
    await checkpoints(10);
    await measureLogDays(installation.db);
    expect((await readPlatformFigures(installation.db)).longestGap).toBeNull();
    await checkpoints(3);
    await measureLogDays(installation.db);
    expect((await readPlatformFigures(installation.db)).longestGap).toMatchObject({ seconds: 7, checkpoints: 2 });
  });

  it('tell of the scrub and of the last transaction that failed', async () => {
    await installation.pool.query(`insert into stored_object (sha256, size_bytes, state, checked_at)
      select encode(sha256(n::text::bytea), 'hex'), 1, case n when 1 then 'unchecked' when 2 then 'damaged' else 'whole' end,
        case n when 1 then null else now() - make_interval(hours => n) end from generate_series(1, 5) n`);
    await checkpoints(100, 50);
    await installation.pool.query(`insert into log_anchor (checkpoint_size, state, tx_hash, block_height, chain_time, ended_at)
      values (2, 'failed', '0xab', 7, now(), now())`);
    const { scrub, failedAnchor, measuredAt } = await readPlatformFigures(installation.db);
    expect(scrub).toMatchObject({ objects: 5, unchecked: 1, faults: 1 });
    const hoursAgo = (instant: string | null | undefined) => Math.round((Date.now() - Date.parse(instant ?? '')) / 3_600_000);
    expect([hoursAgo(scrub?.lastAt), hoursAgo(scrub?.allSince), hoursAgo(measuredAt)]).toEqual([2, 5, 0]);
    expect(failedAnchor).toMatchObject({ checkpoint: '2', transaction: '0xab' });
    expect(JSON.parse(JSON.stringify(failedAnchor))).toEqual(failedAnchor);
  });
});
