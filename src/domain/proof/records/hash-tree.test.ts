import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { compareBytes } from '../../kit/bytes/bytes.ts';
import { foldPairs, listHash, reducedRoot, reduceTree, siblingsOf } from './hash-tree.ts';
import { nodeInTile, readSiblings, tileOf, treeBuilder } from './tree-tiles.ts';

const leaf = (at: number) => sha256(Uint8Array.of(at >> 16, (at >> 8) & 255, at & 255));
const hex = (bytes: Uint8Array) => bytesToHex(bytes);

describe('the order of hashes', () => {
  it.each([
    [
      [0x00, 0xff],
      [0x01, 0x00],
    ],
    [[0x7f], [0x80]],
    [[0x01], [0x01, 0x00]],
  ])('is that of unsigned bytes from the left: %j before %j', (a, b) => {
    expect(compareBytes(Uint8Array.from(a), Uint8Array.from(b))).toBeLessThan(0);
    expect(compareBytes(Uint8Array.from(b), Uint8Array.from(a))).toBeGreaterThan(0);
  });

  it('does not tell a list by the order in which it came', () => {
    const [a, b, c] = [leaf(1), leaf(2), leaf(3)];
    expect(hex(listHash(sha256, [c, a, b]))).toBe(hex(listHash(sha256, [b, c, a])));
    expect(hex(listHash(sha256, [a]))).toBe(hex(a));
  });
});

/** RFC 4998, 4.2, figures 1 to 3: documents 1 and 4 are single, 2a to 2c form a group. */
it('reduces the example of the RFC as its figures do', () => {
  const [h1, h2a, h2b, h2c, h3] = [leaf(1), leaf(21), leaf(22), leaf(23), leaf(3)];
  const sorted = (...hashes: Uint8Array[]) => hashes.toSorted(compareBytes);
  const h2abc = sha256(concatBytes(...sorted(h2a, h2b, h2c)));
  const h12 = sha256(concatBytes(...sorted(h1, h2abc)));
  const root = sha256(concatBytes(...sorted(h12, h3)));
  expect(reduceTree([h1], [h2abc, h3])).toEqual([sorted(h1, h2abc), [h3]]); // figure 2
  expect(reduceTree([h2b, h2c, h2a], [h1, h3])).toEqual([sorted(h2a, h2b, h2c), [h1], [h3]]); // figure 3
  for (const tree of [reduceTree([h1], [h2abc, h3]), reduceTree([h2a, h2b, h2c], [h1, h3]), reduceTree([h3], [h12])])
    expect(hex(reducedRoot(sha256, tree ?? []))).toBe(hex(root));
  expect(reduceTree([h1], [])).toBeNull();
});

describe.each([1, 2, 3, 5, 255, 256, 257, 511, 512, 700, 65_537])('a tree of %i leaves', (size) => {
  const tiles = new Map<string, Uint8Array>();
  const builder = treeBuilder(sha256, ({ level, index }, nodes) => {
    expect(tiles.has(`${level}/${index}`)).toBe(false);
    tiles.set(`${level}/${index}`, nodes);
  });
  for (let at = 0; at < size; at += 1) builder.add(leaf(at));
  const built = builder.finish();

  it('has the root of its leaves, paired level by level', () => {
    expect(built.size).toBe(size);
    expect(hex(built.root)).toBe(
      hex(
        foldPairs(
          sha256,
          Array.from({ length: size }, (_, at) => leaf(at)),
        ),
      ),
    );
  });

  it('leads from every leaf to its root, through stored tiles', () => {
    const indexes = size < 600 ? Array.from({ length: size }, (_, at) => at) : [0, 1, 255, 256, 511, size - 2, size - 1];
    for (const index of indexes) {
      const siblings = readSiblings(
        sha256,
        { index, size, nodeBytes: 32 },
        ({ level, index: at }) => tiles.get(`${level}/${at}`) ?? new Uint8Array(0),
      );
      expect(siblings.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
      const tree = reduceTree([leaf(index)], siblings);
      expect(hex(tree ? reducedRoot(sha256, tree) : leaf(index))).toBe(hex(built.root));
    }
  });
});

it('refuses a leaf that is not in the tree, and a tile that ends before a node', () => {
  expect(() => siblingsOf(3, 3)).toThrow(RangeError);
  expect(() => siblingsOf(-1, 3)).toThrow(RangeError);
  expect(tileOf({ level: 9, index: 1 })).toEqual({ level: 1, index: 0 });
  expect(() => nodeInTile(sha256, { level: 1, index: 9 }, leaf(1), 32)).toThrow(RangeError);
  expect(() => treeBuilder(sha256, () => undefined).finish()).toThrow(RangeError);
});
