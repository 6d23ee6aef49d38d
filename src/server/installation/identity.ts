import type { Database } from '../db/database.ts';

/** Tells this installation from every other: made with its database, and kept by whatever is restored from it. Null in older databases. */
export async function installationId(db: Database): Promise<string | null> {
  const found = await db.selectFrom('installation_identity').select('id').executeTakeFirst();
  return found?.id ?? null;
}
