import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { utf8 } from '../../kit/bytes/bytes.ts';
import { merkleRoot } from './merkle.ts';
import type { Hash } from './merkle.ts';
import { tilePath } from './tile-path.ts';
import { hashInTile, sliceOf, tileAt, tileHashes, tilesOf } from './tiles.ts';

// C2SP tlog-tiles, Partial Tiles: "a tree of size 70,000 …", "a tree of size 256 …".
it('has the tiles that the specification counts for 70,000 and for 256 leaves', () => {
  const tiles = [...tilesOf(70_000)];
  expect(tiles.slice(0, 273)).toEqual(Array.from({ length: 273 }, (_, index) => ({ level: 0, index, width: 256 })));
  expect(tiles.slice(273).map(tilePath)).toEqual(['tile/0/273.p/112', 'tile/1/000', 'tile/1/001.p/17', 'tile/2/000.p/1']);
  expect([...tilesOf(256)].map(tilePath)).toEqual(['tile/0/000', 'tile/1/000.p/1']);
  expect([...tilesOf(0)]).toEqual([]);
});

it('names the tiles that change when a tree grows', () => {
  const paths = (size: number, oldSize: number) => [...tilesOf(size, oldSize)].map(tilePath);
  expect(paths(5, 3)).toEqual(['tile/0/000.p/5']);
  expect(paths(257, 255)).toEqual(['tile/0/000', 'tile/0/001.p/1', 'tile/1/000.p/1']);
  expect(paths(600, 300)).toEqual(['tile/0/001', 'tile/0/002.p/88', 'tile/1/000.p/2']);
  expect(paths(65_536, 65_535)).toEqual(['tile/0/255', 'tile/1/000', 'tile/2/000.p/1']);
  expect(paths(9, 9)).toEqual([]);
  expect([tileAt(0, 273, 70_000), tileAt(1, 0, 70_000), tileAt(2, 0, 70_000), tileAt(0, 274, 70_000), tileAt(3, 0, 70_000)]).toEqual([
    { level: 0, index: 273, width: 112 },
    { level: 1, index: 0, width: 256 },
    { level: 2, index: 0, width: 1 },
    null,
    null,
  ]);
});

const leaves = Array.from({ length: 600 }, (_, at) => sha256(utf8(`leaf ${at}`)));
const bytesOf = (from: number, to: number): Hash => concatBytes(...leaves.slice(from, to));

it('finds the hash of every perfect subtree inside one tile', () => {
  for (let level = 0; level < 8; level += 1) {
    for (let index = 0; (index + 1) * 2 ** level <= leaves.length; index += 1) {
      const slice = sliceOf({ level, index });
      expect([slice.level, slice.count, slice.first + slice.count <= 256]).toEqual([0, 2 ** level, true]);
      expect(hashInTile(slice, bytesOf(slice.index * 256, (slice.index + 1) * 256))).toEqual(
        merkleRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
      );
    }
  }
  expect([sliceOf({ level: 8, index: 300 }), sliceOf({ level: 19, index: 3 })]).toEqual([
    { level: 1, index: 1, first: 44, count: 1 },
    { level: 2, index: 0, first: 24, count: 8 },
  ]);
});

it('refuses tiles that are no tiles, or too narrow', () => {
  for (const bytes of [new Uint8Array(0), new Uint8Array(31), new Uint8Array(33), new Uint8Array(257 * 32)])
    expect(() => tileHashes(bytes)).toThrow(RangeError);
  expect(() => hashInTile({ level: 0, index: 0, first: 4, count: 4 }, bytesOf(0, 7))).toThrow(RangeError);
});
