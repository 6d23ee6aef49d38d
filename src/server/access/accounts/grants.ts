import { superRoleId } from '../../../domain/business/access/access.ts';
import { grantsBeyond, type Granter } from '../../../domain/business/access/role-nodes.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { isSuper, type Operator } from '../../platform/http/operator.ts';

export function granterOf(operator: Operator): Granter {
  return { isSuper: isSuper(operator), permissions: operator.permissions };
}

/** Nobody may grant a node that they do not hold (spec/wire, 5). @throws Refusal that names the nodes. */
export function requireGrantable(granter: Granter, before: readonly number[], after: readonly number[]): void {
  const beyond = grantsBeyond(granter, before, after);
  if (beyond.length > 0) throw refuse(`不能授予自己没有的权限：${beyond.join('、')}`, { menuId: '含有自己没有的权限' });
}

/** Whether the role may be given to accounts, which is equivalent to granting each of its nodes. */
export function isGrantable(granter: Granter, role: { readonly id: string; readonly nodes: readonly number[] }): boolean {
  return granter.isSuper || (!isSuperRole(role.id) && grantsBeyond(granter, [], role.nodes).length === 0);
}

export function isSuperRole(roleId: string): boolean {
  return roleId === String(superRoleId);
}
