import { concatBytes } from '@noble/hashes/utils.js';
import { compareBytes } from '../../kit/bytes/bytes.ts';
import type { HashFunction } from './digest-algorithms.ts';

/**
 * The hash of a list: the hashes are sorted, concatenated and hashed. A single hash is its own list hash. The rule applies both to the
 * objects of a group and to the nodes under one parent.
 * Source: RFC 4998, 4.2, steps 3 and 4. @throws RangeError for an empty list.
 */
export function listHash(hash: HashFunction, hashes: readonly Uint8Array[]): Uint8Array {
  const [first] = hashes;
  if (!first) throw new RangeError('a list of hashes is not empty');
  return hashes.length === 1 ? first : hash(concatBytes(...[...hashes].sort(compareBytes)));
}

/** Lists of hashes, lowest level first. Each list is hashed together with the result of the lists below it. */
export type ReducedHashtree = readonly (readonly Uint8Array[])[];

/** The root that a reduced hash tree leads to. Source: RFC 4998, 4.3, steps 3 and 4. */
export function reducedRoot(hash: HashFunction, tree: ReducedHashtree): Uint8Array {
  const [lowest = [], ...higher] = tree;
  return higher.reduce((below, list) => listHash(hash, [...list, below]), listHash(hash, lowest));
}

/**
 * The reduced tree of one group: the group's hashes, then one sibling per level. A group of one object is a node like its sibling, so both
 * share one list. Null if the group is the whole tree; the token then covers the single hash directly. Source: RFC 4998, 4.2, figures 2 and
 * 3; 5.2.
 */
export function reduceTree(group: readonly Uint8Array[], siblings: readonly Uint8Array[]): ReducedHashtree | null {
  const isSingle = group.length === 1;
  if (isSingle && siblings.length === 0) return null;
  const merged = isSingle ? siblings.slice(0, 1) : [];
  return [[...group, ...merged].sort(compareBytes), ...siblings.slice(merged.length).map((sibling) => [sibling])];
}

/** A node of a binary tree. Level 0 holds the leaves; node (1, 0) covers the first two leaves. */
export interface TreeNode {
  readonly level: number;
  readonly index: number;
}

/**
 * The siblings on the path from a leaf to the root, lowest first. A last node without a sibling moves up a level unchanged.
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

/**
 * The common ancestor of adjacent nodes of one level: pairs are hashed until one node is left. A last node without a partner moves up
 * unchanged.
 * @throws RangeError for no nodes.
 */
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
