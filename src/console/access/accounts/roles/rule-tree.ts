import type { HeldRule } from '../../../../contract/console/roles.ts';
import { applicationsNodeId, isNarrowed } from '../../../../domain/business/access/role-nodes.ts';
import { accessNodes, dataOwnNodeId } from '../../../../domain/business/access/access.ts';

/** A node of the form's tree; a group's state follows from its children. */
export interface RuleNode {
  readonly id: string;
  readonly name: string;
  /** Whether the operator may tick it: they have the permission, or the role already has it. */
  readonly isOpen: boolean;
  readonly children: readonly RuleNode[];
}

/**
 * Initial state of the form. The last node, 数据权限, is not part of the tree (spec/finance-app-authority, 2.4): it is a separate checkbox.
 */
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
    // Removing it grants what it narrows (spec/wire, 5). The server says whether the operator sees all of that themselves.
    canOwnOnly: own?.have === 1 ? narrowed.every((node) => node.grantable === 1) : own?.grantable === 1,
  };
}

export type CheckState = 'all' | 'some' | 'none';

export function stateOf(node: RuleNode, checked: ReadonlySet<string>): CheckState {
  const leaves = node.children.length === 0 ? [node] : node.children;
  const count = leaves.filter((leaf) => checked.has(leaf.id)).length;
  return count === 0 ? 'none' : count === leaves.length ? 'all' : 'some';
}

/** Whether a node grants an act on pages, not a page. */
export function isAct({ id }: RuleNode): boolean {
  return actIds.has(id);
}

const actIds: ReadonlySet<string> = new Set(accessNodes.filter(({ kind }) => kind === 'action').map(({ id }) => String(id)));

/** Ticks a node, and with a group everything in it that the operator may tick. If all of that is ticked, unticks it. */
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

/** 9 includes 10, and 10 at least half-ticks 9, so the checkbox of 37 depends on 10. */
export function showsOwnOnly(checked: ReadonlySet<string>): boolean {
  return checked.has(String(applicationsNodeId));
}

/** The wire's `menuId`: ticked and half-ticked nodes, and 37 from its checkbox. */
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
