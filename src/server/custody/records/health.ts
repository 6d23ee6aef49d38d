import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { renewalTime } from './renewals-due.ts';

/** State of the evidence records. */
export interface RecordHealth {
  /** Days with evidence whose record has its first token. */
  readonly days: number;
  /** Days that have ended and have evidence but no record yet: the tree is missing, or waits for its token. */
  readonly daysWithout: number;
  /** The oldest of those, `yyyy-MM-dd` in Shanghai. */
  readonly oldestWithout: string | null;
  /** Trees of renewals that wait for their token. */
  readonly waitingRenewals: number;
  /** When the first record must be renewed because the authority's certificate ends; null without records. */
  readonly nextRenewalAt: Date | null;
  /** When that certificate ends. */
  readonly endsAt: Date | null;
  readonly error: string | null;
  readonly failingSince: Date | null;
}

/** Cheap: reads one row per day and the checkpoints after the last of these days. */
export async function recordHealth(db: Database): Promise<RecordHealth> {
  const { rows } = await sql<HealthRow>`
    with of_day as (
      select d.day, own.state = 'done' as is_held, newest.state = 'done' as is_done, newest.ends_at
        from record_day d
        join record_tree own on own.id = d.tree_id
        left join lateral (select tree_id from record_renewal where day = d.day order by ordinal desc limit 1) r on true
        join record_tree newest on newest.id = coalesce(r.tree_id, d.tree_id)
    ), untaken as (
      select distinct list_day(signed_at) as day
        from (
          select signed_at from log_checkpoint
           where size > (select coalesce(max(end_seq), 0) from record_day) order by size limit ${mostCheckpoints}
        ) c
       -- A day's tree is made within minutes of its end.
       where list_day(signed_at) < list_day(now() - interval '1 hour')
         -- What a checkpoint brings after its day was taken up belongs to the next one.
         and list_day(signed_at) > (select coalesce(max(day), '-infinity') from record_day)
    ), without as (select day from of_day where not is_held union select day from untaken)
    select (select count(*) from of_day where is_held)::float8 as days,
           (select count(*) from without)::float8 as without,
           (select min(day)::text from without) as oldest,
           (select count(*) from record_tree where state = 'waiting' and kind <> 'day')::float8 as waiting,
           (select min(ends_at) from of_day where is_done) as ends_at,
           coalesce(l.last_error, (
             select last_error from record_tree where state = 'waiting' and last_error is not null order by id limit 1
           )) as error,
           l.failing_since
      from (select) one left join record_line l on true`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database did not answer');
  return {
    days: row.days,
    daysWithout: row.without,
    oldestWithout: row.oldest,
    waitingRenewals: row.waiting,
    nextRenewalAt: row.ends_at && renewalTime(row.ends_at),
    endsAt: row.ends_at,
    error: row.error,
    failingSince: row.failing_since,
  };
}

interface HealthRow {
  readonly days: number;
  readonly without: number;
  readonly oldest: string | null;
  readonly waiting: number;
  readonly ends_at: Date | null;
  readonly error: string | null;
  readonly failing_since: Date | null;
}

/** Keeps the query cheap, however long no tree was made. */
const mostCheckpoints = 100_000;
