import { sql, type Insertable } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';

// Queries that write captchas.
//
// Order of locks: none. Each change is one statement in its own transaction.

export async function insertCaptcha(db: Database, captcha: Omit<Insertable<Tables['captcha']>, 'created_at'>): Promise<void> {
  await db
    .insertInto('captcha')
    .values({ ...captcha, created_at: sql<Date>`clock_timestamp()` })
    .execute();
}

/** Deletes a captcha and returns it: of two concurrent attempts only one gets it. Its age is measured by the database's clock. */
export function takeCaptcha(db: Database, tokenHash: Buffer) {
  const age = sql<number>`extract(epoch from clock_timestamp() - created_at)::float8`;
  return db
    .deleteFrom('captcha')
    .where('token_hash', '=', tokenHash)
    .returning(['answer', age.as('ageSeconds')])
    .executeTakeFirst();
}

export async function deleteCaptchas(db: Database, olderThanSeconds: number): Promise<void> {
  await db
    .deleteFrom('captcha')
    .where('created_at', '<', sql<Date>`clock_timestamp() - make_interval(secs => ${olderThanSeconds})`)
    .execute();
}
