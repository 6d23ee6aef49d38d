import { permissionsOf, type Permission } from '../../../domain/business/access/access.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/operator.ts';

/** An operator who can sign in, with the permissions that decide what they may see. */
export interface Colleague extends Viewer {
  readonly realname: string;
  readonly position: string;
}

/** Enabled accounts of enabled roles, by name. */
export async function listColleagues(db: Database | Tx): Promise<Colleague[]> {
  const rows = await db
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .select(['account.id', 'account.realname', 'role.id as role_id', 'role.position', 'role.nodes'])
    .where('account.status', '=', 'enabled')
    .where('role.status', '=', 'enabled')
    .orderBy('account.realname')
    .orderBy('account.id')
    .execute();
  return rows.map(({ id, realname, role_id: roleId, position, nodes }) => ({
    accountId: id,
    realname,
    position,
    roleId,
    permissions: permissionsOf(Number(roleId), nodes),
  }));
}

/** IDs of the accounts that currently hold a permission. */
export async function holdersOf(db: Database | Tx, permission: Permission): Promise<string[]> {
  return (await listColleagues(db)).filter(({ permissions }) => permissions.has(permission)).map(({ accountId }) => accountId);
}
