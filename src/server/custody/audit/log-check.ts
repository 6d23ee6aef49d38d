import { sql } from 'kysely';
import { sameBytes } from '../../../domain/kit/bytes/bytes.ts';
import { hashBytes, leafHash, type Hash } from '../../../domain/proof/tlog/merkle.ts';
import { edgeTiles, emptyEdge, growTiles, edgeRoot, type TileEdge } from '../../../domain/proof/tlog/tile-edge.ts';
import { tileWidth, type Tile } from '../../../domain/proof/tlog/tiles.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { checkpointVerifier, type CheckpointRow } from './checkpoint-check.ts';
import { readLogKey } from '../log/log-signer.ts';
import { readTiles } from '../log/log-store.ts';
import { namedFault } from './named-in-log.ts';
import { checkStamps } from './stamp-check.ts';
import { readTrailEntries } from '../log/trail-head.ts';

/** The first row that contradicts the rest of the log. */
export interface BrokenLogRow {
  readonly table:
    | 'log_pending'
    | 'log_entry'
    | 'log_tile'
    | 'log_checkpoint'
    | 'log_timestamp'
    | 'evidence_timestamp'
    | 'archive_timestamp'
    | 'sm2_timestamp'
    | 'office_certificate'
    | 'archive_key'
    | 'sm2_certificate';
  /** Key of the row: id, seq, `level/index`, size or fingerprint. */
  readonly row: string;
  readonly reason: string;
}

export interface LogReport {
  readonly entries: number;
  readonly checkpoints: number;
  /** Number of verified tokens over checkpoints, evidence and archives. */
  readonly timestamps: number;
  readonly broken: BrokenLogRow | null;
}

/**
 * Rebuilds the whole tree from its entries and compares every tile and checkpoint with it. Runs on one snapshot, so the log may grow
 * meanwhile.
 */
export async function checkLog(db: Database, batch = 1000): Promise<LogReport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => checkLogIn(tx, batch));
}

/** Like `checkLog`, in an open transaction. Holds one batch and the tree's edge in memory. */
export async function checkLogIn(tx: Tx, batch = 1000): Promise<LogReport> {
  let edge: TileEdge = emptyEdge;
  const verifier = checkpointVerifier(await readLogKey(tx));
  const report = (broken: BrokenLogRow | null, timestamps = 0): LogReport => ({
    entries: edge.size,
    checkpoints: verifier.count(),
    timestamps,
    broken,
  });
  for (;;) {
    const start = edge.size;
    const entries = await tx.selectFrom('log_entry').selectAll().where('seq', '>=', String(start)).orderBy('seq').limit(batch).execute();
    const wrong = entries.flatMap((row, at) => entryFault(row, start + at) ?? []).at(0);
    if (wrong) return report(wrong);
    const trail = await readTrailEntries(
      tx,
      entries.filter(({ pending_id }) => pending_id === null),
    );
    if (trail.fault) return report({ table: 'log_entry', row: trail.fault.seq, reason: trail.fault.reason });

    const hashes = entries.map(({ leaf_hash }) => Uint8Array.from(leaf_hash));
    const checkpoints = await tx
      .selectFrom('log_checkpoint')
      .selectAll()
      .where('size', '>', String(start))
      .where('size', '<=', String(start + entries.length))
      .orderBy('size')
      .execute();
    const tiles: StoredTile[] = [];
    const grow = (upTo: number) => {
      // A partial tile is checked when it is full, or at the end.
      edge = growTiles(
        edge,
        hashes.slice(edge.size - start, upTo - start),
        (tile, bytes) => tile.width === tileWidth && tiles.push({ tile, bytes }),
      );
    };
    const grown = checkpoints.map((row) => {
      grow(Number(row.size));
      return { row, root: edgeRoot(edge), trailSeq: trail.heads.findLast((head) => Number(head.entrySeq) < edge.size)?.trailSeq ?? null };
    });
    grow(start + entries.length);
    // Tiles before checkpoints, because they locate a changed entry more precisely.
    const badTile = await tileFault(tx, tiles);
    if (badTile) return report(badTile);
    for (const { row, root, trailSeq } of grown) {
      const reason = verifier.faultOf(row, root, trailSeq);
      if (reason !== null) return report({ table: 'log_checkpoint', row: row.size, reason });
    }
    verifier.passTrail(trail.heads.at(-1)?.trailSeq ?? null);
    if (entries.length === batch) continue;
    const end = await endFault(tx, edge, verifier.last());
    if (end) return report(end);
    const named = await namedFault(tx);
    if (named) return report(named);
    const timestamps = await checkStamps(tx);
    return report(timestamps.broken, timestamps.checked);
  }
}

