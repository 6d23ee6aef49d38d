import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { witnessHealth, type WitnessHealth } from '../witnesses/standing.ts';
import { officeHealth, type OfficeHealth } from '../identity/certificate-renewal.ts';
import { waitingSignatures } from '../guomi/sm2-signature-store.ts';
import { lastDrill } from '../platform/restore-drill.ts';
import { recordHealth, type RecordHealth } from '../records/health.ts';

/** How the keeping of evidence stands, for operators, metrics and `doctor`. All instants are the database's. */
export interface CustodyHealth {
  readonly at: Date;
  readonly scrub: {
    /** Stored objects; above ten thousand the database's own estimate. */
    readonly objects: number;
    /** Never looked at yet. */
    readonly unchecked: number;
    readonly damaged: number;
    readonly missing: number;
    /** Whose last look came to no result, because the storage failed. */
    readonly unreadable: number;
    /** Whose turn it is; at most `countedUpTo`, as all counts below. */
    readonly due: number;
    /** Of those, whose last look, or whose coming, is dated ahead of now by more than a day: the clock was wrong then, or is now. */
    readonly ahead: number;
    /**
     * The longest that an object has not been looked at, since it came or since its last look; one that is dated ahead counts as never
     * looked at. Null without objects.
     */
    readonly oldestCheckAt: Date | null;
  };
  readonly log: {
    readonly pending: number;
    readonly oldestPendingAt: Date | null;
    readonly checkpoint: { readonly size: number; readonly signedAt: Date } | null;
  };
  readonly timestamps: Attestor;
  /** Tokens over single pieces of evidence; nothing waits where none are asked for. */
  readonly evidenceTimestamps: Attestor;
  readonly chain: ChainAttestor;
  /** Who cosigns checkpoints; none where none are configured. */
  readonly witnesses: WitnessHealth;
  /** Evidence records of days. */
  readonly records: RecordHealth;
  /** Signatures in SM2 that wait for the signer, and since when the oldest does; nothing waits where no signer is configured. */
  readonly sm2: { readonly waiting: number; readonly oldestAt: Date | null };
  /** The certificate that the office signs with; null before its first start. */
  readonly office: OfficeHealth | null;
  /** The last backup that was restored for practice; null while there was none. */
  readonly restoreDrill: { readonly at: Date; readonly hasSucceeded: boolean } | null;
  /** Trail rows that wait for their link, counters' deltas for their base, events for their places. */
  readonly queues: { readonly trail: number; readonly listDeltas: number; readonly events: number };
}

/** An outsider that confirms checkpoints. */
export interface Attestor {
  /** What has no token of its own yet; for a chain the checkpoints after the last one that is confirmed, which covers those before it. */
  readonly uncovered: number;
  /** When the newest confirmation says it was given; null before the first. */
  readonly lastAt: Date | null;
  readonly error: string | null;
  /** The first failure after the last success. */
  readonly failingSince: Date | null;
}

export interface ChainAttestor extends Attestor {
  /** Transactions that the chain holds as failed, since the last one that succeeded. */
  readonly failed: number;
  /** The transaction that waits bids as much as it may (CHAIN_MAX_FEE_GWEI). */
  readonly isCapped: boolean;
}

/**
 * How far the newest checkpoint's time lies ahead of the clock: signed while a clock was ahead, and carried on by those that follow until
 * real time has caught up. 0 when it does not.
 */
export function checkpointAheadMs({ at, log }: Pick<CustodyHealth, 'at' | 'log'>): number {
  return log.checkpoint ? Math.max(0, log.checkpoint.signedAt.getTime() - at.getTime()) : 0;
}

/** Clocks of two machines differ by less; what lies further ahead is a clock that was wrong. */
export const clockToleranceMs = 60_000;

/** Counts end here: what is behind by more is simply far behind, and looking must stay cheap. */
export const countedUpTo = 100_000;

