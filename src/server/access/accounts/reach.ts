import { isWithinReach, type Granter } from '../../../domain/business/access/role-nodes.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { isSuperRole } from './grants.ts';

/** The permissions of an account or a role. `roleId` is the account's role, or the role itself. */
interface Target {
  readonly roleId: string;
  readonly nodes: readonly number[];
}

/**
 * Why a granter may not change an account or a role; undefined if they may. Any change to a target with more permissions would be power
 * over somebody whom the granter was not put above (spec/wire, 5).
 * @param what the change, as it continues after 不能.
 */
export function beyondReach(granter: Granter, target: Target, what: string): string | undefined {
  if (granter.isSuper) return undefined;
  if (isSuperRole(target.roleId)) return '系统管理员的账号只能由系统管理员修改';
  return isWithinReach(granter, target.nodes) ? undefined : `该角色含有自己没有的权限，不能${what}`;
}

/** @throws Refusal if the granter may not make the change. */
export function requireReach(granter: Granter, target: Target, what: string): void {
  const fault = beyondReach(granter, target, what);
  if (fault !== undefined) throw refuse(fault);
}

/**
 * Why this operator may not edit the account; empty if they may. Nobody edits their own account: the password form asks for the old
 * password, and the rest is for others to decide.
 */
export function accountLock(
  { granter, accountId }: { readonly granter: Granter; readonly accountId: string },
  account: { readonly id: string; readonly role_id: string; readonly nodes: readonly number[] },
): string {
  if (account.id === accountId) return ownAccountFault;
  return beyondReach(granter, { roleId: account.role_id, nodes: account.nodes }, '修改其账号') ?? '';
}

/** Why this operator may not edit the role; empty if they may. */
export function roleLock(granter: Granter, ownRoleId: string, role: { readonly id: string; readonly nodes: readonly number[] }): string {
  if (isSuperRole(role.id)) return superRoleFault;
  if (role.id === ownRoleId) return ownRoleFault;
  return beyondReach(granter, { roleId: role.id, nodes: role.nodes }, '修改') ?? '';
}

export const ownAccountFault = '不能修改自己的账号：密码请在“修改密码”中更改，其余由其他管理员修改';
export const ownRoleFault = '不能修改自己所属的角色';
export const superRoleFault = '系统管理员角色不能修改';
