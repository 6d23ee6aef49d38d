import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { utf8 } from '../../src/domain/kit/bytes/bytes.ts';
import { signCheckpoint } from '../../src/domain/proof/tlog/checkpoint.ts';
import { leafHash, type Hash } from '../../src/domain/proof/tlog/merkle.ts';
import { edgeRoot, edgeTiles, emptyEdge, growTiles, type TileEdge } from '../../src/domain/proof/tlog/tile-edge.ts';
import { tileWidth, type Tile } from '../../src/domain/proof/tlog/tiles.ts';
import type { LogSigner } from '../../src/server/custody/log/log-signer.ts';
import type { Database } from '../../src/server/platform/db/database.ts';

/** The folder in which a log of this size is kept for the next run. */
export async function logFolder(leaves: number): Promise<string> {
  const folder = join(tmpdir(), `notary-bench-log-${leaves}`);
  await mkdir(folder, { recursive: true });
  return folder;
}

/**
 * Builds a log of this size with the sequencer's own code, without its transactions: entries in one statement, tiles in bulk, one
 * checkpoint over all.
 */
export async function buildLog(
  { db, pool }: { db: Database; pool: Pool },
  signer: LogSigner,
  folder: string,
  leaves: number,
): Promise<void> {
  const built = join(folder, 'built');
  if (existsSync(built)) return;
  await pool.query('truncate log_pending');
  let edge: TileEdge = emptyEdge;
  for (let from = 0; from < leaves; from += atOnce) {
    const tiles: StoredTile[] = [];
    edge = growTiles(
      edge,
      leafHashes(from, Math.min(leaves, from + atOnce)),
      (tile, bytes) => tile.width === tileWidth && tiles.push({ tile, bytes }),
    );
    await storeTiles(pool, tiles);
  }
  // The unfinished tiles, once: this is the edge.
  const { levels } = edge;
  await storeTiles(
    pool,
    edgeTiles(leaves).map((tile) => ({ tile, bytes: Buffer.concat(levels[tile.level] ?? []) })),
  );
  await pool.query(
    `insert into log_entry (seq, pending_id, leaf_hash, entry)
     select n, n + 1, sha256('\\x00'::bytea || convert_to('entry ' || n, 'UTF8')), convert_to('entry ' || n, 'UTF8')
         from generate_series(0, $1::bigint - 1) n`,
    [leaves],
  );
  await pool.query("select setval(pg_get_serial_sequence('log_pending', 'id'), $1::bigint + 1)", [leaves]);
  const root = edgeRoot(edge);
  const note = signCheckpoint({ size: leaves, root }, signer.key, (text) => signer.sign(text));
  await db
    .insertInto('log_checkpoint')
    .values({ size: String(leaves), previous_size: '0', root: Buffer.from(root), note, trail_seq: '0', signed_at: new Date() })
    .execute();
  await pool.query('vacuum analyze log_entry, log_tile, log_checkpoint');
  // Otherwise PostgreSQL would still be writing the load while proofs are timed.
  await pool.query('checkpoint');
  await writeFile(built, '');
}

const atOnce = 262_144;

interface StoredTile {
  readonly tile: Tile;
  readonly bytes: Uint8Array;
}

async function storeTiles(pool: Pool, tiles: readonly StoredTile[]): Promise<void> {
  const columns = [tiles.map(({ tile }) => tile.level), tiles.map(({ tile }) => tile.index), tiles.map(({ bytes }) => Buffer.from(bytes))];
  await pool.query('insert into log_tile (level, index, bytes) select * from unnest($1::smallint[], $2::bigint[], $3::bytea[])', columns);
}

function* leafHashes(from: number, upTo: number): Generator<Hash> {
  for (let n = from; n < upTo; n += 1) yield leafHash(utf8(`entry ${n}`));
}
