import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { utf8 } from '../../kit/bytes/bytes.ts';
import { appendLeaves, emptyRange, leafHash, merkleRoot, rangeRoot } from './merkle.ts';
import type { Hash } from './merkle.ts';
import { inclusionPlan, inclusionProof, planNodes } from './merkle-proof.ts';
import { verifyInclusion } from './merkle-verify.ts';
import { edgeRoot, edgeTiles, emptyEdge, growTiles, readEdge } from './tile-edge.ts';
import type { TileEdge } from './tile-edge.ts';
import { tilePath } from './tile-path.ts';
import { hashInTile, sliceOf, tileHashes, tilesOf } from './tiles.ts';
import type { Tile } from './tiles.ts';

const leaves = Array.from({ length: 70_000 }, (_, at) => sha256(utf8(`leaf ${at}`)));

/** A log that stores the widest form of each tile and reads its edge again before every batch, as after a restart. */
function growing() {
  const tiles = new Map<string, Uint8Array>();
  const written: string[] = [];
  let size = 0;
  const bytesOf = (level: number, index: number) => tiles.get(`${level}/${index}`) ?? new Uint8Array(0);
  return {
    tiles,
    written,
    bytesOf,
    grow(to: number): TileEdge {
      const edge = readEdge(
        size,
        edgeTiles(size).map(({ level, index }) => bytesOf(level, index)),
      );
      const grown = growTiles(edge, leaves.slice(size, to), (tile: Tile, bytes) => {
        expect(bytes.length).toBe(tile.width * 32);
        tiles.set(`${tile.level}/${tile.index}`, bytes);
        written.push(tilePath(tile));
      });
      size = to;
      return grown;
    },
  };
}

it('writes exactly the tiles that change, with the root of the tree, in batches of every awkward size', () => {
  const log = growing();
  let [range, before] = [emptyRange, 0];
  for (const size of [1, 2, 254, 255, 256, 257, 511, 512, 513, 1000, 4096, 65_535, 65_536, 65_537, 65_792, 70_000]) {
    log.written.length = 0;
    const edge = log.grow(size);
    range = appendLeaves(range, leaves.slice(before, size));
    expect(bytesToHex(edgeRoot(edge)), `root of ${size}`).toBe(bytesToHex(rangeRoot(range)));
    expect(log.written.toSorted(), `tiles of ${size}`).toEqual([...tilesOf(size, before)].map(tilePath).toSorted());
    expect(edge.levels.flat().length).toBeLessThanOrEqual(255 * 3);
    before = size;
  }
});

it('proves any leaf of 70,000 from the tiles alone, by seven tiles at most', () => {
  const log = growing();
  const root = edgeRoot(log.grow(70_000));
  for (const index of [0, 1, 255, 256, 4097, 65_535, 65_536, 69_887, 69_888, 69_999]) {
    const touched = new Set(
      planNodes(inclusionPlan(index, 70_000))
        .map(sliceOf)
        .map(({ level, index: at }) => `${level}/${at}`),
    );
    const proof = inclusionProof(index, 70_000, (node) => {
      const slice = sliceOf(node);
      return hashInTile(slice, log.bytesOf(slice.level, slice.index));
    });
    expect(
      verifyInclusion({ index, size: 70_000, leafHash: leaves[index] ?? leafHash(utf8('none')), root, proof }).ok,
      `leaf ${index}`,
    ).toBe(true);
    expect(touched.size).toBeLessThanOrEqual(7);
  }
});

it('keeps in each higher tile the root of the full tile below', () => {
  const log = growing();
  log.grow(700);
  const above = tileHashes(log.bytesOf(1, 0));
  expect(above).toEqual([0, 1].map((index) => merkleRoot(tileHashes(log.bytesOf(0, index)))));
});

it('knows the edge of ten million leaves as three partial tiles', () => {
  expect(edgeTiles(10_000_000).map(tilePath)).toEqual(['tile/0/x039/062.p/128', 'tile/1/152.p/150', 'tile/2/000.p/152']);
  expect(edgeTiles(65_536).map(tilePath)).toEqual(['tile/2/000.p/1']);
});

it('leaves the edge it was given as it was', () => {
  const five = growTiles(emptyEdge, leaves.slice(0, 5), () => undefined);
  const before = edgeRoot(five);
  growTiles(five, leaves.slice(5, 400), () => undefined);
  expect([five.levels.map((hashes) => hashes.length), edgeRoot(five)]).toEqual([[5], before]);
});

it('refuses tiles that are not those of the edge', () => {
  const hashes = (count: number): Hash => concatBytes(...leaves.slice(0, count));
  expect(() => readEdge(5, [hashes(4)])).toThrow(RangeError);
  expect(() => readEdge(5, [])).toThrow(RangeError);
  expect(() => readEdge(256, [hashes(256), hashes(1)])).toThrow(RangeError);
});
