import { superRoleId, type Permission } from '../../../domain/business/access/access.ts';

/** The signed-in operator of a call, as read from the database when the call arrived. */
export interface Operator {
  readonly accountId: string;
  readonly username: string;
  readonly realname: string;
  readonly roleId: string;
  readonly position: string;
  readonly permissions: ReadonlySet<Permission>;
  /** True if the role requires a one-time password that is not set up yet. */
  readonly lacksTotp: boolean;
  /** True if another operator set the password that they sign in with. */
  readonly hasGivenPassword: boolean;
  /** SHA-256 of the token: identifies the session but gives no access. */
  readonly sessionHash: Buffer;
  /** The primary's WAL position after the session's last write; null if it has not written, or no replica is configured. */
  readonly written: string | null;
}

/** The part of an operator that decides what they may see. */
export type Viewer = Pick<Operator, 'accountId' | 'roleId' | 'permissions'>;

export function isSuper(operator: Pick<Operator, 'roleId'>): boolean {
  return operator.roleId === String(superRoleId);
}
