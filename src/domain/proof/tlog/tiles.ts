import { appendLeaves, emptyRange, hashBytes, rangeRoot } from './merkle.ts';
import type { Hash, NodeId } from './merkle.ts';

/**
 * A tile: `width` (1 to 256) consecutive hashes of one tile level. Level 0 holds leaves, others the roots of full tiles one level below.
 */
export interface Tile {
  readonly level: number;
  readonly index: number;
  readonly width: number;
}

export const tileWidth = 256;

/**
 * The tiles to write when a tree grows from `oldSize` to `size` leaves, full and partial, from level 0 upwards.
 * Source: C2SP tlog-tiles, Partial Tiles.
 */
export function* tilesOf(size: number, oldSize = 0): Generator<Tile> {
  for (
    let [level, count, oldCount] = [0, size, oldSize];
    count > 0;
    [level, count, oldCount] = [level + 1, Math.floor(count / tileWidth), Math.floor(oldCount / tileWidth)]
  ) {
    if (count === oldCount) continue;
    for (let index = Math.floor(oldCount / tileWidth); index * tileWidth < count; index += 1)
      yield { level, index, width: Math.min(tileWidth, count - index * tileWidth) };
  }
}

/** The widest form of tile (level, index) in a tree of `size` leaves; null if the tree does not reach that far. */
export function tileAt(level: number, index: number, size: number): Tile | null {
  const width = Math.min(tileWidth, Math.floor(size / tileWidth ** level) - index * tileWidth);
  return width > 0 ? { level, index, width } : null;
}

/** The part of a tile from which the hash of a perfect subtree is computed: `count` hashes, starting at `first`. */
export interface TileSlice {
  readonly level: number;
  readonly index: number;
  readonly first: number;
  readonly count: number;
}

export function sliceOf(node: NodeId): TileSlice {
  const level = Math.floor(node.level / tileHeight);
  const count = 2 ** (node.level % tileHeight);
  const start = node.index * count;
  return { level, index: Math.floor(start / tileWidth), first: start % tileWidth, count };
}

/** Hash of a subtree, computed from the bytes of its tile. @throws RangeError if the tile is too narrow. */
export function hashInTile(slice: TileSlice, tileBytes: Uint8Array): Hash {
  const [from, to] = [slice.first * hashBytes, (slice.first + slice.count) * hashBytes];
  if (tileBytes.length < to) throw new RangeError(`tile ${slice.level}/${slice.index} does not reach to hash ${slice.first + slice.count}`);
  return tileRoot(tileHashes(tileBytes.subarray(from, to)));
}

/** Splits a tile into its hashes. @throws RangeError unless the bytes are 1 to 256 whole hashes. */
export function tileHashes(bytes: Uint8Array): Hash[] {
  const width = bytes.length / hashBytes;
  if (!Number.isInteger(width) || width < 1 || width > tileWidth) throw new RangeError('a tile has 1 to 256 hashes of 32 bytes');
  return Array.from({ length: width }, (_, at) => bytes.slice(at * hashBytes, (at + 1) * hashBytes));
}

/** Root over the hashes of a full tile, or of a slice that is a perfect subtree. */
export function tileRoot(hashes: readonly Hash[]): Hash {
  return rangeRoot(appendLeaves(emptyRange, hashes));
}

const tileHeight = 8;
