import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Health } from './health.ts';

/** What the log itself knows of the keeping of evidence: one statement, of one snapshot. Counts end at 100,000: looking must stay cheap. */
export async function logHealth(db: Database): Promise<Health> {
  const { rows } = await sql<HealthRow>`
    with stamped as (select max(checkpoint_size) as size, max(gen_time) as at from log_timestamp where state = 'done'),
    anchored as (select max(checkpoint_size) as size, max(chain_time) as at from log_anchor where state = 'done'),
    head as (select size, signed_at from log_checkpoint order by size desc limit 1)
    select clock_timestamp() as at,
      ${upTo(sql`from log_pending`)} as pending,
      (select enqueued_at from log_pending order by id limit 1) as oldest_pending_at,
      (select size from head)::float8 as head_size, (select signed_at from head) as head_at,
      ${upTo(sql`from log_checkpoint where size > coalesce((select size from stamped), 0)`)} as unstamped,
      (select at from stamped) as stamped_at,
      (select last_error from log_timestamp where state = 'waiting' order by checkpoint_size desc limit 1) as stamp_error,
      ${upTo(sql`from log_checkpoint where size > coalesce((select size from anchored), 0)`)} as unanchored,
      (select at from anchored) as anchored_at,
      (select last_error from log_anchor where state <> 'done' order by checkpoint_size desc limit 1) as anchor_error`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('the database did not answer');
  return {
    at: row.at,
    log: { pending: row.pending, oldestPendingAt: row.oldest_pending_at, checkpoint: row.head_size !== null && row.head_at ? { size: row.head_size, signedAt: row.head_at } : null },
    timestamps: { uncovered: row.unstamped, lastAt: row.stamped_at, error: row.stamp_error },
    chain: { uncovered: row.unanchored, lastAt: row.anchored_at, error: row.anchor_error },
  };
}

function upTo(from: ReturnType<typeof sql>) {
  return sql`(select count(*) from (select ${from} limit 100000) counted)::float8`;
}

interface HealthRow {
  readonly at: Date;
  readonly pending: number;
  readonly oldest_pending_at: Date | null;
  readonly head_size: number | null;
  readonly head_at: Date | null;
  readonly unstamped: number;
  readonly stamped_at: Date | null;
  readonly stamp_error: string | null;
  readonly unanchored: number;
  readonly anchored_at: Date | null;
  readonly anchor_error: string | null;
}
