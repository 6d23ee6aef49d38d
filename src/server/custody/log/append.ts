import { sql } from 'kysely';
import { maxEntryBytes } from '../../../domain/proof/tlog/entry-bundle.ts';
import { isAnchored, type EntryPlace } from '../../../domain/proof/evidence/shown-anchor.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { heldFrom } from '../../desk/events/anchored-store.ts';

/**
 * Queues an entry for the log in the caller's transaction, so that the entry and what it describes are stored together or not at all. The
 * sequencer adds it within seconds.
 * @returns the id that `anchorsOf` and `proofOf` take. @throws RangeError if the entry is longer than 65,535 bytes.
 */
export async function appendEntry(tx: Tx, entry: Uint8Array): Promise<string> {
  const [id] = await appendEntries(tx, [entry]);
  if (id === undefined) throw new Error('the log took no entry');
  return id;
}

/** Like `appendEntry`, for many entries in one statement. The ids and the entries in the log are in the given order. */
export async function appendEntries(tx: Tx, entries: readonly Uint8Array[]): Promise<string[]> {
  const tooLong = entries.find(({ length }) => length > maxEntryBytes);
  if (tooLong) throw new RangeError(`an entry of ${tooLong.length} bytes does not fit the log`);
  const { rows } = await sql<{ id: string }>`
    insert into log_pending (entry)
    select entry from unnest(${entries.map((entry) => Buffer.from(entry))}::bytea[]) with ordinality given (entry, at)
    order by at
    returning id`.execute(tx);
  // Ids are drawn row by row in the given order, but the order of `returning` is not guaranteed.
  return rows.map(({ id }) => id).toSorted((a, b) => Number(BigInt(a) - BigInt(b)));
}

/** Position of an entry in the log, and what anchors it. */
export interface EntryAnchor extends EntryPlace {
  /** Zero-based, decimal. */
  readonly leafIndex: string;
  /** Time of the first token that covers it; null if there is none. */
  readonly stampedAt: Date | null;
}

/**
 * Anchors of entries, by the ids that `appendEntry` returned. Entries that are not anchored yet or are held back are missing from the map.
 * One query for any number of entries.
 * @param needsTimestamp whether an authority is configured, so that an entry counts as anchored only with a token.
 */
export async function anchorsOf(
  db: Database | Tx,
  entryIds: readonly string[],
  needsTimestamp: boolean,
): Promise<Map<string, EntryAnchor>> {
  if (entryIds.length === 0) return new Map();
  const { rows } = await sql<EntryAnchor & { id: string }>`
    select e.pending_id as id, e.seq as "leafIndex", encode(e.leaf_hash, 'hex') as "leafHash",
           c.size as "checkpointSize", c.signed_at as "anchoredAt",
           t.gen_time as "stampedAt", a.tx_hash as "txHash", a.block_height as "blockHeight", a.chain_time as "chainTime"
      from log_entry e
      cross join lateral (select size, signed_at from log_checkpoint where size > e.seq order by size limit 1) c
      left join lateral (
        select gen_time from log_timestamp where checkpoint_size > e.seq and state = 'done' order by checkpoint_size limit 1
      ) t on true
      left join lateral (
        select tx_hash, block_height, chain_time from log_anchor
         where checkpoint_size > e.seq and state = 'done' order by checkpoint_size limit 1
      ) a on true
     where e.pending_id = any (${[...entryIds]}::bigint[]) and e.seq < ${heldFrom}`.execute(db);
  return new Map(rows.filter((row) => isAnchored(row, needsTimestamp)).map(({ id, ...anchor }) => [id, anchor]));
}

/** Like `anchorsOf`, for one entry; null if the entry waits or does not exist. */
export async function anchorOf(db: Database | Tx, entryId: string | null, needsTimestamp: boolean): Promise<EntryAnchor | null> {
  return entryId === null ? null : ((await anchorsOf(db, [entryId], needsTimestamp)).get(entryId) ?? null);
}
