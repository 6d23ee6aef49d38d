import { sql } from 'kysely';
import type { PlatformFigures } from '../../../domain/proof/platform/figures.ts';
import { startOfDay } from '../../../domain/kit/text/time.ts';
import type { Database, Tx } from '../../platform/db/database.ts';

/** Figures that the office measures about itself. One statement, which takes milliseconds at any size of the log and the store. */
export async function readPlatformFigures(db: Database | Tx): Promise<PlatformFigures> {
  const { rows } = await sql<FiguresRow>`
    with gap as (
      select max_gap_ms, gap_until from log_day
       where day > list_day(now()) - 365 and max_gap_ms is not null order by max_gap_ms desc, day limit 1
    ),
    drill as (select ended_at, succeeded from restore_drill order by ended_at desc, id desc limit 1),
    failed as (select ended_at, chain_time, checkpoint_size, tx_hash from log_anchor
      where state = 'failed' order by checkpoint_size desc limit 1)
    select clock_timestamp() as at,
      (select case when c.reltuples > ${exactUpTo} then c.reltuples
         else (select count(*) from (select from stored_object limit ${countedUpTo}) o) end
         from pg_class c where c.oid = 'stored_object'::regclass)::float8 as objects,
      (select count(*) from (select from stored_object where state = 'unchecked' limit ${countedUpTo}) o)::float8 as unchecked,
      (select count(*) from stored_object where state in ('damaged', 'missing'))::float8 as faults,
      (select coalesce(checked_at, added_at) from stored_object order by coalesce(checked_at, added_at) limit 1) as all_since,
      (select max(checked_at) from (select checked_at from stored_object
         order by coalesce(checked_at, added_at) desc limit ${newestLooks}) newest) as last_look,
      (select ended_at from drill) as drill_at, (select succeeded from drill) as drill_succeeded,
      (select max_gap_ms from gap)::float8 as gap_ms, (select gap_until from gap) as gap_until,
      (select signed_at from log_checkpoint order by size limit 1) as first_signed,
      (select c.signed_at from log_day d join log_checkpoint c on c.size = d.up_to order by d.day desc limit 1) as last_signed,
      (select coalesce(checked_at, added_at) from stored_object
         order by coalesce(checked_at, added_at) desc limit 1) as last_change,
      (select coalesce(sum(checkpoints), 0) from log_day where day > list_day(now()) - 365)::float8 as checkpoints,
      (select coalesce(ended_at, chain_time) from failed) as failed_at,
      (select checkpoint_size from failed) as failed_size, (select tx_hash from failed) as failed_tx`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database did not answer');
  return {
    measuredAt: momentOf(row).toISOString(),
    scrub: scrubOf(row),
    restoreDrill:
      row.drill_at && row.drill_succeeded !== null ? { at: row.drill_at.toISOString(), hasSucceeded: row.drill_succeeded } : null,
    longestGap: gapOf(row),
    failedAnchor:
      row.failed_at && row.failed_size !== null && row.failed_tx !== null
        ? { at: row.failed_at.toISOString(), checkpoint: row.failed_size, transaction: row.failed_tx }
        : null,
  };
}

function scrubOf({ objects, unchecked, faults, all_since: allSince, last_look: lastLook }: FiguresRow): PlatformFigures['scrub'] {
  if (objects === 0) return null;
  return { lastAt: lastLook?.toISOString() ?? null, allSince: allSince?.toISOString() ?? null, objects, unchecked, faults };
}

/** Only what was counted: the daily rows end at the last run of their job. */
function gapOf(row: FiguresRow): PlatformFigures['longestGap'] {
  const { at, gap_ms: gapMs, gap_until: endedAt, checkpoints, first_signed: first, last_signed: last } = row;
  if (gapMs === null || !endedAt || !first || !last) return null;
  const windowStart = startOfDay(at).getTime() - (windowDays - 1) * dayMs;
  const since = new Date(Math.max(first.getTime(), windowStart)).toISOString();
  return { seconds: Math.floor(gapMs / 1000), endedAt: endedAt.toISOString(), checkpoints, since, until: last.toISOString() };
}

const windowDays = 365;
const dayMs = 86_400_000;

/** Whatever changes a figure has a time among these, so figures of one moment are equal. */
function momentOf(row: FiguresRow): Date {
  const changes = [row.last_look, row.last_change, row.drill_at, row.gap_until, row.last_signed, row.failed_at];
  const instants = [startOfDay(row.at), ...changes].flatMap((instant) => (instant ? [instant.getTime()] : []));
  return new Date(Math.max(...instants));
}

/** Counts are exact up to here, where counting is cheap. */
const exactUpTo = 10_000;
const countedUpTo = 100_000;
/** The newest check is searched among this many recent arrivals and checks. It is missed only if far more objects arrived at once. */
const newestLooks = 10_000;

interface FiguresRow {
  readonly at: Date;
  readonly objects: number;
  readonly unchecked: number;
  readonly faults: number;
  readonly all_since: Date | null;
  readonly last_look: Date | null;
  readonly drill_at: Date | null;
  readonly drill_succeeded: boolean | null;
  readonly gap_ms: number | null;
  readonly gap_until: Date | null;
  readonly checkpoints: number;
  readonly first_signed: Date | null;
  /** Of the last checkpoint that is counted. */
  readonly last_signed: Date | null;
  readonly last_change: Date | null;
  readonly failed_at: Date | null;
  readonly failed_size: string | null;
  readonly failed_tx: string | null;
}
