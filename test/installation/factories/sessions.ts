import { sql } from 'kysely';
import type { Database } from '../../../src/server/platform/db/database.ts';
import type { Tokens } from '../../../src/server/access/session/token.ts';

/**
 * Creates a session in the state that a sign-in leaves, without rows in the login log and on the trail. Refuses whoever the sign-in would
 * refuse.
 * @returns its token.
 */
export async function insertSession(db: Database, tokens: Tokens, username: string): Promise<string> {
  const { token, hash } = tokens.issue();
  const { rows } = await sql`
    insert into session (token_hash, account_id, created_at, last_seen_at, ip, user_agent)
    select ${hash}, a.id, ${sql.val(new Date())}, ${sql.val(new Date())}, '127.0.0.1', 'lightMyRequest'
    from account a join role r on r.id = a.role_id
    where lower(a.username) = ${username} and a.status = 'enabled' and r.status = 'enabled'
      and not exists (select from account_totp t where t.account_id = a.id and t.confirmed_at is not null)
    returning id`.execute(db);
  if (rows.length !== 1) throw new Error(`${username} cannot sign in`);
  return token;
}
