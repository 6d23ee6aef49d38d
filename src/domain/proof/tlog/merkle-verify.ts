import { sameBytes } from '../../kit/bytes/bytes.ts';
import { emptyRoot, hashBytes, nodeHash } from './merkle.ts';
import type { Hash } from './merkle.ts';
import { fail, pass } from '../../kit/bytes/result.ts';
import type { Result } from '../../kit/bytes/result.ts';

/**
 * Why a Merkle proof does not hold. `out-of-range`: the index or the sizes are impossible; `wrong-length`: too few or too many hashes, or a
 * hash that is not 32 bytes.
 */
export type ProofFault = 'out-of-range' | 'wrong-length' | 'wrong-root';

export interface InclusionClaim {
  /** Zero-based. */
  readonly index: number;
  readonly size: number;
  readonly leafHash: Hash;
  readonly root: Hash;
  readonly proof: readonly Hash[];
}

/**
 * Verifies that the leaf is at `index` of the tree with `root`. `size` only fixes the shape of the proof, and several sizes share one
 * shape. So the size must come from the same signed checkpoint as the root. Source: RFC 9162, 2.1.3.2.
 */
export function verifyInclusion(claim: InclusionClaim): Result<null, ProofFault> {
  const { index, size, proof } = claim;
  if (!isCount(index) || !isCount(size) || index >= size) return fail('out-of-range');
  if (![claim.leafHash, claim.root, ...proof].every(isHash)) return fail('wrong-length');
  let [at, last, hash] = [index, size - 1, claim.leafHash];
  for (const sibling of proof) {
    if (last === 0) return fail('wrong-length');
    if (isOdd(at) || at === last) {
      hash = nodeHash(sibling, hash);
      // A node at the right edge without a sibling moves up unchanged.
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [at, last] = [half(at), half(last)];
  }
  if (last !== 0) return fail('wrong-length');
  return sameBytes(hash, claim.root) ? pass(null) : fail('wrong-root');
}

export interface ConsistencyClaim {
  readonly oldSize: number;
  readonly newSize: number;
  readonly oldRoot: Hash;
  readonly newRoot: Hash;
  readonly proof: readonly Hash[];
}

/**
 * Verifies that the new tree begins with the leaves of the old one, unchanged. The empty tree begins every tree: its proof is empty, and
 * `oldRoot` must be its root.
 * Both sizes must come from signed checkpoints. Source: RFC 9162, 2.1.4.2.
 */
export function verifyConsistency(claim: ConsistencyClaim): Result<null, ProofFault> {
  const { oldSize, newSize, oldRoot, newRoot } = claim;
  if (!isCount(oldSize) || !isCount(newSize) || oldSize > newSize) return fail('out-of-range');
  if (![oldRoot, newRoot, ...claim.proof].every(isHash)) return fail('wrong-length');
  if (oldSize === 0 || oldSize === newSize) return verifyTrivial(claim);
  // A perfect subtree at the left is a node of both trees, and the verifier already knows it.
  const path = isPowerOfTwo(oldSize) ? [oldRoot, ...claim.proof] : claim.proof;
  const [start, ...rest] = path;
  if (!start || claim.proof.length === 0) return fail('wrong-length');
  let [at, last] = [oldSize - 1, newSize - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  let [oldHash, newHash] = [start, start];
  for (const sibling of rest) {
    if (last === 0) return fail('wrong-length');
    if (isOdd(at) || at === last) {
      [oldHash, newHash] = [nodeHash(sibling, oldHash), nodeHash(sibling, newHash)];
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      newHash = nodeHash(newHash, sibling);
    }
    [at, last] = [half(at), half(last)];
  }
  if (last !== 0) return fail('wrong-length');
  return sameBytes(oldHash, oldRoot) && sameBytes(newHash, newRoot) ? pass(null) : fail('wrong-root');
}

function verifyTrivial({ oldSize, newSize, oldRoot, newRoot, proof }: ConsistencyClaim): Result<null, ProofFault> {
  if (proof.length > 0) return fail('wrong-length');
  if (oldSize === 0 && !sameBytes(oldRoot, emptyRoot())) return fail('wrong-root');
  return oldSize < newSize || sameBytes(oldRoot, newRoot) ? pass(null) : fail('wrong-root');
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
const isHash = (bytes: Uint8Array) => bytes.length === hashBytes;
const isOdd = (value: number) => value % 2 === 1;
const half = (value: number) => Math.floor(value / 2);
const isPowerOfTwo = (value: number) => Number.isInteger(Math.log2(value)) && 2 ** Math.log2(value) === value;
