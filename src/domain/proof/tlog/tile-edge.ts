import { concatBytes } from '@noble/hashes/utils.js';
import { appendLeaves, emptyRange, rangeRoot } from './merkle.ts';
import type { Hash } from './merkle.ts';
import { tileHashes, tileRoot, tileWidth } from './tiles.ts';
import type { Tile } from './tiles.ts';

/**
 * The state that a log needs to grow: the hashes of the rightmost, partial tile of each level, at most 255 hashes of 32 bytes per level,
 * whatever the tree's size.
 */
export interface TileEdge {
  readonly size: number;
  /** From level 0 upwards; `levels[l]` has floor(size / 256^l) mod 256 hashes. */
  readonly levels: readonly (readonly Hash[])[];
}

export const emptyEdge: TileEdge = { size: 0, levels: [] };

/** The partial tiles that make up the edge of a tree of `size` leaves. A level whose tiles are all full has none. */
export function edgeTiles(size: number): Tile[] {
  const tiles: Tile[] = [];
  for (let [level, count] = [0, size]; count > 0; [level, count] = [level + 1, Math.floor(count / tileWidth)]) {
    if (count % tileWidth > 0) tiles.push({ level, index: Math.floor(count / tileWidth), width: count % tileWidth });
  }
  return tiles;
}

/** Builds the edge from the bytes of `edgeTiles(size)`, in that order. @throws RangeError if a tile does not have the expected width. */
export function readEdge(size: number, tiles: readonly Uint8Array[]): TileEdge {
  const wanted = edgeTiles(size);
  if (wanted.length !== tiles.length) throw new RangeError(`the edge of ${size} leaves has ${wanted.length} partial tiles`);
  const levels: (readonly Hash[])[] = Array.from({ length: (wanted.at(-1)?.level ?? -1) + 1 }, () => []);
  for (const [at, tile] of wanted.entries()) {
    const hashes = tileHashes(tiles[at] ?? new Uint8Array(0));
    if (hashes.length !== tile.width) throw new RangeError(`tile ${tile.level}/${tile.index} should have ${tile.width} hashes`);
    levels[tile.level] = hashes;
  }
  return { size, levels };
}

/**
 * Appends leaves. `store` receives each full tile as it fills, and at the end each partial tile that changed. Memory use: the edge.
 * @throws RangeError if the tree grows beyond 2^53 - 1 leaves.
 */
export function growTiles(edge: TileEdge, leafHashes: Iterable<Hash>, store: (tile: Tile, bytes: Uint8Array) => void): TileEdge {
  const levels = edge.levels.map((hashes) => [...hashes]);
  const full = edge.levels.map((_, level) => Math.floor(edge.size / tileWidth ** (level + 1)));
  const touched = new Set<number>();
  let { size } = edge;
  const push = (level: number, hash: Hash): void => {
    const hashes = (levels[level] ??= []);
    touched.add(level);
    hashes.push(hash);
    if (hashes.length < tileWidth) return;
    const index = (full[level] ??= 0);
    store({ level, index, width: tileWidth }, concatBytes(...hashes));
    full[level] = index + 1;
    levels[level] = [];
    push(level + 1, tileRoot(hashes));
  };
  for (const leaf of leafHashes) {
    if (size >= Number.MAX_SAFE_INTEGER) throw new RangeError('the tree is full');
    push(0, leaf);
    size += 1;
  }
  for (const level of touched) {
    const hashes = levels[level] ?? [];
    if (hashes.length > 0) store({ level, index: full[level] ?? 0, width: hashes.length }, concatBytes(...hashes));
  }
  return { size, levels };
}

/** Root of the tree to which an edge belongs: 32 bytes. */
export function edgeRoot(edge: TileEdge): Hash {
  const peaks = [...edge.levels].reverse().flatMap((hashes) => appendLeaves(emptyRange, hashes).peaks);
  return rangeRoot({ size: edge.size, peaks });
}
