import { createPrivateKey } from 'node:crypto';
import type { Tx } from '../../platform/db/database.ts';
import { StartupError } from '../../platform/runtime/startup-error.ts';
import { lockListing } from '../log/published-certificates.ts';

/**
 * Re-encrypts every private key of the office from the passphrase `from` to `to`. The keys themselves do not change, so the log and all
 * signatures stay valid.
 * @returns the number of keys. @throws StartupError if `from` does not open one of them.
 */
export async function resealKeys(tx: Tx, from: string, to: string): Promise<number> {
  await lockListing(tx);
  const rows = await tx.selectFrom('secret').select(['name', 'value']).forUpdate().execute();
  const keys = rows.flatMap(({ name, value }) => {
    const [, sealed, rest] = encryptedKey.exec(value.toString()) ?? [];
    return sealed === undefined ? [] : [{ name, sealed, rest: rest ?? '' }];
  });
  for (const { name, sealed, rest } of keys) {
    const value = Buffer.from(reseal(sealed, from, to) + rest);
    await tx.updateTable('secret').set({ value }).where('name', '=', name).execute();
  }
  return keys.length;
}

const encryptedKey = /^(-----BEGIN ENCRYPTED PRIVATE KEY-----[\s\S]+?-----END ENCRYPTED PRIVATE KEY-----\n)([\s\S]*)$/;

function reseal(pem: string, from: string, to: string): string {
  try {
    const key = createPrivateKey({ key: pem, passphrase: from });
    return key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: to }).toString();
  } catch {
    throw new StartupError('OFFICE_KEY_PASSWORD does not open the office key. Give the one that it is kept under now, or none.');
  }
}
