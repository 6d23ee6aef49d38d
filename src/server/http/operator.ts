import { superRoleId, type Permission } from '../../domain/access/access.ts';

/** The signed-in operator of a call, as the database knew him when the call arrived. */
export interface Operator {
  readonly accountId: string;
  readonly username: string;
  readonly realname: string;
  readonly roleId: string;
  readonly position: string;
  readonly permissions: ReadonlySet<Permission>;
  /** His role asks for a one-time password, and he has not set it up. */
  readonly lacksTotp: boolean;
  /** SHA-256 of the token: names the session, opens nothing. */
  readonly sessionHash: Buffer;
  /** Where the database's log stood when the session had last written, where a replica is configured; null for one that has not. */
  readonly written: string | null;
}

/** Who looks at something, as far as it decides what he may see. */
export type Viewer = Pick<Operator, 'accountId' | 'roleId' | 'permissions'>;

export function isSuper(operator: Pick<Operator, 'roleId'>): boolean {
  return operator.roleId === String(superRoleId);
}
