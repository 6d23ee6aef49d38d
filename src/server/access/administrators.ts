import { superRoleId } from '../../domain/access/access.ts';
import type { EnabledStatus } from '../../domain/codes/access.ts';
import type { Tx } from '../db/database.ts';
import { refuse } from '../http/refusal.ts';
import { isSuperRole } from './grants.ts';

/**
 * Call before an account stops being an enabled administrator, with its row locked. The lock on role 1 lets one such change through at a
 * time:
 * of two administrators who disable each other, one stays.
 * @throws Refusal for the last one.
 */
export async function requireRemainingAdministrator(
  tx: Tx,
  account: { readonly id: string; readonly role_id: string; readonly status: EnabledStatus },
): Promise<void> {
  if (!isSuperRole(account.role_id) || account.status !== 'enabled') return;
  await tx.selectFrom('role').select('id').where('id', '=', String(superRoleId)).forUpdate().executeTakeFirstOrThrow();
  const other = await tx
    .selectFrom('account')
    .select('id')
    .where('role_id', '=', String(superRoleId))
    .where('status', '=', 'enabled')
    .where('id', '!=', account.id)
    .executeTakeFirst();
  if (!other) throw refuse('须保留至少一个启用的系统管理员账号');
}