function entryFault(row: { seq: string; leaf_hash: Buffer; entry: Buffer }, seq: number): BrokenLogRow | null {
  if (row.seq !== String(seq)) return { table: 'log_entry', row: String(seq), reason: 'the entry is missing' };
  if (!sameBytes(leafHash(row.entry), row.leaf_hash))
    return { table: 'log_entry', row: row.seq, reason: 'the entry and its hash do not belong together' };
  return null;
}

interface StoredTile {
  readonly tile: Tile;
  readonly bytes: Hash;
}

async function tileFault(tx: Tx, tiles: readonly StoredTile[]): Promise<BrokenLogRow | null> {
  const stored = await readTiles(
    tx,
    tiles.map(({ tile }) => tile),
  );
  for (const [at, { tile, bytes }] of tiles.entries()) {
    const found = stored[at];
    const row = `${tile.level}/${tile.index}`;
    if (!found) return { table: 'log_tile', row, reason: 'the tile is missing or too short' };
    const differs = bytes.findIndex((byte, offset) => byte !== found[offset]);
    const leaf = tile.level === 0 ? `, first at entry ${tile.index * tileWidth + Math.floor(differs / hashBytes)}` : '';
    if (differs >= 0) return { table: 'log_tile', row, reason: `the tile is not that of the entries${leaf}` };
  }
  return null;
}

/** Faults that show only after all entries are read: rows beyond them, unfinished tiles, and queued entries that the log already holds. */
async function endFault(tx: Tx, edge: TileEdge, last: CheckpointRow | null): Promise<BrokenLogRow | null> {
  const further = await tx.selectFrom('log_checkpoint').select('size').where('size', '>', String(edge.size)).limit(1).executeTakeFirst();
  if (further) return { table: 'log_entry', row: String(edge.size), reason: `the entry is missing, checkpoint ${further.size} covers it` };
  const covered = Number(last?.size ?? 0);
  if (covered < edge.size) return { table: 'log_entry', row: String(covered), reason: 'the entry is under no checkpoint' };
  const partial = edgeTiles(edge.size).map((tile) => ({
    tile,
    bytes: Uint8Array.from((edge.levels[tile.level] ?? []).flatMap((hash) => [...hash])),
  }));
  const badTile = await tileFault(tx, partial);
  if (badTile) return badTile;
  const beyond = await sql<{ tile: string }>`
    select level || '/' || index as tile from log_tile
     where (index * 256 + length(bytes) / 32) * power(256::numeric, level::numeric) > ${String(edge.size)}::numeric
     order by level, index limit 1`.execute(tx);
  if (beyond.rows[0]) return { table: 'log_tile', row: beyond.rows[0].tile, reason: 'the tile reaches beyond the tree' };
  const twice = await tx
    .selectFrom('log_pending')
    .innerJoin('log_entry', 'log_entry.pending_id', 'log_pending.id')
    .select('log_pending.id')
    .orderBy('log_pending.id')
    .limit(1)
    .executeTakeFirst();
  return twice ? { table: 'log_pending', row: twice.id, reason: 'the entry waits although the log holds it' } : null;
}
