import type { EnabledStatus } from '../../../domain/business/codes/access.ts';
import type { Tx } from '../../platform/db/database.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { isSuperRole } from './grants.ts';
import { lockOtherAdministrators } from './store.ts';

/**
 * Call before an account stops being an enabled administrator, with its row locked. Such changes run one at a time: if two administrators
 * disable each other, one remains.
 * @throws Refusal for the last one.
 */
export async function requireRemainingAdministrator(
  tx: Tx,
  account: { readonly id: string; readonly role_id: string; readonly status: EnabledStatus },
): Promise<void> {
  if (!isSuperRole(account.role_id) || account.status !== 'enabled') return;
  if (!(await lockOtherAdministrators(tx, account.id))) throw refuse('须保留至少一个启用的系统管理员账号');
}
