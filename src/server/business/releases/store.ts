import { sql, type Insertable } from 'kysely';
import type { AppPlatform, IosReview } from '../../../domain/business/codes/releases.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

// Queries that lock or change versions of apps.
//
// Order of locks: the platform, by an advisory lock over its name; the upload that the version uses (`upload-store`). The review of a
// version locks only that version.

/** Makes additions to a platform run one after another. */
export async function lockPlatform(tx: Tx, platform: AppPlatform): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`app_version ${platform}`}, 0))`.execute(tx);
}

export async function insertVersion(tx: Tx, version: Insertable<Tables['app_version']>): Promise<string> {
  const { id } = await tx.insertInto('app_version').values(version).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** @returns false if the version is not in state `from`. */
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
