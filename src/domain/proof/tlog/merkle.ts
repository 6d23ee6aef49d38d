import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';

/** A SHA-256 hash: 32 bytes. */
export type Hash = Uint8Array;
export const hashBytes = 32;

/** A perfect subtree over leaves [index * 2^level, (index + 1) * 2^level). Level 0 holds the leaves. */
export interface NodeId {
  readonly level: number;
  readonly index: number;
}

/** Hash of a log entry: SHA-256(0x00 ‖ entry). Source: RFC 6962, 2.1. */
export function leafHash(entry: Uint8Array): Hash {
  return sha256(concatBytes(leafPrefix, entry));
}

/** Hash of an inner node: SHA-256(0x01 ‖ left ‖ right). Source: RFC 6962, 2.1. */
export function nodeHash(left: Hash, right: Hash): Hash {
  return sha256(concatBytes(nodePrefix, left, right));
}

/** Root of the empty tree: SHA-256 of the empty string. Source: RFC 6962, 2.1. */
export function emptyRoot(): Hash {
  return sha256(new Uint8Array(0));
}

/** Root over the hashes of all leaves, in order: 32 bytes; no leaves give `emptyRoot()`. Source: RFC 6962, 2.1. */
export function merkleRoot(leafHashes: readonly Hash[]): Hash {
  return rangeRoot(appendLeaves(emptyRange, leafHashes));
}

/**
 * A tree of any size in O(log size) hashes: the roots of its perfect subtrees, from the left (largest) to the right. There is one peak per
 * bit set in `size`. Immutable: appending returns a new range.
 */
export interface CompactRange {
  readonly size: number;
  readonly peaks: readonly Hash[];
}

export const emptyRange: CompactRange = { size: 0, peaks: [] };

/**
 * Appends leaves. `store` receives every node that becomes complete, including leaves, children before parents. Stored nodes never change
 * again. Amortised cost: two hashes per leaf. @throws RangeError if the tree grows beyond 2^53 - 1 leaves.
 */
export function appendLeaves(range: CompactRange, leafHashes: Iterable<Hash>, store?: (node: NodeId, hash: Hash) => void): CompactRange {
  const peaks = [...range.peaks];
  let { size } = range;
  for (const leaf of leafHashes) {
    if (size >= Number.MAX_SAFE_INTEGER) throw new RangeError('the tree is full');
    let [hash, level, index] = [leaf, 0, size];
    store?.({ level, index }, hash);
    while (index % 2 === 1) {
      const left = peaks.pop();
      if (!left) throw new RangeError('a compact range needs a hash for every bit of its size');
      [hash, level, index] = [nodeHash(left, hash), level + 1, (index - 1) / 2];
      store?.({ level, index }, hash);
    }
    peaks.push(hash);
    size += 1;
  }
  return { size, peaks };
}

/** Root of the tree that a range represents. Source: RFC 6962, 2.1. */
export function rangeRoot(range: CompactRange): Hash {
  return range.size === 0 ? emptyRoot() : foldRight(range.peaks);
}

/** The nodes whose hashes are the peaks of a tree of `size` leaves. Read them to resume appending after a restart. */
export function rangeNodes(size: number): NodeId[] {
  return coverNodes(0, size);
}

/**
 * The perfect subtrees that cover leaves [from, to) from left to right; their fold is the hash of that range. `from` must be a multiple of
 * a power of two that is at least `to - from`, as on every right-hand side of a Merkle tree.
 */
export function coverNodes(from: number, to: number): NodeId[] {
  const nodes: NodeId[] = [];
  for (let at = from; at < to; ) {
    const level = log2Floor(to - at);
    nodes.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return nodes;
}

/** Folds subtrees, ordered from large to small, into one hash. @throws RangeError if there are none. */
export function foldRight(hashes: readonly Hash[]): Hash {
  const last = hashes.at(-1);
  if (!last) throw new RangeError('nothing to fold');
  return hashes.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
}

/** The greatest k with 2^k ≤ count, exact up to 2^53 (Math.log2 is not). */
export function log2Floor(count: number): number {
  let level = 0;
  for (let rest = count; rest >= 2; rest = Math.floor(rest / 2)) level += 1;
  return level;
}

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);
