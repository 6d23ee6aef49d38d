import { expect, it } from 'vitest';
import { ctConsistency, ctInclusion, ctLeaves, ctRoot } from '../../../../test/custody/ct-vectors.ts';
import { stride } from '../../../../test/rounds.ts';
import { utf8 } from '../../kit/bytes/bytes.ts';
import { appendLeaves, emptyRange, emptyRoot, leafHash, nodeHash, rangeRoot } from './merkle.ts';
import type { Hash } from './merkle.ts';
import { consistencyProof, inclusionProof } from './merkle-proof.ts';
import { verifyConsistency, verifyInclusion } from './merkle-verify.ts';
import type { ConsistencyClaim, InclusionClaim } from './merkle-verify.ts';

const someHash = leafHash(utf8('some other leaf'));
const inclusionClaims = ctInclusion.map(({ index, size, proof }) => ({
  index,
  size,
  proof,
  root: ctRoot(size),
  leafHash: leafHash(ctLeaves[index] ?? utf8('none')),
}));
const consistencyClaims = ctConsistency.map((vector) => ({ ...vector, oldRoot: ctRoot(vector.oldSize), newRoot: ctRoot(vector.newSize) }));

it('accepts the published proofs', () => {
  for (const claim of inclusionClaims) expect(verifyInclusion(claim)).toEqual({ ok: true, value: null });
  for (const claim of consistencyClaims) expect(verifyConsistency(claim)).toEqual({ ok: true, value: null });
});

// The corruptions of corruptInclusionProof and corruptConsistencyProof in github.com/transparency-dev/merkle, proof/verify_test.go at
// 02194e9a, and each single byte.
it('refuses every published corruption of an inclusion proof', () => {
  for (const claim of inclusionClaims) {
    const { index, size, root, proof } = claim;
    const wrong: Record<string, Partial<InclusionClaim>> = {
      'index - 1': { index: index - 1 },
      'index + 1': { index: index + 1 },
      'index ^ 2': { index: index ^ 2 },
      'size * 2': { size: size * 2 },
      'size / 2': { size: Math.floor(size / 2) },
      'wrong leaf': { leafHash: utf8('WrongLeaf') },
      'other leaf': { leafHash: someHash },
      'empty root': { root: emptyRoot() },
      'random root': { root: someHash },
      'trailing garbage': { proof: [...proof, new Uint8Array(0)] },
      'trailing root': { proof: [...proof, root] },
      'preceding garbage': { proof: [new Uint8Array(0), ...proof] },
      'preceding root': { proof: [root, ...proof] },
      'fractional index': { index: index + 0.5 },
      'size not a number': { size: Number.NaN },
      ...(proof.length > 0
        ? {
            'removed component': { proof: proof.slice(0, -1) },
            'removed first': { proof: proof.slice(1) },
            reversed: { proof: proof.length > 1 ? proof.toReversed() : [] },
          }
        : {}),
    };
    for (const [name, change] of Object.entries(wrong))
      expect(verifyInclusion({ ...claim, ...change }).ok, `${name} of leaf ${index} in ${size}`).toBe(false);
  }
});

it('refuses every published corruption of a consistency proof', () => {
  for (const claim of consistencyClaims.filter(({ proof }) => proof.length > 0)) {
    const { oldSize, newSize, oldRoot, newRoot, proof } = claim;
    const wrong: Record<string, Partial<ConsistencyClaim>> = {
      'oldSize - 1': { oldSize: oldSize - 1 },
      'oldSize + 1': { oldSize: oldSize + 1 },
      'oldSize ^ 2': { oldSize: oldSize ^ 2 },
      'newSize * 2': { newSize: newSize * 2 },
      'newSize / 2': { newSize: Math.floor(newSize / 2) },
      'wrong old root': { oldRoot: utf8('WrongRoot') },
      'wrong new root': { newRoot: utf8('WrongRoot') },
      'swapped roots': { oldRoot: newRoot, newRoot: oldRoot },
      'empty proof': { proof: [] },
      'trailing garbage': { proof: [...proof, new Uint8Array(0)] },
      'trailing old root': { proof: [...proof, oldRoot] },
      'trailing new root': { proof: [...proof, newRoot] },
      'preceding garbage': { proof: [new Uint8Array(0), ...proof] },
      'preceding old root': { proof: [oldRoot, ...proof] },
      'preceding new root': { proof: [newRoot, ...proof] },
      'preceding proof[0]': { proof: [...proof.slice(0, 1), ...proof] },
      'truncated proof': { proof: proof.slice(0, -1) },
    };
    for (const [name, change] of Object.entries(wrong))
      expect(verifyConsistency({ ...claim, ...change }).ok, `${name} of ${oldSize} in ${newSize}`).toBe(false);
  }
});

it('refuses a proof, a leaf or a root with any single byte changed, cut or added', () => {
  for (const claim of inclusionClaims) {
    for (const proof of damaged(claim.proof)) expect(verifyInclusion({ ...claim, proof }).ok).toBe(false);
    for (const [root] of damaged([claim.root])) if (root) expect(verifyInclusion({ ...claim, root }).ok).toBe(false);
    for (const [leaf] of damaged([claim.leafHash])) if (leaf) expect(verifyInclusion({ ...claim, leafHash: leaf }).ok).toBe(false);
  }
  for (const claim of consistencyClaims)
    for (const proof of damaged(claim.proof)) expect(verifyConsistency({ ...claim, proof }).ok).toBe(false);
});

