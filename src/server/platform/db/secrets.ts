import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/** Reads a secret of 32 bytes that all servers on one database share, and creates it at the first start. */
export async function readSecret(db: Database, name: string): Promise<Buffer> {
  await db
    .insertInto('secret')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return row.value;
}

/** As `readSecret`, but read-only: null if no server has created the secret yet. */
export async function findSecret(db: Database, name: string): Promise<Buffer | null> {
  const row = await db.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}
