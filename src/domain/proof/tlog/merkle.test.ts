import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { ctLeaves, ctRoots, naiveTree } from '../../../../test/custody/ct-vectors.ts';
import { utf8 } from '../../kit/bytes/bytes.ts';
import {
  appendLeaves,
  coverNodes,
  emptyRange,
  emptyRoot,
  leafHash,
  log2Floor,
  merkleRoot,
  nodeHash,
  rangeNodes,
  rangeRoot,
} from './merkle.ts';
import type { CompactRange, Hash } from './merkle.ts';

// github.com/transparency-dev/merkle, rfc6962/rfc6962_test.go at 78493b07.
it('hashes the empty tree, a leaf, an empty leaf and a node as published', () => {
  expect(bytesToHex(emptyRoot())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(bytesToHex(leafHash(new Uint8Array(0)))).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
  expect(bytesToHex(leafHash(utf8('L123456')))).toBe('395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56');
  expect(bytesToHex(nodeHash(utf8('N123'), utf8('N456')))).toBe('aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb');
});

it('keeps leaves and nodes apart: a leaf that spells two hashes is not their node', () => {
  const [left, right] = [leafHash(utf8('Hello')), leafHash(utf8('World'))];
  expect(leafHash(Uint8Array.of(...left, ...right))).not.toEqual(nodeHash(left, right));
  expect(nodeHash(right, left)).not.toEqual(nodeHash(left, right));
});

it('has the published root after each of the eight leaves', () => {
  const hashes = ctLeaves.map(leafHash);
  expect(merkleRoot([])).toEqual(emptyRoot());
  expect(ctRoots.map((_, at) => merkleRoot(hashes.slice(0, at + 1)))).toEqual(ctRoots);
});

const leaves = Array.from({ length: 130 }, (_, at) => leafHash(utf8(`leaf ${at}`)));
const naive = naiveTree(nodeHash, emptyRoot());

it('agrees with the recursive definition at every size up to 130, leaf by leaf and in batches of every length', () => {
  let range = emptyRange;
  for (let size = 0; size <= leaves.length; size += 1) {
    const root = naive.root(leaves.slice(0, size));
    expect(rangeRoot(range)).toEqual(root);
    const half = appendLeaves(emptyRange, leaves.slice(0, size >> 1));
    expect(rangeRoot(appendLeaves(half, leaves.slice(size >> 1, size)))).toEqual(root);
    range = appendLeaves(range, leaves.slice(size, size + 1));
  }
});

it('stores each complete node once, and goes on from the stored nodes after a restart at any size', () => {
  const stored = new Map<string, Hash>();
  const whole = appendLeaves(emptyRange, leaves, ({ level, index }, hash) => {
    expect(stored.has(`${level}/${index}`)).toBe(false);
    expect(hash).toEqual(naive.root(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)));
    stored.set(`${level}/${index}`, hash);
  });
  const perfect = Array.from({ length: 8 }, (_, level) => Math.floor(leaves.length / 2 ** level)).reduce((sum, count) => sum + count, 0);
  expect(stored.size).toBe(perfect);
  for (let size = 0; size <= leaves.length; size += 1) {
    const peaks = rangeNodes(size).map(({ level, index }) => stored.get(`${level}/${index}`) ?? new Uint8Array(0));
    expect(appendLeaves({ size, peaks }, leaves.slice(size))).toEqual(whole);
  }
});

it('leaves the range it was given as it was', () => {
  const five = appendLeaves(emptyRange, leaves.slice(0, 5));
  const before = rangeRoot(five);
  appendLeaves(five, leaves.slice(5, 9));
  expect([five.size, five.peaks.length, rangeRoot(five)]).toEqual([5, 2, before]);
});

it('holds a hash for each bit of its size, however large the tree', () => {
  const [leaf = emptyRoot()] = leaves;
  const huge: CompactRange = { size: 2 ** 52 - 1, peaks: Array.from({ length: 52 }, () => leaf) };
  const next = appendLeaves(huge, [leaf]);
  expect([next.size, next.peaks.length]).toEqual([2 ** 52, 1]);
  expect(rangeNodes(10_000_000).length).toBe(8);
  expect(() => appendLeaves({ size: Number.MAX_SAFE_INTEGER, peaks: [] }, [leaf])).toThrow(RangeError);
  expect(() => appendLeaves({ size: 1, peaks: [] }, [leaf])).toThrow(RangeError);
});

it('covers a range by perfect subtrees without gap or overlap, beyond 32 bits too', () => {
  const from = 2 ** 52;
  let at = from;
  for (const { level, index } of coverNodes(from, from + 1_234_567)) {
    expect(index * 2 ** level).toBe(at);
    at += 2 ** level;
  }
  expect(at).toBe(from + 1_234_567);
  expect([1, 2, 3, 4, 2 ** 49 - 1, 2 ** 49, 2 ** 53 - 1].map(log2Floor)).toEqual([0, 1, 1, 2, 48, 49, 52]);
});