// TestVerifyConsistency of the same file, but stricter: for size 0 the vectors accept any old root; here it must be the root of the empty
// tree.
it('knows what is consistent without a proof', () => {
  const [one, two] = [ctRoot(1), ctRoot(2)];
  const table: [number, number, Hash, Hash, Hash[], boolean][] = [
    [0, 0, one, two, [], false],
    [1, 1, one, two, [], false],
    [0, 0, emptyRoot(), emptyRoot(), [], true],
    [0, 1, emptyRoot(), one, [], true],
    [1, 1, one, one, [], true],
    [0, 1, one, two, [], false],
    [1, 0, one, two, [], false],
    [2, 1, one, two, [], false],
    [1, 2, one, two, [], false],
    [0, 0, emptyRoot(), two, [], false],
    [1, 1, emptyRoot(), two, [], false],
    [0, 0, emptyRoot(), emptyRoot(), [emptyRoot()], false],
    [0, 1, emptyRoot(), emptyRoot(), [emptyRoot()], false],
    [1, 1, emptyRoot(), emptyRoot(), [emptyRoot()], false],
  ];
  for (const [oldSize, newSize, oldRoot, newRoot, proof, isOk] of table)
    expect(verifyConsistency({ oldSize, newSize, oldRoot, newRoot, proof }).ok, `${oldSize} in ${newSize}`).toBe(isOk);
});

it('names the fault', () => {
  const [claim] = inclusionClaims.slice(1);
  if (!claim) throw new Error('a vector is missing');
  expect(verifyInclusion({ ...claim, index: 8 })).toEqual({ ok: false, fault: 'out-of-range' });
  expect(verifyInclusion({ ...claim, proof: claim.proof.slice(1) })).toEqual({ ok: false, fault: 'wrong-length' });
  expect(verifyInclusion({ ...claim, root: someHash })).toEqual({ ok: false, fault: 'wrong-root' });
});

it('refuses a tree that is higher than its size says, even when every hash fits', () => {
  const [a, b, c, x] = ['a', 'b', 'c', 'x'].map((name) => leafHash(utf8(name)));
  if (!a || !b || !c || !x) throw new Error('a leaf is missing');
  expect(verifyInclusion({ index: 0, size: 1, leafHash: a, proof: [x], root: nodeHash(x, a) })).toEqual({
    ok: false,
    fault: 'wrong-length',
  });
  const higher = { oldRoot: nodeHash(x, nodeHash(a, b)), newRoot: nodeHash(x, nodeHash(a, nodeHash(b, c))), proof: [b, c, a, x] };
  expect(verifyConsistency({ oldSize: 3, newSize: 4, ...higher })).toEqual({ ok: false, fault: 'wrong-length' });
});

it('accepts each proof it builds at sizes up to 130, and none for another leaf or another older tree', () => {
  const leaves = Array.from({ length: 130 }, (_, at) => leafHash(utf8(`leaf ${at}`)));
  const stored = new Map<string, Hash>();
  const roots = [emptyRoot()];
  let range = emptyRange;
  for (const leaf of leaves) {
    range = appendLeaves(range, [leaf], ({ level, index }, hash) => stored.set(`${level}/${index}`, hash));
    roots.push(rangeRoot(range));
  }
  const read = ({ level, index }: { level: number; index: number }) => stored.get(`${level}/${index}`) ?? emptyRoot();
  const rootOf = (size: number) => roots[size] ?? someHash;
  for (let size = 1; size <= leaves.length; size += stride) {
    const root = rootOf(size);
    for (const [index, leaf] of leaves.slice(0, size).entries()) {
      const proof = inclusionProof(index, size, read);
      expect(verifyInclusion({ index, size, leafHash: leaf, root, proof }).ok, `leaf ${index} of ${size}`).toBe(true);
      expect(verifyInclusion({ index, size, leafHash: someHash, root, proof }).ok).toBe(false);
      expect(verifyInclusion({ index: (index + 1) % size, size, leafHash: leaf, root, proof }).ok && size > 1).toBe(false);
    }
    for (let oldSize = 1; oldSize < size; oldSize += 1) {
      const proof = consistencyProof(oldSize, size, read);
      expect(
        verifyConsistency({ oldSize, newSize: size, oldRoot: rootOf(oldSize), newRoot: root, proof }).ok,
        `${oldSize} in ${size}`,
      ).toBe(true);
      expect(verifyConsistency({ oldSize, newSize: size, oldRoot: someHash, newRoot: root, proof }).ok).toBe(false);
      expect(verifyConsistency({ oldSize, newSize: size, oldRoot: rootOf(oldSize), newRoot: someHash, proof }).ok).toBe(false);
    }
  }
});

/** The hashes with each byte flipped in turn, and each hash one byte too short or too long. */
function* damaged(hashes: readonly Hash[]): Generator<Hash[]> {
  for (const [at, hash] of hashes.entries()) {
    for (let byte = 0; byte < hash.length; byte += 1)
      yield hashes.with(
        at,
        hash.map((value, here) => (here === byte ? value ^ (1 << (byte % 8)) : value)),
      );
    yield hashes.with(at, hash.slice(1));
    yield hashes.with(at, Uint8Array.of(...hash, 0));
  }
}
