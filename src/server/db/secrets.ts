import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/** Reads a server-wide secret of 32 bytes, making it at the first start: all servers on one database share it. */
export async function readSecret(db: Database, name: string): Promise<Buffer> {
  await db
    .insertInto('secret')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return row.value;
}

/** As `readSecret`, for who only looks: null where no server has made it yet. */
export async function findSecret(db: Database, name: string): Promise<Buffer | null> {
  const row = await db.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}
