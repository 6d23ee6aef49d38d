import { createPrivateKey } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { readSecret } from '../../secrets.ts';
import { StartupError } from '../../startup-error.ts';
import { makeOfficeCertificate, type OfficeIdentity } from '../office-certificate.ts';
import { listCertificate, type ListedCertificate } from './office-listing.ts';

/**
 * The key and certificate that sign certificates and packages, made at first use and shared by all servers on one database. The key is kept as encrypted
 * PKCS#8. Both stand in one row: whichever server wrote first, key and certificate belong together. The log names the certificate.
 * @throws StartupError when OFFICE_KEY_PASSWORD does not open the key.
 */
export async function openOffice(db: Database, { office: { name, keyPassword } }: Pick<Config, 'office'>): Promise<OfficeIdentity & { readonly listed: ListedCertificate }> {
  const passphrase = keyPassword ?? (await readSecret(db, 'office-key-wrap')).toString('hex');
  const kept = (await readKept(db)) ?? (await keepNew(db, name, passphrase));
  const [, keyPem = '', certificatePem = ''] = /^(-----BEGIN ENCRYPTED PRIVATE KEY-----[\s\S]+?-----END ENCRYPTED PRIVATE KEY-----\n)([\s\S]+)$/.exec(kept) ?? [];
  return { keyPem: decrypted(keyPem, passphrase), certificatePem, listed: await listCertificate(db, certificatePem) };
}

async function readKept(db: Database): Promise<string | undefined> {
  const row = await db.selectFrom('secret').select('value').where('name', '=', 'office-identity').executeTakeFirst();
  return row?.value.toString();
}

async function keepNew(db: Database, commonName: string, passphrase: string): Promise<string> {
  const made = await makeOfficeCertificate({ commonName, now: new Date() });
  const keyPem = createPrivateKey(made.keyPem).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase });
  const value = Buffer.from(`${keyPem.toString()}${made.certificatePem}`);
  await db.insertInto('secret').values({ name: 'office-identity', value }).onConflict((conflict) => conflict.doNothing()).execute();
  return (await readKept(db)) ?? '';
}

/** Opening a key takes 2 ms of the main thread; of many downloads at once only the first opens it. */
function decrypted(pem: string, passphrase: string): string {
  if (opened?.pem !== pem || opened.passphrase !== passphrase) opened = { pem, passphrase, key: decrypt(pem, passphrase) };
  return opened.key;
}

let opened: { readonly pem: string; readonly passphrase: string; readonly key: string } | undefined;

function decrypt(pem: string, passphrase: string): string {
  try {
    return createPrivateKey({ key: pem, passphrase }).export({ type: 'pkcs8', format: 'pem' }).toString();
  } catch {
    throw new StartupError('OFFICE_KEY_PASSWORD does not open the office key. Give the password that it was made with, or leave it unset if it was made without.');
  }
}
