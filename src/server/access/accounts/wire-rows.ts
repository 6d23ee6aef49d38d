import { permissionTree, type AccessNode } from '../../../domain/business/access/access.ts';
import { browserName } from '../../../domain/kit/text/browser-name.ts';
import { acceptStatus, enabledStatus } from '../../../domain/business/codes/access.ts';
import { holdsNode, type Granter } from '../../../domain/business/access/role-nodes.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { AccountRow, SessionRow } from '../../../contract/console/accounts.ts';
import type { HeldRule, RoleRow, Rule } from '../../../contract/console/roles.ts';
import type { ListedAccount } from './accounts.ts';
import type { ListedRole } from './roles.ts';
import type { ListedSession } from './session-list.ts';

export function roleRowOf(role: ListedRole, locked: string): RoleRow {
  const { id, position, description, status } = role;
  return { id, position, desc: description, status: enabledStatus.code(status), status_name: enabledStatus.label(status), locked };
}

export function accountRowOf(account: ListedAccount, locked: string): AccountRow {
  const { id, username, realname, mobile, role_id, position, status } = account;
  const accepts = account.accepts ? 'accepts' : 'declines';
  return {
    admin_id: id,
    username,
    realname,
    mobile,
    role_id,
    position,
    status: enabledStatus.code(status),
    status_name: enabledStatus.label(status),
    is_accepted: acceptStatus.code(accepts),
    is_accepted_name: acceptStatus.label(accepts),
    totp: account.hasTotp ? 1 : 0,
    passkeys: account.passkeys,
    identity: account.hasIdentity ? 1 : 0,
    unconfirmed: account.isUnconfirmed ? 1 : 0,
    locked,
  };
}

export function sessionRowOf(session: ListedSession, own: Buffer): SessionRow {
  const { id, created_at, last_seen_at, ip, user_agent } = session;
  return {
    id,
    login_time: formatTime(created_at),
    last_time: formatTime(last_seen_at),
    ip,
    browser: browserName(user_agent),
    current: session.token_hash.equals(own) ? 1 : 0,
  };
}

/** The permission tree for the form of a new role, 数据权限 last, with the nodes that the granter may grant. */
export function grantableTree(granter: Granter): Rule[] {
  const leaf = ({ id, name }: AccessNode) => ({ id: String(id), name, grantable: holdsNode(granter, id) ? 1 : 0 });
  return permissionTree.map((node: AccessNode) => ({
    ...leaf(node),
    childMenu: (node.children ?? []).map((child) => ({ ...leaf(child), childMenu: [] })),
  }));
}

/** The permission tree for an existing role: also marks the nodes that it has. */
export function heldTree(nodes: readonly number[], granter: Granter): HeldRule[] {
  const held = <Leaf extends { readonly id: string }>(leaf: Leaf) => ({ ...leaf, have: nodes.includes(Number(leaf.id)) ? 1 : 0 });
  return grantableTree(granter).map((group) => ({ ...held(group), childMenu: group.childMenu.map(held) }));
}
