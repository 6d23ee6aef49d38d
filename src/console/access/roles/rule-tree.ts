import type { HeldRule } from '../../../contract/console/roles.ts';
import { applicationsNodeId, isNarrowed } from '../../../domain/access/role-nodes.ts';
import { dataOwnNodeId } from '../../../domain/access/access.ts';

/** A node of the form's tree; a group's state follows from its children. */
export interface RuleNode {
  readonly id: string;
  readonly name: string;
  /** The operator may tick it: he holds it, or the role has it already. */
  readonly isOpen: boolean;
  readonly children: readonly RuleNode[];
}

/** What the form begins with. The last node, 数据权限, is taken off the tree (seed 2, section 2): it is a checkbox of its own. */
export interface RuleDraft {
  readonly nodes: readonly RuleNode[];
  readonly checked: ReadonlySet<string>;
  readonly ownOnly: boolean;
  readonly canOwnOnly: boolean;
}

type Rule = Omit<HeldRule, 'have' | 'childMenu'> & { readonly have?: number; readonly childMenu: readonly Rule[] };

export function draftOf(tree: readonly Rule[]): RuleDraft {
  const shown = tree.filter((node) => node.id !== ownId);
  const held = leavesOf(shown).filter((node) => node.have === 1);
  const narrowed = held.filter((node) => isNarrowed(Number(node.id)));
  const own = tree.find((node) => node.id === ownId);
  return {
    nodes: shown.map(nodeOf),
    checked: new Set(held.map((node) => node.id)),
    ownOnly: own?.have === 1,
    // Taking it away is giving what it narrows (wire, section 5); whether the operator sees all of that himself, the server says.
    canOwnOnly: own?.have === 1 ? narrowed.every((node) => node.grantable === 1) : own?.grantable === 1,
  };
}

export type CheckState = 'all' | 'some' | 'none';

export function stateOf(node: RuleNode, checked: ReadonlySet<string>): CheckState {
  const leaves = node.children.length === 0 ? [node] : node.children;
  const count = leaves.filter((leaf) => checked.has(leaf.id)).length;
  return count === 0 ? 'none' : count === leaves.length ? 'all' : 'some';
}

/** Ticks a node, and with a group everything in it that the operator may tick; a second time takes it all away. */
export function toggled(node: RuleNode, checked: ReadonlySet<string>): ReadonlySet<string> {
  const leaves = (node.children.length === 0 ? [node] : node.children).filter((leaf) => leaf.isOpen);
  const isFull = leaves.every((leaf) => checked.has(leaf.id));
  const next = new Set(checked);
  for (const leaf of leaves) {
    if (isFull) next.delete(leaf.id);
    else next.add(leaf.id);
  }
  return next;
}

/** 9 brings 10 with it, and 10 ticks 9 at least by half: with 10 the checkbox of 37 is there. */
export function showsOwnOnly(checked: ReadonlySet<string>): boolean {
  return checked.has(String(applicationsNodeId));
}

/** `menuId`: full and half-checked nodes, and 37 by its checkbox. */
export function menuIdOf(nodes: readonly RuleNode[], checked: ReadonlySet<string>, ownOnly: boolean): string[] {
  const ids = nodes.flatMap((node) =>
    stateOf(node, checked) === 'none' ? [] : [node.id, ...node.children.filter((child) => checked.has(child.id)).map((child) => child.id)],
  );
  return ownOnly && showsOwnOnly(checked) ? [...ids, ownId] : ids;
}

const ownId = String(dataOwnNodeId);

function nodeOf(rule: Rule): RuleNode {
  const { id, name, childMenu } = rule;
  return { id, name, isOpen: rule.grantable === 1 || rule.have === 1, children: childMenu.map(nodeOf) };
}

function leavesOf(tree: readonly Rule[]): Rule[] {
  return tree.flatMap((node) => (node.childMenu.length === 0 ? [node] : leavesOf(node.childMenu)));
}
