import type { MenuItem } from '../../contract/console/session.ts';
import { permissionTree, type AccessNode, type Permission } from '../../domain/access/access.ts';

/** The pages that an operator may open, by group; groups without such a page are left out. */
export function menuFor(permissions: ReadonlySet<Permission>): MenuItem[] {
  return permissionTree.flatMap((node: AccessNode, index) => {
    const pages = (node.children ?? []).filter((child) => child.kind === 'page' && permissions.has(child.permission as Permission));
    if (pages.length === 0) return [];
    return [{ ...entry(node, index + 1, 0), childMenu: pages.map((page, at) => ({ ...entry(page, at + 1, node.id), childMenu: [] })) }];
  });
}

function entry(node: AccessNode, sort: number, parentId: number): Omit<MenuItem, 'childMenu'> {
  const { id, name, url, icon, permission } = node;
  return { id: String(id), name, url, sort, parent_id: String(parentId), status: 1, permission: permission ?? '', icon, hidden: false };
}
