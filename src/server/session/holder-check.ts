import { permissionsOf } from '../../domain/access.ts';
import type { Database } from '../db/database.ts';
import type { HolderCheck } from '../storage/link-holder.ts';

/** Links follow what becomes of their holder as his calls do: ended session, disabled account or role, permission taken away. */
export function createHolderCheck(db: Database): HolderCheck {
  return async ({ session, anyOf }) => {
    const found = await db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .innerJoin('role', 'role.id', 'account.role_id')
      .select(['role.id', 'role.nodes'])
      .where('session.token_hash', '=', Buffer.from(session, 'base64url'))
      .where('session.ended_at', 'is', null)
      .where('account.status', '=', 'enabled')
      .where('role.status', '=', 'enabled')
      .executeTakeFirst();
    if (!found) return false;
    const held = permissionsOf(Number(found.id), found.nodes);
    return anyOf.length === 0 || anyOf.some((permission) => held.has(permission));
  };
}
