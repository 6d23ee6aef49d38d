import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { officePassphrase } from '../../custody/identity/sealed-keys.ts';
import type { Database } from '../../db/database.ts';
import type { Config } from '../../runtime/config.ts';
import { seal, unseal } from '../../session/secrets/seal.ts';

/** Seals what events are signed with. A value opens only under the name that it was sealed under. */
export interface Vault {
  seal(secret: Uint8Array, name: string): Buffer;
  /** @throws Error when it was sealed with another key or under another name. */
  open(sealed: Uint8Array, name: string): Buffer;
}

/**
 * Secrets of endpoints and the keys of webhooks are kept under what the office's own key is kept under: OFFICE_KEY_PASSWORD, or a secret of
 * the same database.
 */
export async function openVault(db: Database, office: Config['office']): Promise<Vault> {
  return vaultUnder(await officePassphrase(db, office));
}

/** The vault of this passphrase, whatever is in it. */
export async function vaultUnder(passphrase: string): Promise<Vault> {
  const key = await derive(passphrase, 'notary webhooks', 32);
  return {
    seal: (secret, name) => seal(key, secret, name),
    open: (sealed, name) => unseal(key, sealed, name),
  };
}

const derive = promisify(scrypt) as (password: string, salt: string, bytes: number) => Promise<Buffer>;

/** Opens the vault at its first use, and keeps it open; a failure is tried again. */
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
