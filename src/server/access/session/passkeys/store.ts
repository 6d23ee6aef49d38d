import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/db/database.ts';

// Queries that lock or change passkeys.
//
// Order of locks: the account, when a passkey is added or removed; then the passkey.

/** The stored fields of a new passkey. */
export interface NewPasskey {
  readonly accountId: string;
  readonly name: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly rpId: string;
}

/** An account's passkeys, oldest first. */
export function listPasskeys(db: Database | Tx, accountId: string) {
  return db
    .selectFrom('account_passkey')
    .select(['id', 'name', 'credential_id', 'transports', 'rp_id', 'created_at', 'last_used_at', 'blocked_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}
export type Passkey = Awaited<ReturnType<typeof listPasskeys>>[number];

/** Locks the account's row, so that concurrent requests cannot exceed the limit or remove the last passkey twice. */
export async function lockOwner(tx: Tx, accountId: string): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** @returns false if the credential is already stored, for this account or another. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const inserted = await tx
    .insertInto('account_passkey')
    .values({
      account_id: passkey.accountId,
      name: passkey.name,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: String(passkey.signCount),
      transports: [...passkey.transports],
      rp_id: passkey.rpId,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export function findPasskey(db: Database, accountId: string, credentialId: Buffer) {
  return db
    .selectFrom('account_passkey')
    .select(['id', 'name', 'public_key', 'transports', 'rp_id', 'blocked_at'])
    .where('account_id', '=', accountId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/**
 * Records a signature. @returns false if the counter has not increased, which means that the key was copied, or if the passkey is blocked.
 * Authenticators without a counter always send 0.
 */
export async function noteUse(tx: Tx, id: string, signCount: number): Promise<boolean> {
  const used = await tx
    .updateTable('account_passkey')
    .set({ sign_count: String(signCount), last_used_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('blocked_at', 'is', null)
    .where((is) => is.or([is('sign_count', '<', String(signCount)), is.and([is('sign_count', '=', '0'), is.lit(signCount === 0)])]))
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

export async function blockPasskey(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('account_passkey').set({ blocked_at: sql<Date>`clock_timestamp()` }).where('id', '=', id).execute();
}

/** @returns its name; undefined if the account has no passkey of this id. */
export async function removePasskey(tx: Tx, accountId: string, id: string): Promise<string | undefined> {
  const removed = await tx
    .deleteFrom('account_passkey')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return removed?.name;
}

/** @returns the names of the removed passkeys. */
export async function removePasskeys(tx: Tx, accountId: string): Promise<string[]> {
  const removed = await tx.deleteFrom('account_passkey').where('account_id', '=', accountId).returning('name').execute();
  return removed.map(({ name }) => name);
}
