import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { officePassphrase } from '../../../custody/identity/sealed-keys.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Config } from '../../../platform/runtime/config.ts';
import { seal, unseal } from '../../../platform/runtime/seal.ts';

/** Encrypts webhook keys and secrets. A value opens only under the name that it was sealed under. */
export interface Vault {
  seal(secret: Uint8Array, name: string): Buffer;
  /** @throws Error if it was sealed with another key or under another name. */
  open(sealed: Uint8Array, name: string): Buffer;
}

/** Opens the vault with the passphrase that protects the office's own key: OFFICE_KEY_PASSWORD, or a secret in the same database. */
export async function openVault(db: Database, office: Config['office']): Promise<Vault> {
  return vaultUnder(await officePassphrase(db, office));
}

/** The vault of this passphrase; it is not checked against stored values. */
export async function vaultUnder(passphrase: string): Promise<Vault> {
  const key = await derive(passphrase, 'notary webhooks', 32);
  return {
    seal: (secret, name) => seal(key, secret, name),
    open: (sealed, name) => unseal(key, sealed, name),
  };
}

const derive = promisify(scrypt) as (password: string, salt: string, bytes: number) => Promise<Buffer>;

/** Opens the vault on first use and keeps it open. A failure is retried at the next use. */
export function lazyVault(db: Database, office: Config['office']): () => Promise<Vault> {
  let opening: Promise<Vault> | undefined;
  return () => {
    opening ??= openVault(db, office).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
}
