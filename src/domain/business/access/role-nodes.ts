import { accessNodes, allNodeIds, dataOwnNodeId, type Permission } from './access.ts';

/** Permissions of the operator who grants. Role 1 has all and is not restricted by node 37. */
export interface Granter {
  readonly isSuper: boolean;
  readonly permissions: ReadonlySet<Permission>;
}

/**
 * Node ids as stored in a role: without duplicates, in the tree's order, and with the group of every page and action, because the menu
 * shows pages under their group.
 * @returns null if an id is unknown.
 */
export function completeNodes(ids: readonly number[]): number[] | null {
  const complete = new Set<number>();
  for (const id of ids) {
    const node = byId.get(id);
    if (!node) return null;
    complete.add(id);
    if (node.parentId !== 0) complete.add(node.parentId);
  }
  return allNodeIds.filter((id) => complete.has(id));
}

/**
 * Node 37 restricts 出证申请 and has no meaning without it (spec/finance-app-authority, 2.4: it is added and removed with nodes 9 and 10).
 */
export function isNarrowingIdle(nodes: readonly number[]): boolean {
  return nodes.includes(dataOwnNodeId) && !(nodes.includes(notarizationNodeId) && nodes.includes(applicationsNodeId));
}

/** Whether node 37 restricts this node: the page 出证申请, and 出证审核. */
export function isNarrowed(id: number): boolean {
  return id === applicationsNodeId || id === reviewNodeId;
}

/** Node of the page 出证申请, which includes its group. The role's form shows the checkbox of node 37 only with both. */
export const applicationsNodeId = 10;

/** Whether the granter may grant the node. A granter holds a group if they hold any node in it. */
export function holdsNode({ isSuper, permissions }: Granter, id: number): boolean {
  const node = byId.get(id);
  if (!node) return false;
  if (isSuper) return true;
  if (node.permission !== undefined) return permissions.has(node.permission as Permission);
  return (node.children ?? []).some((child) => holdsNode({ isSuper, permissions }, child.id));
}

/**
 * Names of what a change from `before` to `after` would grant beyond the granter's own permissions; empty if nothing.
 * A granter who cannot see everyone's applications cannot open them to others, neither by omitting node 37 nor by removing it.
 */
export function grantsBeyond(granter: Granter, before: readonly number[], after: readonly number[]): string[] {
  if (granter.isSuper) return [];
  const unheld = after.filter((id) => !before.includes(id) && !holdsNode(granter, id));
  const opened = openApplications(after).filter((id) => !openApplications(before).includes(id) && !seesAll(granter, id));
  return [...nodeNames(unheld), ...nodeNames(opened.filter((id) => !unheld.includes(id))).map((name) => `${name}（全部数据）`)];
}

/**
 * Whether these nodes open nothing beyond the granter's own permissions. Node 37 restricts: a granter without it has more, not less.
 * A group opens nothing by itself; it stays in a role when its last page leaves.
 */
export function isWithinReach(granter: Granter, nodes: readonly number[]): boolean {
  if (granter.isSuper) return true;
  const opening = nodes.filter((id) => id !== dataOwnNodeId && !isGroup(id));
  return opening.every((id) => holdsNode(granter, id)) && openApplications(nodes).every((id) => seesAll(granter, id));
}

/** Names of nodes in the order of the ids; unknown ids are omitted. */
export function nodeNames(ids: readonly number[]): string[] {
  return ids.flatMap((id) => byId.get(id)?.name ?? []);
}

const byId = new Map(accessNodes.map((node) => [node.id, node]));
const notarizationNodeId = 9;
const reviewNodeId = 29;

function isGroup(id: number): boolean {
  return byId.get(id)?.children !== undefined;
}

function seesAll(granter: Granter, id: number): boolean {
  return holdsNode(granter, id) && !granter.permissions.has('data:own');
}

function openApplications(nodes: readonly number[]): number[] {
  return nodes.includes(dataOwnNodeId) ? [] : nodes.filter(isNarrowed);
}
