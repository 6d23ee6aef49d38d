import { concatBytes } from '@noble/hashes/utils.js';
import type { HashFunction } from './digest-algorithms.ts';

/** Byte by byte, unsigned, from the left: the order that RFC 4998 calls binary ascending. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/**
 * The hash of a list: sorted, concatenated and hashed; a single one stands for itself. The same for the objects of a group and for the
 * nodes under one father. Source: RFC 4998, 4.2, steps 3 and 4.
 */
export function listHash(hash: HashFunction, hashes: readonly Uint8Array[]): Uint8Array {
  const [first] = hashes;
  if (!first) throw new RangeError('a list of hashes is not empty');
  return hashes.length === 1 ? first : hash(concatBytes(...hashes.toSorted(compareBytes)));
}

/** A list of hashes as it is: lowest first, each to be hashed together with what the lists below it come to. */
export type ReducedHashtree = readonly (readonly Uint8Array[])[];

/** Root that a reduced hash tree leads to. Source: RFC 4998, 4.3, steps 3 and 4. */
export function reducedRoot(hash: HashFunction, tree: ReducedHashtree): Uint8Array {
  const [lowest = [], ...higher] = tree;
  return higher.reduce((below, list) => listHash(hash, [...list, below]), listHash(hash, lowest));
}

/**
 * The lists of one group: its own hashes, then one sibling a level. A group of one object is a node like its sibling, so both stand in one
 * list; null where the group is the whole tree and the token is over the one hash itself. Source: RFC 4998, 4.2, figures 2 and 3; 5.2.
 */
export function reduceTree(group: readonly Uint8Array[], siblings: readonly Uint8Array[]): ReducedHashtree | null {
  const isSingle = group.length === 1;
  if (isSingle && siblings.length === 0) return null;
  const merged = isSingle ? siblings.slice(0, 1) : [];
  return [[...group, ...merged].toSorted(compareBytes), ...siblings.slice(merged.length).map((sibling) => [sibling])];
}

/** A node of a binary tree: level 0 are its leaves, (1, 0) covers the first two of them. */
export interface TreeNode {
  readonly level: number;
  readonly index: number;
}

/**
 * The siblings on the way up from a leaf, lowest first. A last node without a sibling moves up a level as it is.
 * @throws RangeError unless 0 ≤ index < size.
 */
export function siblingsOf(index: number, size: number): TreeNode[] {
  if (!Number.isInteger(index) || index < 0 || index >= size) throw new RangeError(`leaf ${index} is not in a tree of ${size} leaves`);
  const nodes: TreeNode[] = [];
  for (let [at, count, level] = [index, size, 0]; count > 1; [at, count, level] = [Math.floor(at / 2), Math.ceil(count / 2), level + 1]) {
    const sibling = at % 2 === 0 ? at + 1 : at - 1;
    if (sibling < count) nodes.push({ level, index: sibling });
  }
  return nodes;
}

/** The node over neighbours of one level: pairs are hashed until one is left, and a last one without a partner moves up. */
export function foldPairs(hash: HashFunction, nodes: readonly Uint8Array[]): Uint8Array {
  let level = nodes;
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) next.push(listHash(hash, level.slice(at, at + 2)));
    level = next;
  }
  const [root] = level;
  if (!root) throw new RangeError('nothing to fold');
  return root;
}
