import type { Insertable } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

// Queries that create and revoke share addresses.
//
// Order of locks: the address only. A unique index allows one open address per evidence: a second insert waits for the first.

/** Creates an address for an evidence, unless it has an open one. */
export async function offerAddress(db: Database | Tx, address: Insertable<Tables['share_address']>): Promise<void> {
  await db
    .insertInto('share_address')
    .values(address)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @throws the database's own error if the evidence has an open address. */
export async function insertAddress(tx: Tx, address: Insertable<Tables['share_address']>): Promise<void> {
  await tx.insertInto('share_address').values(address).execute();
}

/** @returns false if the evidence has no open address. */
export async function revokeAddress(tx: Tx, number: string): Promise<boolean> {
  const revoked = await tx
    .updateTable('share_address')
    .set({ revoked_at: new Date() })
    .where('number', '=', number)
    .where('revoked_at', 'is', null)
    .returning('number')
    .executeTakeFirst();
  return revoked !== undefined;
}
