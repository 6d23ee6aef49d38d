import { chooseOffice } from '../../../domain/proof/evidence/office-choice.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { theOffice as ownTurn } from '../../platform/runtime/in-turn.ts';
import { signInThread } from '../drawing/drawing-pool.ts';
import type { PdfSigning } from '../drawing/pdf-sign.ts';
import { signAsOffice, type SignedPdf } from '../drawing/sign-as-office.ts';
import { makeOfficeCertificate, type OfficeIdentity } from '../cms/office-certificate.ts';
import { lockListing, publishCertificate, readListed, type ListedCertificate, type OfficeOrigin } from '../log/published-certificates.ts';
import type { TimestampAuthority } from '../timestamps/timestamp.ts';
import type { Sm2Signer } from '../guomi/signer-port.ts';
import { officePassphrase, readSealed, sealIdentity, unsealIdentity, type SealedIdentity } from './sealed-keys.ts';

type OfficeConfig = Pick<Config, 'office'>;

/** Signs with the office's current certificate. The private key is not exposed. */
export interface SigningIdentity {
  readonly listed: ListedCertificate;
  /** X.509 PEM: the office's own certificate first, then any issuers up to the root. */
  readonly certificatePem: string;
  /** Returns a detached CMS signature over the content with this SHA-256. */
  signDigest(sha256: Uint8Array): Promise<Buffer>;
  /** Like `signAsOffice`; with a timestamp of the signer's authority unless `isStamped` is false. */
  signDocument(
    pdf: Buffer,
    signing: Omit<PdfSigning, 'office' | 'timestamp' | 'turn'>,
    asked?: { readonly isStamped: boolean },
  ): Promise<SignedPdf>;
}

/** Signs for the office. Open the identity once for each thing to sign, and pass it on. */
export interface OfficeSigner {
  /** Timestamps the signatures of documents; null if none is configured. */
  readonly authority: TimestampAuthority | null;
  /** Signs the second track; absent without one. */
  readonly sm2?: Sm2Signer | null;
  /** See `openSigningIdentity`. @param turn the user for whom it signs */
  openIdentity(turn: string): Promise<SigningIdentity>;
}

export interface SignerDeps {
  readonly db: Database;
  readonly config: OfficeConfig;
  readonly authority: TimestampAuthority | null;
  readonly sm2?: Sm2Signer | null;
}

export function officeSigner({ db, config, authority, sm2 = null }: SignerDeps): OfficeSigner {
  return { authority, sm2, openIdentity: (turn) => openSigningIdentity(db, config, { authority, turn }) };
}

interface OpeningState {
  readonly now?: Date;
  readonly authority?: TimestampAuthority | null;
  /** Whose turn of the drawing threads the signatures take; the office's own by default. */
  readonly turn?: string;
}

/** A published certificate whose key the office has, so that it could sign with it. */
export interface StoredIdentity extends ListedCertificate {
  readonly sealed: SealedIdentity;
}

/**
 * Opens the key and certificate that sign certificates and packages now, which all servers on one database share. Creates one at first use,
 * and if all have ended.
 * The log names each certificate before it signs; the only exception is an office's first.
 * @throws StartupError if OFFICE_KEY_PASSWORD does not open the key.
 */
export async function openSigningIdentity(
  db: Database,
  config: OfficeConfig,
  { now = new Date(), authority = null, turn = ownTurn }: OpeningState = {},
): Promise<SigningIdentity> {
  const passphrase = await officePassphrase(db, config.office);
  const chosen = (await chooseIdentity(db, now)) ?? (await makeIdentity(db, config, now, (stored) => chooseOffice(stored, now) === null));
  if (!chosen) throw new Error('the office has no certificate that is valid');
  const office = unsealIdentity(chosen.sealed, passphrase);
  return {
    listed: chosen,
    certificatePem: office.certificatePem,
    signDigest: (sha256) => signInThread(turn, sha256, office),
    signDocument: (pdf, signing, asked) => signAsOffice(pdf, { ...signing, office, turn }, asked?.isStamped === false ? null : authority),
  };
}

/** The certificate that signs now, without creating one. Null before the office's first start, and if all have ended. */
export async function currentCertificate(db: Database, now: Date = new Date()): Promise<ListedCertificate | null> {
  return chooseIdentity(db, now);
}

/**
 * Makes the office a new certificate of its own if `isNeeded` still holds under the lock, and records it in the log and on the trail.
 * @returns the identity to sign with afterwards.
 */
export async function makeIdentity(
  db: Database,
  config: OfficeConfig,
  now: Date,
  isNeeded: (stored: readonly ListedCertificate[]) => boolean,
): Promise<StoredIdentity | null> {
  const passphrase = await officePassphrase(db, config.office);
  // Outside the transaction, because generating a key takes a moment.
  const made = await makeOfficeCertificate({ commonName: config.office.name, now });
  return db.transaction().execute(async (tx) => {
    await lockListing(tx);
    const [sealed, listed] = [await readSealed(tx), await readListed(tx)];
    // A key that is older than the list of certificates is added to the list now.
    const isListed = new Set(listed.map(({ sha256 }) => sha256));
    for (const { sha256, certificatePem } of sealed)
      if (!isListed.has(sha256)) listed.push(await publishCertificate(tx, certificatePem, 'made'));
    const stored = withKeys(listed, sealed);
    if (isNeeded(stored)) stored.push(await storeIdentity(tx, made, { passphrase, origin: 'made', actor: theOffice }));
    return chooseOffice(stored, now);
  });
}

interface Storing {
  readonly passphrase: string;
  readonly origin: OfficeOrigin;
  readonly actor: Actor;
}

/** Seals the key, publishes the certificate in the log and records that on the trail. The caller must hold `lockListing`. */
export async function storeIdentity(tx: Tx, identity: OfficeIdentity, { passphrase, origin, actor }: Storing): Promise<StoredIdentity> {
  const sealed = await sealIdentity(tx, identity, passphrase);
  const listed = await publishCertificate(tx, identity.certificatePem, origin);
  const after = { fingerprint: listed.sha256, validUntil: listed.notAfter.toISOString() };
  await recordTrail(tx, actor, {
    action: origin === 'made' ? '生成机构证书' : '导入机构证书',
    object: `certificate/${listed.sha256.slice(0, 16)}`,
    after,
  });
  return { ...listed, sealed };
}

export async function readIdentities(db: Database | Tx): Promise<StoredIdentity[]> {
  const [sealed, listed] = [await readSealed(db), await readListed(db)];
  return withKeys(listed, sealed);
}

function withKeys(listed: readonly ListedCertificate[], sealed: readonly SealedIdentity[]): StoredIdentity[] {
  const keys = new Map(sealed.map((identity) => [identity.sha256, identity]));
  return listed.flatMap((certificate) => {
    const own = keys.get(certificate.sha256);
    return own ? [{ ...certificate, sealed: own }] : [];
  });
}

async function chooseIdentity(db: Database, now: Date): Promise<StoredIdentity | null> {
  return chooseOffice(await readIdentities(db), now);
}

const theOffice: Actor = { kind: 'system', id: '0', name: '系统', ip: '' };
