import { coverNodes, foldRight, log2Floor } from './merkle.ts';
import type { Hash, NodeId } from './merkle.ts';

/**
 * The stored nodes that a proof needs. Each hash of the proof is the fold of one group of perfect subtrees.
 * The plan is known before anything is read, so a store can fetch all nodes at once: about 2 log2(size), at most 48 for ten million leaves.
 */
export interface ProofPlan {
  readonly groups: readonly (readonly NodeId[])[];
}

/**
 * Plans the proof that leaf `index` is in the tree of `size` leaves. @throws RangeError unless 0 ≤ index < size. Source: RFC 6962, 2.1.1.
 */
export function inclusionPlan(index: number, size: number): ProofPlan {
  requireCount(index, 'index');
  requireCount(size, 'size');
  if (index >= size) throw new RangeError(`leaf ${index} is not in a tree of ${size} leaves`);
  const groups: NodeId[][] = [];
  for (let [from, to] = [0, size]; to - from > 1; ) {
    const middle = from + splitPoint(to - from);
    const isLeft = index < middle;
    groups.push(isLeft ? coverNodes(middle, to) : coverNodes(from, middle));
    if (isLeft) to = middle;
    else from = middle;
  }
  return { groups: [...groups].reverse() };
}

/**
 * Plans the proof that the tree of `newSize` leaves begins with the tree of `oldSize` leaves. @throws RangeError unless 0 ≤ oldSize ≤
 * newSize.
 * Source: RFC 6962, 2.1.2.
 */
export function consistencyPlan(oldSize: number, newSize: number): ProofPlan {
  requireCount(oldSize, 'oldSize');
  requireCount(newSize, 'newSize');
  if (oldSize > newSize) throw new RangeError(`a tree of ${newSize} leaves cannot begin with ${oldSize}`);
  if (oldSize === 0 || oldSize === newSize) return { groups: [] };
  const groups: NodeId[][] = [];
  let [from, to] = [0, newSize];
  while (to !== oldSize) {
    const middle = from + splitPoint(to - from);
    const isLeft = oldSize <= middle;
    groups.push(isLeft ? coverNodes(middle, to) : coverNodes(from, middle));
    if (isLeft) to = middle;
    else from = middle;
  }
  // If the old tree is itself a subtree that starts at 0, the verifier already has its hash.
  if (from !== 0) groups.push(coverNodes(from, to));
  return { groups: [...groups].reverse() };
}

/** All nodes of a plan, in the order in which `assembleProof` expects their hashes. */
export function planNodes(plan: ProofPlan): NodeId[] {
  return plan.groups.flat();
}

/** Builds the proof from the hashes of `planNodes(plan)`. @throws RangeError if the number of hashes differs. */
export function assembleProof(plan: ProofPlan, hashes: readonly Hash[]): Hash[] {
  if (hashes.length !== planNodes(plan).length) throw new RangeError('one hash for each node of the plan');
  let at = 0;
  return plan.groups.map((group) => foldRight(hashes.slice(at, (at += group.length))));
}

/** The inclusion proof, from the leaf's sibling upwards. `read` loads stored nodes. @throws RangeError as `inclusionPlan` does. */
export function inclusionProof(index: number, size: number, read: (node: NodeId) => Hash): Hash[] {
  const plan = inclusionPlan(index, size);
  return assembleProof(plan, planNodes(plan).map(read));
}

/** The consistency proof. `read` loads stored nodes. @throws RangeError as `consistencyPlan` does. */
export function consistencyProof(oldSize: number, newSize: number, read: (node: NodeId) => Hash): Hash[] {
  const plan = consistencyPlan(oldSize, newSize);
  return assembleProof(plan, planNodes(plan).map(read));
}

/** The greatest power of two below `count` (≥ 2), where RFC 6962 splits a tree. */
function splitPoint(count: number): number {
  return 2 ** log2Floor(count - 1);
}

function requireCount(value: number, name: string): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} is a count up to 2^53 - 1`);
}
