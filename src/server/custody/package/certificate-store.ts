import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** One issue of a certificate. A later one replaces it if the store lost it, or if an authority can now timestamp it. */
export type Edition = Pick<Selectable<Tables['certificate']>, 'sha256' | 'edition' | 'level' | 'issued_at'>;

/** The latest edition of a certificate with this content. */
export async function findEdition(db: Database, evidenceId: string, contentSha256: string): Promise<Edition | undefined> {
  return db
    .selectFrom('certificate')
    .select(['sha256', 'edition', 'level', 'issued_at'])
    .where('evidence_id', '=', evidenceId)
    .where('content_sha256', '=', contentSha256)
    .orderBy('edition', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** @returns false if another call inserted this edition first. */
export async function insertEdition(db: Database, edition: Insertable<Tables['certificate']>): Promise<boolean> {
  const inserted = await db
    .insertInto('certificate')
    .values(edition)
    .onConflict((conflict) => conflict.doNothing())
    .returning('edition')
    .executeTakeFirst();
  return inserted !== undefined;
}
