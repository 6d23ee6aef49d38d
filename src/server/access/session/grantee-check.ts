import { sql } from 'kysely';
import { permissionsOf } from '../../../domain/business/access/access.ts';
import { maySeeApplication, viewableOf } from '../../desk/acceptors/visibility.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Shown } from '../../../domain/business/access/link-grantee.ts';
import type { LinkReader, ReaderCheck } from './link-reader.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isEnabled, isLive, type SessionLimits } from './validity.ts';

/**
 * Links stop working whenever their grantee's calls would: session ended, idle too long or too old, account or role disabled, permission
 * removed, application reassigned. Opening a link does not extend the session, because pages open links by themselves.
 */
export function createReaderCheck(db: Database, limits: SessionLimits, checkProvider: (sessionHash: Buffer) => Promise<void>): ReaderCheck {
  return async ({ session, anyOf, allOf = [], ...shown }) => {
    const found = await db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .innerJoin('role', 'role.id', 'account.role_id')
      .leftJoin('session_identity', 'session_identity.token_hash', 'session.token_hash')
      .select(['role.id', 'role.nodes', 'account.id as account_id', 'account.realname', 'session_identity.subject'])
      .where('session.token_hash', '=', Buffer.from(session, 'base64url'))
      .where(sql.raw<boolean>(isLive(limits)))
      .where(sql.raw<boolean>(isEnabled))
      .executeTakeFirst();
    if (!found || (found.subject !== null && !(await isKnownToProvider(checkProvider, session)))) return null;
    const permissions = permissionsOf(Number(found.id), found.nodes);
    const reader: LinkReader = { accountId: found.account_id, roleId: found.id, realname: found.realname, permissions };
    const mayAsk =
      (anyOf.length === 0 || anyOf.some((permission) => permissions.has(permission))) &&
      allOf.every((permission) => permissions.has(permission));
    return mayAsk && (await maySee(db, reader, shown)) ? reader : null;
  };
}

/** A session that is refused for calls opens no link either. Other errors of the provider are thrown. */
async function isKnownToProvider(checkProvider: (sessionHash: Buffer) => Promise<void>, session: string): Promise<boolean> {
  return checkProvider(Buffer.from(session, 'base64url')).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
}

async function maySee(db: Database, reader: LinkReader, { evidence = [], application }: Shown): Promise<boolean> {
  if (application !== undefined && !(await maySeeApplication(db, reader, application))) return false;
  return evidence.length === 0 || (await viewableOf(db, reader, evidence)).size === evidence.length;
}
