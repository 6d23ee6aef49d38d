import { sql, type Insertable } from 'kysely';
import type { AppPlatform, IosReview } from '../../domain/codes/releases.ts';
import type { Tx } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

// What locks or changes versions of apps.
//
// Order of locks: the platform, by an advisory lock over its name; the upload that the version uses up (`upload-store`). The review of a
// version locks that version alone.

/** Additions to a platform go through one after the other. */
export async function lockPlatform(tx: Tx, platform: AppPlatform): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`app_version ${platform}`}, 0))`.execute(tx);
}

export async function insertVersion(tx: Tx, version: Insertable<Tables['app_version']>): Promise<string> {
  const { id } = await tx.insertInto('app_version').values(version).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** @returns false where the version does not stand at `from`. */
export async function changeReview(tx: Tx, id: string, from: IosReview, to: IosReview): Promise<boolean> {
  const changed = await tx
    .updateTable('app_version')
    .set({ review: to })
    .where('id', '=', id)
    .where('review', '=', from)
    .returning('version')
    .executeTakeFirst();
  return changed !== undefined;
}
