// Order of locks: the listing of certificates (`lockListing`), then the log's queue.
import { chainFault, readSm2Chain, type Sm2Certificate } from '../../../domain/proof/guomi/sm2-certificate.ts';
import { encodeSm2Entry } from '../../../domain/proof/guomi/sm2-entry.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { fingerprintOf } from '../../../domain/proof/cms/certificate-fingerprint.ts';
import { appendEntry } from '../log/append.ts';
import { lockListing } from '../log/published-certificates.ts';

/** A published SM2 certificate of the office. */
export interface ListedSm2Certificate {
  /** SHA-256 of its DER, lower-case hex. */
  readonly sha256: string;
  readonly pem: string;
  /** The office's own certificate first, then its issuers. */
  readonly chain: readonly [Sm2Certificate, ...Sm2Certificate[]];
  /** Id of its log entry, as `appendEntry` returned it. */
  readonly logEntry: string;
  readonly isLogged: boolean;
  readonly listedAt: Date;
}

/** A certificate that the office cannot use. The message is in English, for the command line. */
export class Sm2CertificateFault extends Error {
  override readonly name = 'Sm2CertificateFault';
}

/** Reads a chain from PEM and checks that it may sign for the office. @throws Sm2CertificateFault. */
export function checkedSm2Chain(pem: string, now: Date): readonly [Sm2Certificate, ...Sm2Certificate[]] {
  const [own, ...others] = readSm2Chain(pem) ?? [];
  if (!own) throw new Sm2CertificateFault('the PEM holds no certificate of an SM2 key that is signed by SM3withSM2');
  const fault = chainFault([own, ...others]);
  if (fault !== null) throw new Sm2CertificateFault('the certificates are not in order: each must be signed by the next one');
  if (own.keyUsage?.digitalSignature === false) throw new Sm2CertificateFault('the certificate is not one to sign with');
  if (now < own.notBefore || now > own.notAfter)
    throw new Sm2CertificateFault(`the certificate is valid from ${own.notBefore.toISOString()} to ${own.notAfter.toISOString()}`);
  return [own, ...others];
}

/** Records the certificate in the log and on the trail, once. @returns its fingerprint. @throws Sm2CertificateFault */
export async function listSm2Certificate(db: Database, pem: string, actor: Actor): Promise<string> {
  const sha256 = fingerprintOf(pem);
  if (sha256 === null) throw new Sm2CertificateFault('the certificate is not PEM');
  return db.transaction().execute(async (tx) => {
    await lockListing(tx);
    const known = await tx.selectFrom('sm2_certificate').select('sha256').where('sha256', '=', sha256).executeTakeFirst();
    if (known) return sha256;
    const logEntry = await appendEntry(tx, encodeSm2Entry(sha256));
    await tx.insertInto('sm2_certificate').values({ sha256, pem, log_entry: logEntry }).execute();
    await recordTrail(tx, actor, { action: '导入机构证书', object: `certificate/${sha256.slice(0, 16)}`, after: { fingerprint: sha256 } });
    return sha256;
  });
}

/** All certificates that were ever published, newest first. */
export async function readSm2Certificates(db: Database | Tx): Promise<ListedSm2Certificate[]> {
  const rows = await db
    .selectFrom('sm2_certificate as c')
    .leftJoin('log_entry as e', 'e.pending_id', 'c.log_entry')
    .select(['c.sha256', 'c.pem', 'c.log_entry as logEntry', 'c.listed_at as listedAt', 'e.seq'])
    .orderBy('c.listed_at', 'desc')
    .orderBy('c.sha256')
    .execute();
  return rows.map(({ seq, ...row }) => {
    const [own, ...others] = readSm2Chain(row.pem) ?? [];
    if (!own) throw new Error(`the SM2 certificate ${row.sha256} cannot be read`);
    return { ...row, chain: [own, ...others], isLogged: seq !== null };
  });
}

/** The newest valid certificate that the log contains; null if there is none. */
export async function currentSm2Certificate(db: Database | Tx, now: Date = new Date()): Promise<ListedSm2Certificate | null> {
  const listed = await readSm2Certificates(db);
  return listed.find(({ isLogged, chain: [own] }) => isLogged && own.notBefore <= now && now <= own.notAfter) ?? null;
}
