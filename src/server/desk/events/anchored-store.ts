import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { newestCosignedSize, newestProvenSize } from './cosigned-size.ts';

// Emits the events of anchored evidence, and of the cosignatures that make its package complete.
//
// Order of locks: the watermark, as the caller's last lock. A transaction that waited for it then sees what the other has committed.

/** What an evidence needs besides its checkpoint to count as anchored (`shownAnchor`), by configuration. */
export interface AwaitedAnchors {
  readonly timestamp: boolean;
  readonly transaction: boolean;
}

/**
 * The log index from which on nothing counts as anchored, because a witness showed another history under the log's own key and no
 * administrator has answered it (spec/court, 5). The greatest bigint if there is no such conflict.
 */
export const heldFrom = sql<string>`coalesce(
  (select min(held_from) from witness_conflict where held_from is not null and answered_at is null), 9223372036854775807)`;

/** Locks and reads the watermark: the log size up to which events were emitted. Recording or answering a witness conflict takes it too. */
export async function lockAnchored(tx: Tx): Promise<string> {
  return (await tx.selectFrom('event_anchored').select('size').forUpdate().executeTakeFirstOrThrow()).size;
}

/**
 * Emits an event for each evidence that newly counts as anchored, including by this transaction's writes. Each is emitted once, even if
 * the configuration changes. Inserts all events in one statement.
 */
export async function emitAnchored(tx: Tx, { timestamp, transaction }: AwaitedAnchors): Promise<void> {
  const watermark = await lockAnchored(tx);
  const { rows } = await sql<{ size: string }>`
    select least(
      (select max(size) from log_checkpoint),
      ${heldFrom},
      ${timestamp ? sql`coalesce((select max(checkpoint_size) from log_timestamp where state = 'done'), 0)` : sql`null`},
      ${transaction ? sql`coalesce((select max(checkpoint_size) from log_anchor where state = 'done'), 0)` : sql`null`}
    ) as size`.execute(tx);
  const reached = rows[0]?.size ?? '0';
  if (BigInt(reached) > BigInt(watermark)) await emitUpTo(tx, watermark, reached);
  await emitCosigned(tx);
}

async function emitUpTo(tx: Tx, watermark: string, reached: string): Promise<void> {
  await sql`
    insert into event_pending (type, user_id, data)
    select 'evidence.anchored', v.user_id,
           jsonb_build_object('baoquan', v.number, 'sha256', f.sha256, 'checkpoint_size', c.size::text, 'transaction', a.tx_hash)
      from log_entry e
      join evidence v on v.log_entry = e.pending_id
      join evidence_file f on f.evidence_id = v.id and split_part(f.name, '.', 1) = 'original-1'
      cross join lateral (select size from log_checkpoint where size > e.seq order by size limit 1) c
      left join lateral (
        select tx_hash from log_anchor where checkpoint_size > e.seq and state = 'done' order by checkpoint_size limit 1
      ) a on true
     where e.seq >= ${watermark}::bigint and e.seq < ${reached}::bigint
     order by e.seq`.execute(tx);
  await tx.updateTable('event_anchored').set({ size: reached }).execute();
}

/**
 * Emits an event for each anchored evidence that a checkpoint which meets the office's policy newly covers: its package is complete.
 * Without a policy nothing is emitted, neither then nor when the office asks witnesses later. The caller holds the watermark
 * (`lockAnchored`).
 */
export async function emitCosigned(tx: Tx): Promise<void> {
  const { rows } = await sql<{ from: string; until: string; isNone: boolean; isAwaited: boolean; checkpoint: string | null }>`
    select cosigned_size as "from", case when ${newestProvenSize} < size then ${newestProvenSize} else size end as until,
           ${newestProvenSize} is null as "isNone", ${newestCosignedSize} as checkpoint,
           exists (select from witness_policy) as "isAwaited"
      from event_anchored`.execute(tx);
  const [row] = rows;
  if (!row || row.isNone || BigInt(row.until) <= BigInt(row.from)) return;
  if (row.isAwaited)
    await sql`
      insert into event_pending (type, user_id, data)
      select 'evidence.cosigned', v.user_id,
             jsonb_build_object('baoquan', v.number, 'sha256', f.sha256, 'checkpoint_size', ${row.checkpoint}::text)
        from log_entry e
        join evidence v on v.log_entry = e.pending_id
        join evidence_file f on f.evidence_id = v.id and split_part(f.name, '.', 1) = 'original-1'
       where e.seq >= ${row.from}::bigint and e.seq < ${row.until}::bigint
       order by e.seq`.execute(tx);
  await tx.updateTable('event_anchored').set({ cosigned_size: row.until }).execute();
}
