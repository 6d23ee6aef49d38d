import type { KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { locks } from '../../../platform/db/locks.ts';
import { secretName } from './secret-name.ts';
import { newSigningKey, openSigningKey } from './signature.ts';
import type { Vault } from './vault.ts';

// Queries that write the office's webhook keys.
//
// Order of locks: the advisory lock for making keys, then the keys.

/** A public key of the office, as `GET /webhook-key` returns it. */
export interface PublishedKey {
  readonly publicKey: Buffer;
  readonly since: Date;
}

/** The keys that sign now, the current one first. The first key is made on first use. */
export async function listKeys(db: Database, vault: Vault): Promise<(PublishedKey & { readonly privateKey: KeyObject })[]> {
  const rows = await readLive(db);
  const live = rows.length > 0 ? rows : await makeFirst(db, vault);
  return live.map(({ public_key, sealed, since }) => ({
    publicKey: public_key,
    since,
    privateKey: openSigningKey(vault.open(sealed, nameOf(public_key))),
  }));
}

/** Makes a new key. The previous one signs too for a day. @returns the new public key. */
export async function rotateKey(db: Database, vault: Vault): Promise<Buffer> {
  return db.transaction().execute(async (tx) => {
    await lockKeys(tx);
    // At most one previous key signs beside the current one; an older one is deleted.
    await tx.deleteFrom('webhook_key').where('until', 'is not', null).execute();
    await tx.updateTable('webhook_key').set({ until: sql<Date>`clock_timestamp() + interval '24 hours'` }).execute();
    return insertKey(tx, vault);
  });
}

async function makeFirst(db: Database, vault: Vault) {
  return db.transaction().execute(async (tx) => {
    await lockKeys(tx);
    if ((await readLive(tx)).length === 0) await insertKey(tx, vault);
    return readLive(tx);
  });
}

/** Re-encrypts webhook keys and endpoint secrets from vault `from` to vault `to`. @returns how many there are. */
export async function resealVault(tx: Tx, from: Vault, to: Vault): Promise<number> {
  await lockKeys(tx);
  const again = (sealed: Uint8Array, name: string): Buffer => to.seal(from.open(sealed, name), name);
  const keys = await tx.selectFrom('webhook_key').select(['id', 'public_key', 'sealed']).forUpdate().execute();
  for (const { id, public_key, sealed } of keys)
    await tx
      .updateTable('webhook_key')
      .set({ sealed: again(sealed, nameOf(public_key)) })
      .where('id', '=', id)
      .execute();
  const secrets = await tx.selectFrom('webhook_secret').select(['id', 'webhook_id', 'sealed']).forUpdate().execute();
  for (const { id, webhook_id, sealed } of secrets)
    await tx
      .updateTable('webhook_secret')
      .set({ sealed: again(sealed, secretName(webhook_id)) })
      .where('id', '=', id)
      .execute();
  return keys.length + secrets.length;
}

async function lockKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.webhookKeys})`.execute(tx);
}

async function insertKey(tx: Tx, vault: Vault): Promise<Buffer> {
  const { publicKey, privateKey } = newSigningKey();
  await tx
    .insertInto('webhook_key')
    .values({ public_key: publicKey, sealed: vault.seal(privateKey, nameOf(publicKey)) })
    .execute();
  return publicKey;
}

function readLive(db: Database | Tx) {
  return db
    .selectFrom('webhook_key')
    .select(['public_key', 'sealed', 'since'])
    .where((where) => where.or([where('until', 'is', null), where('until', '>', sql<Date>`clock_timestamp()`)]))
    .orderBy('id', 'desc')
    .execute();
}

function nameOf(publicKey: Uint8Array): string {
  return `webhook-key/${Buffer.from(publicKey).toString('hex')}`;
}
