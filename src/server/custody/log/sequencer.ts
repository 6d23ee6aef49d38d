import { sql } from 'kysely';
import { sameBytes } from '../../../domain/kit/bytes/bytes.ts';
import { signCheckpoint } from '../../../domain/proof/tlog/checkpoint.ts';
import { leafHash, type Hash } from '../../../domain/proof/tlog/merkle.ts';
import { edgeRoot, edgeTiles, growTiles, readEdge, type TileEdge } from '../../../domain/proof/tlog/tile-edge.ts';
import type { Tile } from '../../../domain/proof/tlog/tiles.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { locks } from '../../platform/db/locks.ts';
import { emitAnchored, type AwaitedAnchors } from '../../desk/events/anchored-store.ts';
import type { LogSigner } from './log-signer.ts';
import { needTiles, readHead, type LogHead } from './log-store.ts';
import { encodeTrailHead, readTrailHead } from './trail-head.ts';

export interface SequencerOptions {
  /** Maximum of entries per transaction, and so of entries in memory beside the tree's edge; 1024 by default. */
  readonly batch?: number;
  readonly now?: () => Date;
  /** What evidence waits for beside the checkpoint; nothing by default. */
  readonly awaits?: AwaitedAnchors;
}

/** Adds all waiting entries to the log, one batch and one checkpoint at a time. @returns the number of leaves added. */
export async function growLog(db: Database, signer: LogSigner, options: SequencerOptions = {}): Promise<number> {
  const { batch = 1024, now = () => new Date(), awaits = { timestamp: false, transaction: false } } = options;
  for (let total = 0; ; ) {
    const { leaves, isMore } = await growOnce(db, signer, batch, now(), awaits);
    total += leaves;
    if (!isMore) return total;
  }
}

/**
 * Entries, tiles and checkpoint in one transaction. The lock admits one server at a time; if it were ever bypassed, the keys on
 * log_entry.seq and log_checkpoint.previous_size would reject the second of two that grow the same tree. Entries that commit late are added
 * late, so their ids need not be consecutive.
 */
async function growOnce(
  db: Database,
  signer: LogSigner,
  batch: number,
  now: Date,
  awaits: AwaitedAnchors,
): Promise<{ leaves: number; isMore: boolean }> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.log})`.execute(tx);
    const head = await readHead(tx);
    const pending = await tx.selectFrom('log_pending').select(['id', 'entry']).orderBy('id').limit(batch).execute();
    const trail = await grownTrail(tx, head, pending.length > 0, now);
    const trailEntry = trail && encodeTrailHead(trail);
    const hashes = [...pending.map(({ entry }) => entry), ...(trailEntry ? [trailEntry] : [])].map(leafHash);
    if (hashes.length === 0) return { leaves: 0, isMore: false };

    const tiles: StoredTile[] = [];
    const edge = growTiles(await edgeOf(tx, head), hashes, (tile, bytes) => tiles.push({ tile, bytes }));
    const root = edgeRoot(edge);
    // signCheckpoint verifies the signature with code other than the signer's before anyone sees it.
    const note = signCheckpoint({ size: edge.size, root }, signer.key, (text) => signer.sign(text));

    const ids = pending.map(({ id }) => id);
    await storeEntries(tx, head.size, ids, hashes);
    if (trailEntry)
      await tx
        .insertInto('log_entry')
        .values({
          seq: String(edge.size - 1),
          pending_id: null,
          leaf_hash: Buffer.from(leafHash(trailEntry)),
          entry: Buffer.from(trailEntry),
        })
        .execute();
    await storeTiles(tx, tiles);
    await tx
      .insertInto('log_checkpoint')
      .values({
        size: String(edge.size),
        previous_size: String(head.size),
        root: Buffer.from(root),
        note,
        trail_seq: trail?.seq ?? head.trailSeq,
        // If the clock jumps back, a checkpoint must still not be older than its predecessor.
        signed_at: head.signedAt && head.signedAt > now ? head.signedAt : now,
      })
      .execute();
    await sql`delete from log_pending where id = any (${ids}::bigint[])`.execute(tx);
    await emitAnchored(tx, awaits);
    return { leaves: hashes.length, isMore: pending.length === batch };
  });
}

/** The trail's head if the log lacks it: added with every checkpoint that is made anyway, and by itself only after `quietMs`. */
async function grownTrail(tx: Tx, { trailSeq, signedAt }: LogHead, isDue: boolean, now: Date) {
  const trail = await readTrailHead(tx);
  if (!trail || BigInt(trail.seq) <= BigInt(trailSeq)) return null;
  const passedMs = signedAt ? now.getTime() - signedAt.getTime() : quietMs;
  return isDue || passedMs < 0 || passedMs >= quietMs ? trail : null;
}

/** @throws Error if the stored tiles do not match the last signed checkpoint: growing the log would sign the damage. */
async function edgeOf(tx: Tx, head: LogHead): Promise<TileEdge> {
  const edge = readEdge(head.size, await needTiles(tx, edgeTiles(head.size)));
  if (!sameBytes(edgeRoot(edge), head.root)) throw new Error(`the log's tiles do not give the root of checkpoint ${head.size}; run fsck`);
  return edge;
}

/** The entries' bytes are moved inside the database; only the computed hashes are sent. */
async function storeEntries(tx: Tx, firstSeq: number, ids: readonly string[], hashes: readonly Hash[]): Promise<void> {
  await sql`
    insert into log_entry (seq, pending_id, leaf_hash, entry)
    select ${String(firstSeq)}::bigint + u.at - 1, p.id, u.leaf_hash, p.entry
      from unnest(${[...ids]}::bigint[], ${hashes.slice(0, ids.length).map((hash) => Buffer.from(hash))}::bytea[])
         with ordinality u (id, leaf_hash, at)
      join log_pending p on p.id = u.id`.execute(tx);
}

interface StoredTile {
  readonly tile: Tile;
  readonly bytes: Uint8Array;
}

async function storeTiles(tx: Tx, tiles: readonly StoredTile[]): Promise<void> {
  await sql`
    insert into log_tile (level, index, bytes)
    select *
      from unnest(
        ${tiles.map(({ tile }) => tile.level)}::smallint[], ${tiles.map(({ tile }) => String(tile.index))}::bigint[],
        ${tiles.map(({ bytes }) => Buffer.from(bytes))}::bytea[]
      )
    on conflict (level, index) do update set bytes = excluded.bytes`.execute(tx);
}
/** How long a growing trail may go without a checkpoint while the log has no other entries. */
const quietMs = 60_000;
