import type { Database } from '../../db/database.ts';

/**
 * Whether the scrub found that a stored object is gone, or is not what was stored: nobody is to have it. One look-up by the primary key.
 */
export async function isFaultyObject(db: Database, sha256: string): Promise<boolean> {
  const known = await db.selectFrom('stored_object').select('state').where('sha256', '=', sha256).executeTakeFirst();
  return known?.state === 'damaged' || known?.state === 'missing';
}
