import { createPrivateKey } from 'node:crypto';
import type { Config } from '../../platform/runtime/config.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { readSecret } from '../../platform/db/secrets.ts';
import { StartupError } from '../../platform/runtime/startup-error.ts';
import { fingerprintOf } from '../../../domain/proof/cms/certificate-fingerprint.ts';
import type { OfficeIdentity } from '../cms/office-certificate.ts';

/**
 * A key and its certificate as the table `secret` holds them: in one row, so that they match whichever server wrote it. The key is
 * encrypted PKCS#8.
 */
export interface SealedIdentity {
  readonly sha256: string;
  readonly sealedKeyPem: string;
  readonly certificatePem: string;
}

/** The passphrase of the office's keys: OFFICE_KEY_PASSWORD, or else a secret of the same database. */
export async function officePassphrase(db: Database, { keyPassword }: Config['office']): Promise<string> {
  return keyPassword ?? (await readSecret(db, 'office-key-wrap')).toString('hex');
}

/** The certificates that the office has a key for. */
export async function readSealed(db: Database | Tx): Promise<SealedIdentity[]> {
  const rows = await db
    .selectFrom('secret')
    .select('value')
    .where((where) => where.or([where('name', '=', firstName), where('name', 'like', `${firstName}/%`)]))
    .execute();
  return rows.map(({ value }) => {
    const [, sealedKeyPem = '', certificatePem = ''] =
      /^(-----BEGIN ENCRYPTED PRIVATE KEY-----[\s\S]+?-----END ENCRYPTED PRIVATE KEY-----\n)([\s\S]+)$/.exec(value.toString()) ?? [];
    return { sha256: fingerprintOf(certificatePem) ?? '', sealedKeyPem, certificatePem };
  });
}

/** The caller must hold `lockListing`. */
export async function sealIdentity(tx: Tx, { keyPem, certificatePem }: OfficeIdentity, passphrase: string): Promise<SealedIdentity> {
  const sealedKeyPem = createPrivateKey(keyPem).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }).toString();
  const sha256 = fingerprintOf(certificatePem) ?? '';
  const isFirst = (await readSealed(tx)).length === 0;
  await tx
    .insertInto('secret')
    .values({ name: isFirst ? firstName : `${firstName}/${sha256}`, value: Buffer.from(`${sealedKeyPem}${certificatePem}`) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { sha256, sealedKeyPem, certificatePem };
}

/** @throws StartupError if the passphrase does not open the key. */
export function unsealIdentity({ sealedKeyPem, certificatePem }: SealedIdentity, passphrase: string): OfficeIdentity {
  // Opening a key blocks the main thread for 2 ms, so the last opened key is cached.
  if (opened?.sealedKeyPem !== sealedKeyPem || opened.passphrase !== passphrase)
    opened = { sealedKeyPem, passphrase, keyPem: unseal(sealedKeyPem, passphrase) };
  return { keyPem: opened.keyPem, certificatePem };
}

let opened: { readonly sealedKeyPem: string; readonly passphrase: string; readonly keyPem: string } | undefined;

function unseal(sealedKeyPem: string, passphrase: string): string {
  try {
    return createPrivateKey({ key: sealedKeyPem, passphrase }).export({ type: 'pkcs8', format: 'pem' }).toString();
  } catch {
    throw new StartupError(
      'OFFICE_KEY_PASSWORD does not open the office key. ' +
        'Give the password that it was made with, or leave it unset if it was made without.',
    );
  }
}

/** The first identity of an office has this name alone; later ones append their fingerprint. */
const firstName = 'office-identity';
