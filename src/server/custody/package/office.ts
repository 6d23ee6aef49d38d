import { chooseOffice } from '../../../domain/evidence/office-choice.ts';
import type { Config } from '../../runtime/config.ts';
import type { Database, Tx } from '../../db/database.ts';
import { recordTrail, type Actor } from '../../trail/trail.ts';
import { makeOfficeCertificate, type OfficeIdentity } from '../cms/office-certificate.ts';
import { officePassphrase, readSealed, sealIdentity, unsealIdentity, type SealedIdentity } from './office-keys.ts';
import { listCertificate, lockListing, readListed, type ListedCertificate, type OfficeOrigin } from '../log/office-listing.ts';

type OfficeConfig = Pick<Config, 'office'>;
export interface Office extends OfficeIdentity {
  readonly listed: ListedCertificate;
}

/**
 * The key and certificate that sign certificates and packages now, shared by all servers on one database; made at first use, and where all
 * have ended.
 * The log names each of them, and none signs before that but an office's first.
 * @throws StartupError when OFFICE_KEY_PASSWORD does not open the key.
 */
export async function openOffice(db: Database, config: OfficeConfig, now: Date = new Date()): Promise<Office> {
  const passphrase = await officePassphrase(db, config.office);
  const chosen = (await chooseKept(db, now)) ?? (await makeIdentity(db, config, now, (kept) => chooseOffice(kept, now) === null));
  if (!chosen) throw new Error('the office has no certificate that is valid');
  return { ...unsealIdentity(chosen.sealed, passphrase), listed: chosen };
}

/** The certificate that signs now, for who only looks; null before the office's first start, and where all have ended. */
export async function currentOffice(db: Database, now: Date = new Date()): Promise<ListedCertificate | null> {
  return chooseKept(db, now);
}

/**
 * Makes the office another certificate of its own where `isNeeded` still says so under the lock, names it in the log and on the trail, and
 * gives the one to sign with then.
 */
export async function makeIdentity(
  db: Database,
  config: OfficeConfig,
  now: Date,
  isNeeded: (kept: readonly ListedCertificate[]) => boolean,
): Promise<KeptOffice | null> {
  const passphrase = await officePassphrase(db, config.office);
  // Outside the transaction: a key takes a moment to be found.
  const made = await makeOfficeCertificate({ commonName: config.office.name, now });
  return db.transaction().execute(async (tx) => {
    await lockListing(tx);
    // An office that is older than the list has a key that stands in none.
    const sealed = await readSealed(tx);
    const listed = new Set((await readListed(tx)).map(({ sha256 }) => sha256));
    for (const { sha256, certificatePem } of sealed) if (!listed.has(sha256)) await listCertificate(tx, certificatePem, 'made');
    if (isNeeded(await readKept(tx))) await keepIdentity(tx, made, { passphrase, origin: 'made', actor: theOffice });
    return chooseOffice(await readKept(tx), now);
  });
}

interface Keeping {
  readonly passphrase: string;
  readonly origin: OfficeOrigin;
  readonly actor: Actor;
}

/** Seals the key, hands the certificate to the log, and puts that on the trail. The caller holds `lockListing`. */
export async function keepIdentity(tx: Tx, identity: OfficeIdentity, { passphrase, origin, actor }: Keeping): Promise<ListedCertificate> {
  await sealIdentity(tx, identity, passphrase, (await readSealed(tx)).length === 0);
  const listed = await listCertificate(tx, identity.certificatePem, origin);
  const after = { fingerprint: listed.sha256, validUntil: listed.notAfter.toISOString() };
  await recordTrail(tx, actor, {
    action: origin === 'made' ? '生成机构证书' : '导入机构证书',
    object: `certificate/${listed.sha256.slice(0, 16)}`,
    after,
  });
  return listed;
}

export interface KeptOffice extends ListedCertificate {
  readonly sealed: SealedIdentity;
}

/** Certificates that the office has a key of, made known: what it could sign with. */
export async function readKept(db: Database | Tx): Promise<KeptOffice[]> {
  const [sealed, listed] = [await readSealed(db), await readListed(db)];
  const keys = new Map(sealed.map((identity) => [identity.sha256, identity]));
  return listed.flatMap((certificate) => {
    const own = keys.get(certificate.sha256);
    return own ? [{ ...certificate, sealed: own }] : [];
  });
}

async function chooseKept(db: Database, now: Date): Promise<KeptOffice | null> {
  return chooseOffice(await readKept(db), now);
}

const theOffice: Actor = { kind: 'system', id: '0', name: '系统', ip: '' };