/** The log and the store in one statement, of one snapshot; some milliseconds at any size of the log and the store. */
export async function custodyHealth(db: Database): Promise<CustodyHealth> {
  const { rows } = await sql<HealthRow>`
    with anchored as (select max(checkpoint_size) as size, max(chain_time) as at from log_anchor where state = 'done'),
    head as (select size, signed_at from log_checkpoint order by size desc limit 1)
    select clock_timestamp() as at,
      ${objectCount} as objects,
      ${upTo(sql`from stored_object where state = 'unchecked'`)} as unchecked,
      (select count(*) from stored_object where state = 'damaged')::float8 as damaged,
      (select count(*) from stored_object where state = 'missing')::float8 as missing,
      ${upTo(sql`from stored_object where last_error is not null`)} as unreadable,
      ${upTo(sql`from stored_object where due_at <= now() or ${isAhead}`)} as due,
      ${upTo(sql`from stored_object where ${isAhead}`)} as ahead,
      least((select coalesce(checked_at, added_at) from stored_object order by coalesce(checked_at, added_at) limit 1),
        (select min(added_at)
          from (select added_at from stored_object where ${isAhead} limit ${countedUpTo}) dated_ahead)) as oldest_look_at,
      ${upTo(sql`from log_pending`)} as pending,
      (select enqueued_at from log_pending order by id limit 1) as oldest_pending_at,
      (select size from head)::float8 as head_size, (select signed_at from head) as head_at,
      ${upTo(sql`from log_timestamp where state = 'waiting'`)}
        + ${upTo(sql`from log_checkpoint where size > coalesce(s.up_to, 0)`)} as unstamped,
      (select gen_time from log_timestamp where state = 'done' order by checkpoint_size desc limit 1) as stamped_at,
      s.last_error as stamp_error, s.failing_since as stamp_failing,
      ${upTo(sql`from evidence_timestamp where state = 'waiting'`)} as unstamped_evidence,
      (select gen_time from evidence_timestamp where state = 'done' order by seq desc limit 1) as evidence_stamped_at,
      e.last_error as evidence_stamp_error, e.failing_since as evidence_stamp_failing,
      ${upTo(sql`from log_checkpoint where size > coalesce((select size from anchored), 0)`)} as unanchored,
      (select at from anchored) as anchored_at,
      a.last_error as anchor_error, a.failing_since as anchor_failing, coalesce(a.is_capped, false) as anchor_capped,
      (select count(*) from log_anchor
        where state = 'failed' and checkpoint_size > coalesce((select size from anchored), 0))::float8 as anchor_failed,
      ${upTo(sql`from trail_pending`)} as trail,
      ${upTo(sql`from list_count_delta`)} as list_deltas,
      ${upTo(sql`from event_pending`)} as events
      from (select) one left join log_anchor a on a.state in ('waiting', 'sent')
      left join stamp_line s on s.name = 'checkpoints' left join stamp_line e on e.name = 'evidence'`.execute(db);
  const [office, witnesses, records] = [await officeHealth(db), await witnessHealth(db), await recordHealth(db)];
  const [restoreDrill, sm2] = [await lastDrill(db), await waitingSignatures(db, countedUpTo)];
  const row = rows[0];
  if (!row) throw new Error('the database did not answer');
  return {
    at: row.at,
    scrub: {
      objects: row.objects,
      unchecked: row.unchecked,
      damaged: row.damaged,
      missing: row.missing,
      unreadable: row.unreadable,
      due: row.due,
      ahead: row.ahead,
      oldestCheckAt: row.oldest_look_at,
    },
    log: {
      pending: row.pending,
      oldestPendingAt: row.oldest_pending_at,
      checkpoint: row.head_size !== null && row.head_at ? { size: row.head_size, signedAt: row.head_at } : null,
    },
    timestamps: { uncovered: row.unstamped, lastAt: row.stamped_at, error: row.stamp_error, failingSince: row.stamp_failing },
    evidenceTimestamps: {
      uncovered: row.unstamped_evidence,
      lastAt: row.evidence_stamped_at,
      error: row.evidence_stamp_error,
      failingSince: row.evidence_stamp_failing,
    },
    chain: {
      uncovered: row.unanchored,
      lastAt: row.anchored_at,
      error: row.anchor_error,
      failingSince: row.anchor_failing,
      failed: row.anchor_failed,
      isCapped: row.anchor_capped,
    },
    witnesses,
    records,
    sm2,
    office,
    restoreDrill,
    queues: { trail: row.trail, listDeltas: row.list_deltas, events: row.events },
  };
}

/** Of a stored object: its last look was made by a clock that was ahead of what it is now. */
const isAhead = sql`coalesce(checked_at, added_at) > now() + interval '1 day'`;

/** Exact while that is cheap. */
const objectCount = sql`(select case when c.reltuples > 10000 then c.reltuples
    else (select count(*) from (select from stored_object limit ${countedUpTo}) o) end
  from pg_class c where c.oid = 'stored_object'::regclass)::float8`;

function upTo(from: ReturnType<typeof sql>) {
  return sql`(select count(*) from (select ${from} limit ${countedUpTo}) counted)::float8`;
}

interface HealthRow {
  readonly at: Date;
  readonly objects: number;
  readonly unchecked: number;
  readonly damaged: number;
  readonly missing: number;
  readonly unreadable: number;
  readonly due: number;
  readonly ahead: number;
  readonly oldest_look_at: Date | null;
  readonly pending: number;
  readonly oldest_pending_at: Date | null;
  readonly head_size: number | null;
  readonly head_at: Date | null;
  readonly unstamped: number;
  readonly stamped_at: Date | null;
  readonly stamp_error: string | null;
  readonly stamp_failing: Date | null;
  readonly unstamped_evidence: number;
  readonly evidence_stamped_at: Date | null;
  readonly evidence_stamp_error: string | null;
  readonly evidence_stamp_failing: Date | null;
  readonly unanchored: number;
  readonly anchored_at: Date | null;
  readonly anchor_error: string | null;
  readonly anchor_failing: Date | null;
  readonly anchor_failed: number;
  readonly anchor_capped: boolean;
  readonly trail: number;
  readonly list_deltas: number;
  readonly events: number;
}
