import { expect, it } from 'vitest';
import { ctConsistency, ctInclusion, ctLeaves, naiveTree } from '../../../../test/custody/ct-vectors.ts';
import { stride } from '../../../../test/rounds.ts';
import { utf8 } from '../../kit/bytes/bytes.ts';
import { appendLeaves, emptyRange, emptyRoot, leafHash, nodeHash } from './merkle.ts';
import type { Hash, NodeId } from './merkle.ts';
import { assembleProof, consistencyPlan, consistencyProof, inclusionPlan, inclusionProof, planNodes } from './merkle-proof.ts';

/** A store of every complete node of a tree that counts reads. */
function storeOf(leafHashes: readonly Hash[]) {
  const nodes = new Map<string, Hash>();
  appendLeaves(emptyRange, leafHashes, ({ level, index }, hash) => nodes.set(`${level}/${index}`, hash));
  return ({ level, index }: NodeId): Hash => {
    const hash = nodes.get(`${level}/${index}`);
    if (!hash) throw new Error(`node ${level}/${index} is not complete`);
    return hash;
  };
}

it('builds the published inclusion and consistency proofs', () => {
  const read = storeOf(ctLeaves.map(leafHash));
  for (const { index, size, proof } of ctInclusion) expect(inclusionProof(index, size, read)).toEqual(proof);
  for (const { oldSize, newSize, proof } of ctConsistency) expect(consistencyProof(oldSize, newSize, read)).toEqual(proof);
});

it('builds the proofs of the recursive definition for every leaf and every older tree, at sizes up to 130', () => {
  const leaves = Array.from({ length: 130 }, (_, at) => leafHash(utf8(`leaf ${at}`)));
  const naive = naiveTree(memoised(nodeHash), emptyRoot());
  for (let size = 1; size <= leaves.length; size += stride) {
    const tree = leaves.slice(0, size);
    const read = storeOf(tree);
    for (let at = 0; at < size; at += 1)
      expect(same(inclusionProof(at, size, read), naive.path(at, tree)), `leaf ${at} of ${size}`).toBe(true);
    for (let old = 1; old <= size; old += 1)
      expect(same(consistencyProof(old, size, read), naive.proof(old, tree)), `${old} in ${size}`).toBe(true);
  }
});

it('reads at most 48 stored nodes for any proof at ten million leaves, and none twice', () => {
  const size = 10_000_000;
  for (const index of [0, 1, 255, 256, 65_535, 4_999_999, 8_388_607, 8_388_608, 9_999_998, 9_999_999]) {
    for (const plan of [inclusionPlan(index, size), consistencyPlan(index + 1, size)]) {
      const nodes = planNodes(plan).map(({ level, index: at }) => `${level}/${at}`);
      expect(nodes.length).toBeLessThanOrEqual(48);
      expect(new Set(nodes).size).toBe(nodes.length);
      expect(plan.groups.length).toBeLessThanOrEqual(25);
    }
  }
});

it('plans beyond 32 bits', () => {
  expect(inclusionPlan(2 ** 40, 2 ** 40 + 1).groups).toEqual([[{ level: 40, index: 0 }]]);
  expect(consistencyPlan(2 ** 40, 2 ** 40 + 1).groups).toEqual([[{ level: 0, index: 2 ** 40 }]]);
});

it('has nothing to prove about the empty tree and the same tree', () => {
  expect([consistencyPlan(0, 0), consistencyPlan(0, 9), consistencyPlan(9, 9), inclusionPlan(0, 1)].map(planNodes)).toEqual([
    [],
    [],
    [],
    [],
  ]);
});

it('refuses a leaf or an older tree that cannot be, and hashes that do not fit the plan', () => {
  for (const [index, size] of [
    [0, 0],
    [5, 5],
    [-1, 5],
    [1.5, 5],
    [Number.NaN, 5],
    [1, 2 ** 53],
  ] as const)
    expect(() => inclusionPlan(index, size)).toThrow(RangeError);
  for (const [oldSize, newSize] of [
    [2, 1],
    [-1, 1],
    [0.5, 1],
    [1, Infinity],
  ] as const)
    expect(() => consistencyPlan(oldSize, newSize)).toThrow(RangeError);
  expect(() => assembleProof(inclusionPlan(1, 5), [emptyRoot()])).toThrow(RangeError);
});

function same(a: readonly Hash[], b: readonly Hash[]): boolean {
  return a.length === b.length && a.every((hash, at) => Buffer.compare(hash, b[at] ?? new Uint8Array(0)) === 0);
}

/** Caches hashes, because the recursive definition hashes the same pairs repeatedly. */
function memoised(hash: (left: Hash, right: Hash) => Hash) {
  const known = new Map<string, Hash>();
  return (left: Hash, right: Hash): Hash => {
    const key = Buffer.concat([left, right]).toString('latin1');
    const found = known.get(key) ?? hash(left, right);
    known.set(key, found);
    return found;
  };
}
