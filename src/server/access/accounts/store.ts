import type { Insertable, Updateable } from 'kysely';
import { superRoleId } from '../../../domain/business/access/access.ts';
import type { EnabledStatus } from '../../../domain/business/codes/access.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

// Queries that lock or change roles and accounts.
//
// Order of locks: all assignments, where an account starts or stops accepting applications (`acceptors/store`); the account, or the role
// that is changed; role 1, when an administrator is removed; last sessions (`session/store`). A sign-in takes shared locks on the account,
// then its role.

/**
 * An account with its role. The account's row is locked, before the role is looked for: one statement that waits for an account that gets
 * another role would join the earlier one, and find nothing.
 */
export async function lockAccount(tx: Tx, id: string) {
  await tx.selectFrom('account').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  return tx
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .select(['account.id', 'username', 'realname', 'mobile', 'account.status', 'accepts', 'role_id', 'position', 'nodes'])
    .where('account.id', '=', id)
    .executeTakeFirst();
}

export async function insertAccount(tx: Tx, account: Insertable<Tables['account']>): Promise<string> {
  const { id } = await tx.insertInto('account').values(account).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Changes a locked account. */
export async function changeAccount(
  tx: Tx,
  { id, status }: { readonly id: string; readonly status: EnabledStatus },
  values: Updateable<Tables['account']>,
): Promise<void> {
  await tx.updateTable('account').set(values).where('id', '=', id).where('status', '=', status).execute();
}

/** @param known the hash that the old password was compared with. @returns false if the account has a different hash by now. */
export async function changePasswordHash(tx: Tx, accountId: string, known: string, next: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ password_hash: next, password_is_given: false })
    .where('id', '=', accountId)
    .where('password_hash', '=', known)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function lockRole(tx: Tx, id: string) {
  return tx.selectFrom('role').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertRole(tx: Tx, role: Insertable<Tables['role']>): Promise<string> {
  const { id } = await tx.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Changes a locked role. */
export async function changeRole(
  tx: Tx,
  { id, status }: { readonly id: string; readonly status: EnabledStatus },
  values: Updateable<Tables['role']>,
): Promise<void> {
  await tx.updateTable('role').set(values).where('id', '=', id).where('status', '=', status).execute();
}

/** Serialises the removal of administrators. @returns whether an enabled one exists besides this account. */
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
