import { sql } from 'kysely';
import { hash as nodeHash } from 'node:crypto';
import type { HashFunction } from '../../../domain/proof/records/digest-algorithms.ts';
import { treeBuilder } from '../../../domain/proof/records/tree-tiles.ts';
import type { Database, Tx } from '../../platform/db/database.ts';

/** Algorithms of new trees; verification accepts more. */
export type TreeAlgorithm = 'sha256' | 'sha512';
export type TreeKind = 'day' | 'timestamps' | 'hashes';
export type RenewalReason = 'certificate' | 'algorithm';

/** The domain's hash functions by Node's implementation, which is several times as fast. */
export const fastHash: Readonly<Record<TreeAlgorithm, HashFunction>> = {
  sha256: (bytes) => nodeHash('sha256', bytes, 'buffer'),
  sha512: (bytes) => nodeHash('sha512', bytes, 'buffer'),
};

export interface TreePlan {
  readonly kind: TreeKind;
  readonly algorithm: TreeAlgorithm;
  readonly reason: RenewalReason | null;
}

/** A leaf and the log index of its evidence; `seq` is null in a tree over tokens. */
export interface Leaf {
  readonly hash: Uint8Array;
  readonly seq: number | null;
}

/**
 * Stores a tree while its leaves arrive, with at most a few hundred kilobytes in memory. The tree's row is written last, when its root is
 * known. @returns the tree's id; null if there are no leaves.
 */
export async function storeTree(tx: Tx, plan: TreePlan, leaves: AsyncIterable<readonly Leaf[]>): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select nextval(pg_get_serial_sequence('record_tree', 'id')) as id`.execute(tx);
  const id = rows[0]?.id ?? '';
  const tiles: StoredTile[] = [];
  let open: number[] = [];
  const builder = treeBuilder(fastHash[plan.algorithm], (tile, nodes) => {
    tiles.push({ ...tile, nodes: Buffer.from(nodes), seqs: tile.level === 0 ? open : [] });
    if (tile.level === 0) open = [];
  });
  let isEmpty = true;
  for await (const page of leaves) {
    for (const { hash, seq } of page) {
      if (seq !== null) open.push(seq);
      builder.add(hash);
      isEmpty = false;
    }
    if (tiles.length >= tilesAtOnce) await storeTiles(tx, id, tiles.splice(0));
  }
  if (isEmpty) return null;
  const { size, root } = builder.finish();
  await storeTiles(tx, id, tiles);
  await sql`
    insert into record_tree (id, kind, algorithm, reason, leaves, root) overriding system value
    values (${id}::bigint, ${plan.kind}, ${plan.algorithm}, ${plan.reason}, ${size}, ${Buffer.from(root)})`.execute(tx);
  return id;
}

interface StoredTile {
  readonly level: number;
  readonly index: number;
  readonly nodes: Buffer;
  readonly seqs: readonly number[];
}

async function storeTiles(tx: Tx, treeId: string, tiles: readonly StoredTile[]): Promise<void> {
  if (tiles.length === 0) return;
  await sql`
    insert into record_tile (tree_id, level, index, nodes, first_seq, offsets)
    select ${treeId}::bigint, *
      from unnest(
        ${tiles.map(({ level }) => level)}::smallint[], ${tiles.map(({ index }) => index)}::integer[],
        ${tiles.map(({ nodes }) => nodes)}::bytea[],
        ${tiles.map(({ seqs }) => (seqs[0] === undefined ? null : String(seqs[0])))}::bigint[],
        ${tiles.map(({ seqs }) => (seqs[0] === undefined ? null : offsetsOf(seqs)))}::bytea[]
      )`.execute(tx);
}

function offsetsOf(seqs: readonly number[]): Buffer {
  const bytes = Buffer.alloc(seqs.length * 4);
  seqs.forEach((seq, at) => bytes.writeUInt32BE(seq - (seqs[0] ?? 0), at * 4));
  return bytes;
}

/** Position of an evidence in a tree over a day. */
export interface Place {
  readonly index: number;
}

/** Reads tiles of stored trees. Caches recent ones, since neighbours are read in succession. */
export interface TileReader {
  read(treeId: string, level: number, index: number): Promise<Uint8Array>;
  /** The leaf of the evidence at an index of the log; null if the tree has none. */
  placeOf(treeId: string, seq: number): Promise<Place | null>;
}

export function tileReader(db: Database | Tx): TileReader {
  const known = new Map<string, Uint8Array>();
  const leaves = new Map<string, { readonly index: number; readonly seqs: readonly number[] }>();
  const read = async (treeId: string, level: number, index: number): Promise<Uint8Array> => {
    const key = `${treeId}/${level}/${index}`;
    const held = known.get(key);
    if (held) return held;
    const row = await db
      .selectFrom('record_tile')
      .select('nodes')
      .where('tree_id', '=', treeId)
      .where('level', '=', level)
      .where('index', '=', index)
      .executeTakeFirst();
    if (!row) throw new Error(`tile ${level}/${index} of the record tree ${treeId} is missing`);
    if (known.size >= maxCachedTiles) known.clear();
    known.set(key, row.nodes);
    return row.nodes;
  };
  const placeOf = async (treeId: string, seq: number): Promise<Place | null> => {
    let tile = leaves.get(treeId);
    if (!tile || !tile.seqs.includes(seq)) {
      const { rows } = await sql<{ index: number; first: string; offsets: Buffer }>`
        select index, first_seq as first, offsets from record_tile
         where tree_id = ${treeId}::bigint and first_seq <= ${seq} order by first_seq desc limit 1`.execute(db);
      const [row] = rows;
      if (!row) return null;
      tile = { index: row.index, seqs: seqsOf(Number(row.first), row.offsets) };
      leaves.set(treeId, tile);
    }
    const at = tile.seqs.indexOf(seq);
    return at < 0 ? null : { index: tile.index * 256 + at };
  };
  return { read, placeOf };
}

function seqsOf(first: number, offsets: Buffer): number[] {
  return Array.from({ length: offsets.length / 4 }, (_, at) => first + offsets.readUInt32BE(at * 4));
}

const tilesAtOnce = 64;
const maxCachedTiles = 128;
