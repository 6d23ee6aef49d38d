import type { Database } from '../../src/server/db/database.ts';

/** Takes the tests' own operators away: the demo is for a database without any. */
export async function roomForDemo(db: Database): Promise<void> {
  await db.deleteFrom('account').execute();
  await db.deleteFrom('role').where('id', '!=', '1').execute();
}
