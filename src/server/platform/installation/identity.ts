import type { Database } from '../db/database.ts';

/** Identifies this installation. Created with its database, and preserved by backup and restore. Null in older databases. */
export async function installationId(db: Database): Promise<string | null> {
  const found = await db.selectFrom('installation_identity').select('id').executeTakeFirst();
  return found?.id ?? null;
}
