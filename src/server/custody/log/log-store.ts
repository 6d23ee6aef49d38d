import { sql } from 'kysely';
import { emptyRoot, hashBytes, type Hash } from '../../../domain/proof/tlog/merkle.ts';
import type { Tile } from '../../../domain/proof/tlog/tiles.ts';
import type { Database, Tx } from '../../platform/db/database.ts';

/** The newest state of the log. */
export interface LogHead {
  readonly size: number;
  readonly root: Hash;
  /** Null before the first checkpoint. */
  readonly signedAt: Date | null;
  /** Number of the last link of the trail's chain that the log holds; 0 for none. */
  readonly trailSeq: string;
}

export async function readHead(db: Database | Tx): Promise<LogHead> {
  const row = await db
    .selectFrom('log_checkpoint')
    .select(['size', 'root', 'signed_at', 'trail_seq'])
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return { size: 0, root: emptyRoot(), signedAt: null, trailSeq: '0' };
  return { size: Number(row.size), root: Uint8Array.from(row.root), signedAt: row.signed_at, trailSeq: row.trail_seq };
}

/** Bytes of tiles in the order requested, by one query; null for a tile that is not stored or is narrower than requested. */
export async function readTiles(db: Database | Tx, tiles: readonly Tile[]): Promise<(Uint8Array | null)[]> {
  if (tiles.length === 0) return [];
  const lists = {
    levels: tiles.map(({ level }) => level),
    indexes: tiles.map(({ index }) => String(index)),
    sizes: tiles.map(({ width }) => width * hashBytes),
  };
  const { rows } = await sql<{ bytes: Buffer | null }>`
    select substring(t.bytes for asked.size_bytes) as bytes
      from unnest(${lists.levels}::smallint[], ${lists.indexes}::bigint[], ${lists.sizes}::integer[])
         with ordinality asked (level, index, size_bytes, at)
      left join log_tile t on t.level = asked.level and t.index = asked.index
     order by asked.at`.execute(db);
  return rows.map(({ bytes }, at) => (bytes && bytes.length === lists.sizes[at] ? Uint8Array.from(bytes) : null));
}

/** Like `readTiles`, but every tile must exist. @throws Error that names the first missing one. */
export async function needTiles(db: Database | Tx, tiles: readonly Tile[]): Promise<Uint8Array[]> {
  const found = await readTiles(db, tiles);
  return tiles.map(({ level, index, width }, at) => {
    const bytes = found[at];
    if (!bytes) throw new Error(`the log's tile ${level}/${index} is missing or has fewer than ${width} hashes`);
    return bytes;
  });
}
