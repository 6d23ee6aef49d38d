import { sql } from 'kysely';
import { permissionsOf } from '../../domain/access.ts';
import type { Database } from '../db/database.ts';
import type { HolderCheck } from '../storage/link-holder.ts';
import type { SessionLimits } from './sessions.ts';

/**
 * Links follow what becomes of their holder as his calls do: session ended, idle too long or too old, account or role disabled, permission
 * taken away. Opening one does not keep the session, though: pages open them by themselves.
 */
export function createHolderCheck(db: Database, { idleSeconds, maxSeconds }: SessionLimits): HolderCheck {
  return async ({ session, anyOf }) => {
    const found = await db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .innerJoin('role', 'role.id', 'account.role_id')
      .select(['role.id', 'role.nodes'])
      .where('session.token_hash', '=', Buffer.from(session, 'base64url'))
      .where('session.ended_at', 'is', null)
      .where(sql<boolean>`session.last_seen_at > clock_timestamp() - make_interval(secs => ${idleSeconds})`)
      .where(sql<boolean>`session.created_at > clock_timestamp() - make_interval(secs => ${maxSeconds})`)
      .where('account.status', '=', 'enabled')
      .where('role.status', '=', 'enabled')
      .executeTakeFirst();
    if (!found) return false;
    const held = permissionsOf(Number(found.id), found.nodes);
    return anyOf.length === 0 || anyOf.some((permission) => held.has(permission));
  };
}
