import type { Database } from '../../platform/db/database.ts';

/** Whether the scrub found that a stored object is missing or damaged, so that it must not be delivered. One look-up by primary key. */
export async function isFaultyObject(db: Database, sha256: string): Promise<boolean> {
  const known = await db.selectFrom('stored_object').select('state').where('sha256', '=', sha256).executeTakeFirst();
  return known?.state === 'damaged' || known?.state === 'missing';
}
