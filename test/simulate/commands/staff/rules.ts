import { holds } from '../../model/nodes.ts';
import type { Operator } from '../../model/staff.ts';

/** Nobody grants a node that they do not hold, nor more of the applications than they see themselves (spec/wire, 5). */
export function mayGrant(by: Operator, before: readonly number[], after: readonly number[]): boolean {
  if (by.roleId === '1') return true;
  const opens = (nodes: readonly number[]): boolean => !nodes.includes(37) && nodes.includes(10);
  const isWider = opens(after) && !opens(before) && by.narrowed;
  return !isWider && after.every((node) => before.includes(node) || holds(by.permissions, node));
}

/**
 * Whether the specification says what becomes of a change: it says nothing of accounts and roles that hold more than who changes them,
 * but for role 1.
 */
export function reaches(by: Operator, target: Pick<Operator, 'permissions' | 'narrowed'>): boolean {
  if (by.roleId === '1') return true;
  return !by.narrowed && [...target.permissions].every((permission) => permission === 'data:own' || by.permissions.has(permission));
}
