import { superRoleId, type Permission } from '../../domain/access.ts';

/** The signed-in operator of a call, as the database knew him when the call arrived. */
export interface Operator {
  readonly accountId: string;
  readonly username: string;
  readonly realname: string;
  readonly roleId: string;
  readonly position: string;
  readonly permissions: ReadonlySet<Permission>;
  /** SHA-256 of the token: names the session, opens nothing. */
  readonly sessionHash: Buffer;
}

export function isSuper(operator: Operator): boolean {
  return operator.roleId === String(superRoleId);
}
