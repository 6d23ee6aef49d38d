import { sql, type RawBuilder } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import { isFree, leaseEnd } from '../../platform/db/lease.ts';
import { locks } from '../../platform/db/locks.ts';

/**
 * What gets timestamps: every checkpoint, once from each authority; if configured, the manifest of every evidence, which is its entry in
 * the log; and the digest of every web archive, under the log entry of its capture's manifest.
 */
export type TimestampQueue = 'checkpoints' | 'evidence' | 'archives' | 'sm2-checkpoints';
export interface TimestampClaim {
  /** A checkpoint's size or an entry's index. */
  readonly key: string;
  /** The content that the token is to cover. */
  readonly content: Buffer;
}

interface Line {
  readonly table: RawBuilder<unknown>;
  readonly column: RawBuilder<unknown>;
  /** SQL for the content of the row of `table` with the alias t. */
  readonly content: RawBuilder<Buffer>;
  /** The end of the log, in the unit of `up_to`. */
  readonly end: RawBuilder<string>;
  /** Keys after `since`, up to the `end` that was read. */
  readonly since: (since: string, end: string) => RawBuilder<unknown>;
}
const logSize = sql<string>`(select coalesce(max(size), 0) from log_checkpoint)`;
const ofCheckpoints: Omit<Line, 'table'> = {
  column: sql`checkpoint_size`,
  content: sql`(select convert_to(note, 'UTF8') from log_checkpoint where size = t.checkpoint_size)`,
  end: logSize,
  since: (since, end) => sql`select size from log_checkpoint where size > ${since}::bigint and size <= ${end}::bigint`,
};
export const timestampQueues: Record<TimestampQueue, Line> = {
  checkpoints: { ...ofCheckpoints, table: sql`log_timestamp` },
  /** Tokens of the second track's authority. */
  'sm2-checkpoints': { ...ofCheckpoints, table: sql`sm2_timestamp` },
  evidence: {
    table: sql`evidence_timestamp`,
    column: sql`seq`,
    content: sql`(select entry from log_entry where log_entry.seq = t.seq)`,
    end: logSize,
    since: (since, end) =>
      sql`select e.seq from log_entry e join evidence on evidence.log_entry = e.pending_id
           where e.seq >= ${since}::bigint and e.seq < ${end}::bigint`,
  },
  archives: {
    table: sql`archive_timestamp`,
    column: sql`seq`,
    content: sql`(select a.digest from log_entry e join evidence v on v.log_entry = e.pending_id
                    join capture_archive a on a.number = v.number where e.seq = t.seq)`,
    end: logSize,
    since: (since, end) =>
      sql`select e.seq from log_entry e join evidence v on v.log_entry = e.pending_id join capture_archive a on a.number = v.number
           where e.seq >= ${since}::bigint and e.seq < ${end}::bigint`,
  },
};

/** Leases the newest waiting key; null if none waits or the queue is delayed after a failure. */
export async function claimNext(db: Database, name: TimestampQueue): Promise<TimestampClaim | null> {
  const { table, column, content } = timestampQueues[name];
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.timestamps})`.execute(tx);
    if (!(await enqueueNew(tx, name))) return null;
    const { rows } = await sql<TimestampClaim>`
      update ${table} t set next_at = ${leaseEnd(leaseSeconds)}
       where ${column} = (
         select ${column} from ${table} where state = 'waiting' and ${isFree(sql`next_at`, leaseSeconds)} order by ${column} desc limit 1
       )
      returning ${column} as key, ${content} as content`.execute(tx);
    return rows[0] ?? null;
  });
}

/** Queues what the log has added since. @returns whether the queue may send requests now. */
async function enqueueNew(tx: Tx, name: TimestampQueue): Promise<boolean> {
  const line = await readQueueState(tx, name);
  const { table, column, end, since } = timestampQueues[name];
  const { rows } = await sql<{ end: string }>`select ${end} as end`.execute(tx);
  const size = rows[0]?.end ?? '0';
  if (BigInt(size) > BigInt(line.upTo)) {
    await sql`insert into ${table} (${column}) ${since(line.upTo, size)} on conflict do nothing`.execute(tx);
    await tx.updateTable('stamp_line').set({ up_to: size }).where('name', '=', name).execute();
  }
  return line.isDue;
}

/**
 * The state of the queue. A new queue starts with the last hour, so that a new authority need not stamp years of content; older content is
 * covered by the tokens of later checkpoints.
 */
async function readQueueState(tx: Tx, name: TimestampQueue): Promise<{ upTo: string; isDue: boolean }> {
  await sql`
    insert into stamp_line (name, up_to)
    values (${name}, coalesce((select size from log_checkpoint where signed_at < now() - interval '1 hour' order by size desc limit 1), 0))
    on conflict (name) do nothing`.execute(tx);
  const { rows } = await sql<{
    upTo: string;
    isDue: boolean;
  }>`select up_to as "upTo", ${isFree(sql`next_at`, longestSeconds)} as "isDue" from stamp_line where name = ${name}`.execute(tx);
  const [line] = rows;
  if (!line) throw new Error(`the line ${name} has no row`);
  return line;
}

/** Longer than a request may take (10 s). */
const leaseSeconds = 30;
/** Longest delay between two requests to a failing authority. */
export const longestSeconds = 600;
