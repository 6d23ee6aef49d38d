import type { Insertable, Updateable } from 'kysely';
import { superRoleId } from '../../domain/access/access.ts';
import type { EnabledStatus } from '../../domain/codes/access.ts';
import type { Tx } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

// What locks or changes roles and accounts.
//
// Order of locks: all assignments, where an account begins or ceases to take applications (`acceptors/store`); the account, or the role
// that is changed; role 1, by who takes an administrator away; last sessions (`session/store`). A sign-in shares the account, then its
// role.

/** An account that is not changed meanwhile, with its role. */
export function lockAccount(tx: Tx, id: string) {
  return tx
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .select(['account.id', 'username', 'realname', 'mobile', 'account.status', 'accepts', 'role_id', 'position', 'nodes'])
    .where('account.id', '=', id)
    .forUpdate('account')
    .executeTakeFirst();
}

export async function insertAccount(tx: Tx, account: Insertable<Tables['account']>): Promise<string> {
  const { id } = await tx.insertInto('account').values(account).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Changes an account that is locked. */
export async function changeAccount(
  tx: Tx,
  { id, status }: { readonly id: string; readonly status: EnabledStatus },
  values: Updateable<Tables['account']>,
): Promise<void> {
  await tx.updateTable('account').set(values).where('id', '=', id).where('status', '=', status).execute();
}

/** @param known the hash that the old password was compared with. @returns false where the account has another by now. */
export async function changePasswordHash(tx: Tx, accountId: string, known: string, next: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ password_hash: next })
    .where('id', '=', accountId)
    .where('password_hash', '=', known)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A role that is not changed meanwhile. */
export function lockRole(tx: Tx, id: string) {
  return tx.selectFrom('role').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertRole(tx: Tx, role: Insertable<Tables['role']>): Promise<string> {
  const { id } = await tx.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Changes a role that is locked. */
export async function changeRole(
  tx: Tx,
  { id, status }: { readonly id: string; readonly status: EnabledStatus },
  values: Updateable<Tables['role']>,
): Promise<void> {
  await tx.updateTable('role').set(values).where('id', '=', id).where('status', '=', status).execute();
}

/** Administrators are taken away one at a time. @returns whether there is an enabled one besides this account. */
export async function lockOtherAdministrators(tx: Tx, accountId: string): Promise<boolean> {
  const role = String(superRoleId);
  await tx.selectFrom('role').select('id').where('id', '=', role).forUpdate().executeTakeFirstOrThrow();
  const other = await tx
    .selectFrom('account')
    .select('id')
    .where('role_id', '=', role)
    .where('status', '=', 'enabled')
    .where('id', '!=', accountId)
    .executeTakeFirst();
  return other !== undefined;
}
