import type { Database } from '../db/database.ts';
import { refuse } from '../http/refusal.ts';
import { unbindIdentity } from '../session/provider-store.ts';
import { recordTrail } from '../trail/trail.ts';
import { lockReachable, type Editor } from './accounts.ts';

/**
 * Unbinds an account from its identity at the provider; the next sign-in there binds it anew. @throws Refusal for one's own account, and if
 * the account is out of the editor's reach.
 */
export async function resetIdentity(db: Database, id: string, { granter, accountId, actor }: Editor): Promise<void> {
  if (id === accountId) throw refuse('不能重置自己的身份绑定，请由其他管理员重置');
  await db.transaction().execute(async (tx) => {
    await lockReachable(tx, id, granter, '重置其账号的身份绑定');
    if (!(await unbindIdentity(tx, id))) throw refuse('该账号没有绑定身份');
    await recordTrail(tx, actor, { action: '重置身份绑定', object: `account/${id}` });
  });
}
