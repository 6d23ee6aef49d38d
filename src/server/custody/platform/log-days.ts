import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { locks } from '../../platform/db/locks.ts';

/**
 * Periodic job: measures the checkpoints since its last run, so that the longest gap of a year can be read from one row per day. The first
 * run measures the log from its beginning, batch by batch.
 */
export async function measureLogDays(db: Database, batch = 20_000): Promise<void> {
  for (let measured = batch; measured === batch; ) measured = await measureBatch(db, batch);
}

/** @returns the number of measured checkpoints. */
async function measureBatch(db: Database, batch: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // One server at a time, so that each checkpoint counts once.
    const { rows: turns } = await sql<{ is_ours: boolean }>`select pg_try_advisory_xact_lock(${locks.logDays}) as is_ours`.execute(tx);
    if (!turns[0]?.is_ours) return 0;
    const { rows } = await sql<{ measured: number }>`
      with measured as (select coalesce(max(up_to), 0) as up_to from log_day),
      span as (
        select size, signed_at, extract(epoch from signed_at - lag(signed_at) over (order by size)) * 1000 as gap_ms
          from (select size, signed_at from log_checkpoint where size >= (select up_to from measured) order by size limit ${batch + 1}) c
      ),
      fresh as (select * from span where size > (select up_to from measured) order by size limit ${batch}),
      days as (
        select list_day(signed_at) as day, max(size) as up_to, count(*) as checkpoints, max(gap_ms)::bigint as max_gap_ms,
          (array_agg(signed_at order by gap_ms desc nulls last, size))[1] as gap_until
          from fresh group by 1
      ),
      written as (
        insert into log_day as known (day, up_to, checkpoints, max_gap_ms, gap_until)
        select day, up_to, checkpoints, max_gap_ms, case when max_gap_ms is null then null else gap_until end from days
        on conflict (day) do update set up_to = excluded.up_to, checkpoints = known.checkpoints + excluded.checkpoints,
          max_gap_ms = greatest(known.max_gap_ms, excluded.max_gap_ms),
          gap_until = case when excluded.max_gap_ms > coalesce(known.max_gap_ms, -1) then excluded.gap_until else known.gap_until end
      )
      select count(*)::int as measured from fresh`.execute(tx);
    return rows[0]?.measured ?? 0;
  });
}
