import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { witnessHealth, type WitnessHealth } from '../witnesses/witness-health.ts';
import { officeHealth, type OfficeHealth } from '../identity/certificate-renewal.ts';
import { waitingSignatures } from '../guomi/sm2-signature-store.ts';
import { lastDrill } from '../platform/restore-drill.ts';
import { recordHealth, type RecordHealth } from '../records/health.ts';

/** State of the custody of evidence, for operators, metrics and `doctor`. All times are by the database's clock. */
export interface CustodyHealth {
  readonly at: Date;
  readonly scrub: {
    /** Stored objects; above ten thousand, the database's estimate. */
    readonly objects: number;
    /** Objects that were never checked. */
    readonly unchecked: number;
    readonly damaged: number;
    readonly missing: number;
    /** Objects whose last check was inconclusive because the storage failed. */
    readonly unreadable: number;
    /** Objects due for a check; at most `countedUpTo`, like all counts below. */
    readonly due: number;
    /** Of those, objects whose last check or arrival is dated more than a day ahead: the clock was wrong then, or is wrong now. */
    readonly ahead: number;
    /**
     * Last check, or else arrival, of the object that has waited longest for a check. An object dated ahead counts as never checked.
     * Null without objects.
     */
    readonly oldestCheckAt: Date | null;
  };
  readonly log: {
    readonly pending: number;
    readonly oldestPendingAt: Date | null;
    readonly checkpoint: { readonly size: number; readonly signedAt: Date } | null;
  };
  readonly timestamps: Attestor;
  /** Tokens over single evidences; `uncovered` is 0 if none are requested. */
  readonly evidenceTimestamps: Attestor;
  readonly chain: ChainAttestor;
  /** Cosigning witnesses; empty if none are configured. */
  readonly witnesses: WitnessHealth;
  /** State of the evidence records. */
  readonly records: RecordHealth;
  /** SM2 signatures that wait for the signer, and the time of the oldest; 0 if no signer is configured. */
  readonly sm2: { readonly waiting: number; readonly oldestAt: Date | null };
  /** The office's signing certificate; null before its first start. */
  readonly office: OfficeHealth | null;
  /** The last restore drill of a backup; null if there was none. */
  readonly restoreDrill: { readonly at: Date; readonly hasSucceeded: boolean } | null;
  /** Trail rows without their link in the chain, counter deltas that are not added yet, and events without their place. */
  readonly queues: { readonly trail: number; readonly listDeltas: number; readonly events: number };
}

/** An outsider that attests checkpoints. */
export interface Attestor {
  /** Number of items without a token of their own. For a chain: checkpoints after the last confirmed one, which covers its predecessors. */
  readonly uncovered: number;
  /** Time stated by the newest attestation; null before the first. */
  readonly lastAt: Date | null;
  readonly error: string | null;
  /** Time of the first failure after the last success. */
  readonly failingSince: Date | null;
}

export interface ChainAttestor extends Attestor {
  /** Failed transactions on the chain since the last successful one. */
  readonly failed: number;
  /** Whether the pending transaction bids the maximum (CHAIN_MAX_FEE_GWEI). */
  readonly isCapped: boolean;
}

/**
 * How far the newest checkpoint's time lies ahead of the clock, else 0. A checkpoint signed while a clock was ahead passes its time on to
 * its successors until real time has caught up.
 */
export function checkpointAheadMs({ at, log }: Pick<CustodyHealth, 'at' | 'log'>): number {
  return log.checkpoint ? Math.max(0, log.checkpoint.signedAt.getTime() - at.getTime()) : 0;
}

/** Larger than the usual clock difference between two machines; anything further ahead comes from a wrong clock. */
export const clockToleranceMs = 60_000;

/** Limit of the counts, which keeps the query cheap; a larger backlog needs no exact number. */
export const countedUpTo = 100_000;

/** Reads the log and the store in one statement on one snapshot; takes milliseconds at any size of either. */
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

/** For a stored object: its last check was dated by a clock ahead of the present one. */
const isAhead = sql`coalesce(checked_at, added_at) > now() + interval '1 day'`;

/** Exact up to ten thousand rows, where counting is cheap. */
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
