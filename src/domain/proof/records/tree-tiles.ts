import { concatBytes } from '@noble/hashes/utils.js';
import type { HashFunction } from './digest-algorithms.ts';
import { foldPairs, siblingsOf, type TreeNode } from './hash-tree.ts';

/**
 * Address of a stored tile. Only every eighth level of the tree is stored, 256 nodes per tile; each level in between is computed from one
 * tile. `level` counts tile levels: 0 holds leaves, 1 holds nodes that cover 256 leaves each.
 */
export interface TreeTile {
  readonly level: number;
  readonly index: number;
}
export const tileNodes = 256;
const tileLevels = 8;

/** Builds a tree leaf by leaf. It keeps one open tile per level in memory, whatever the tree's size. */
export interface TreeBuilder {
  add(leaf: Uint8Array): void;
  /** Completes the tree. @throws RangeError for a tree without leaves. */
  finish(): { readonly size: number; readonly root: Uint8Array };
}

/** @param store receives each tile when it is full, and the last tiles when the tree is complete. */
export function treeBuilder(hash: HashFunction, store: (tile: TreeTile, nodes: Uint8Array) => void): TreeBuilder {
  const levels: { count: number; nodes: Uint8Array[] }[] = [];
  const close = (level: number): Uint8Array => {
    const open = levels[level];
    if (!open) throw new RangeError('nothing to close');
    const { nodes } = open;
    store({ level, index: Math.floor((open.count - 1) / tileNodes) }, concatBytes(...nodes));
    open.nodes = [];
    return foldPairs(hash, nodes);
  };
  const add = (level: number, node: Uint8Array): void => {
    const open = (levels[level] ??= { count: 0, nodes: [] });
    open.nodes.push(node);
    open.count += 1;
    if (open.nodes.length === tileNodes) add(level + 1, close(level));
  };
  const finish = () => {
    for (let level = 0; ; level += 1) {
      const open = levels[level];
      if (!open) throw new RangeError('a tree has a leaf');
      if (open.nodes.length === 0) continue;
      const isAlone = open.count === open.nodes.length;
      const node = close(level);
      if (isAlone) return { size: levels[0]?.count ?? 0, root: node };
      add(level + 1, node);
    }
  };
  return { add: (leaf) => add(0, leaf), finish };
}

/** The tile from which a node is computed. */
export function tileOf({ level, index }: TreeNode): TreeTile {
  const [tileLevel, height] = [Math.floor(level / tileLevels), level % tileLevels];
  return { level: tileLevel, index: Math.floor((index * 2 ** height) / tileNodes) };
}

/** Computes a node from its tile. The last tile of a level may be partly filled. @throws RangeError if the tile ends before the node. */
export function nodeInTile(hash: HashFunction, { level, index }: TreeNode, tile: Uint8Array, nodeBytes: number): Uint8Array {
  const width = 2 ** (level % tileLevels);
  const first = (index * width) % tileNodes;
  const nodes: Uint8Array[] = [];
  for (let at = first; at < first + width && (at + 1) * nodeBytes <= tile.length; at += 1)
    nodes.push(tile.subarray(at * nodeBytes, (at + 1) * nodeBytes));
  if (nodes.length === 0) throw new RangeError(`tile ${level}/${index} does not reach to node ${first}`);
  return foldPairs(hash, nodes);
}

/** The sibling hashes of a leaf. `read` loads the tiles. */
export function readSiblings(
  hash: HashFunction,
  leaf: { readonly index: number; readonly size: number; readonly nodeBytes: number },
  read: (tile: TreeTile) => Uint8Array,
): Uint8Array[] {
  return siblingsOf(leaf.index, leaf.size).map((node) => nodeInTile(hash, node, read(tileOf(node)), leaf.nodeBytes));
}
