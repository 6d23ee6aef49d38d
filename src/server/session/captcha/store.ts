import { sql, type Insertable } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';

// What writes captchas.
//
// Order of locks: none by itself. Each change is one statement in a transaction of its own.

export async function insertCaptcha(db: Database, captcha: Omit<Insertable<Tables['captcha']>, 'created_at'>): Promise<void> {
  await db
    .insertInto('captcha')
    .values({ ...captcha, created_at: sql<Date>`clock_timestamp()` })
    .execute();
}

/** Uses a captcha up, whatever its answer: of two attempts one gets it. Its age is by the clock that wrote it, the database's. */
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
