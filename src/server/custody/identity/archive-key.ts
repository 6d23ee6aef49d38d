import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { encodeArchiveKeyEntry } from '../../../domain/proof/evidence/office-entry.ts';
import { archiveKeyId, type ArchiveKey } from '../../../domain/proof/web-archive/archive-digest.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { StartupError } from '../../platform/runtime/startup-error.ts';
import { appendEntry } from '../log/append.ts';
import { lockListing } from '../log/published-certificates.ts';
import { officePassphrase } from './sealed-keys.ts';

/** Signs web archives. The private key is not exposed. */
export interface ArchiveSigner extends ArchiveKey {
  /** Fingerprint of the key as the log records it, lower-case hex. */
  readonly sha256: string;
}

/** A published key of web archives. */
export interface ListedArchiveKey {
  readonly sha256: string;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Buffer;
  /** Id of its log entry, as `appendEntry` returned it. */
  readonly logEntry: string;
  readonly listedAt: Date;
}

/**
 * Opens the key that signs web archives, which all servers and workers on one database share; creates it at first use. The key's log entry
 * precedes the manifest of the first evidence that it signs for. The key is stored like the office's other keys.
 * @throws StartupError if OFFICE_KEY_PASSWORD does not open the key.
 */
export async function openArchiveSigner(db: Database, config: Pick<Config, 'office'>): Promise<ArchiveSigner> {
  const passphrase = await officePassphrase(db, config.office);
  const listed = (await readArchiveKeys(db)).at(-1) ?? (await makeArchiveKey(db, passphrase));
  const { value } = await db.selectFrom('secret').select('value').where('name', '=', secretName(listed.sha256)).executeTakeFirstOrThrow();
  const key = unseal(value, passphrase);
  return { sha256: listed.sha256, publicKey: listed.publicKey, sign: (text) => sign('sha256', text, { key, dsaEncoding: 'ieee-p1363' }) };
}

/** All keys that were ever published, oldest first. */
export async function readArchiveKeys(db: Database | Tx): Promise<ListedArchiveKey[]> {
  return db
    .selectFrom('archive_key')
    .select(['sha256', 'public_key as publicKey', 'log_entry as logEntry', 'listed_at as listedAt'])
    .orderBy('listed_at')
    .orderBy('sha256')
    .execute();
}

/** Of two concurrent calls, the second returns the first one's key. */
async function makeArchiveKey(db: Database, passphrase: string): Promise<ListedArchiveKey> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const sha256 = archiveKeyId(publicKey);
  const sealed = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase });
  return db.transaction().execute(async (tx) => {
    await lockListing(tx);
    const known = (await readArchiveKeys(tx)).at(-1);
    if (known) return known;
    await tx
      .insertInto('secret')
      .values({ name: secretName(sha256), value: Buffer.from(sealed) })
      .execute();
    const logEntry = await appendEntry(tx, encodeArchiveKeyEntry(sha256));
    const { listedAt } = await tx
      .insertInto('archive_key')
      .values({ sha256, public_key: publicKey, log_entry: logEntry })
      .returning('listed_at as listedAt')
      .executeTakeFirstOrThrow();
    await recordTrail(tx, theOffice, {
      action: '生成网页存档密钥',
      object: `key/${sha256.slice(0, 16)}`,
      after: { fingerprint: sha256 },
    });
    return { sha256, publicKey, logEntry, listedAt };
  });
}

function unseal(sealed: Buffer, passphrase: string): KeyObject {
  try {
    return createPrivateKey({ key: sealed, format: 'pem', passphrase });
  } catch {
    throw new StartupError('OFFICE_KEY_PASSWORD does not open the key that signs web archives. Give the password that it was made with.');
  }
}

const theOffice: Actor = { kind: 'system', id: '0', name: '系统', ip: '' };

function secretName(sha256: string): string {
  return `archive-key/${sha256}`;
}
