import { sql } from 'kysely';
import type { Database, Tx } from '../server/platform/db/database.ts';

/**
 * Whether a database has no account and no user, so that nobody has worked with it. Clients may have been created on the command line
 * before the first start.
 */
export async function isNewDatabase(db: Database | Tx): Promise<boolean> {
  const someone = await sql<{ found: boolean }>`select exists (select from account) or exists (select from users) as found`.execute(db);
  return someone.rows[0]?.found === false;
}
