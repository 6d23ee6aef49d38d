import type { Insertable } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';

// What writes captchas.
//
// Order of locks: none by itself. Each change is one statement in a transaction of its own.

export async function insertCaptcha(db: Database, captcha: Insertable<Tables['captcha']>): Promise<void> {
  await db.insertInto('captcha').values(captcha).execute();
}

/** Uses a captcha up, whatever its answer: of two attempts one gets it. */
export function takeCaptcha(db: Database, tokenHash: Buffer) {
  return db.deleteFrom('captcha').where('token_hash', '=', tokenHash).returning(['answer', 'created_at']).executeTakeFirst();
}

export async function deleteCaptchas(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('captcha').where('created_at', '<', before).execute();
}
