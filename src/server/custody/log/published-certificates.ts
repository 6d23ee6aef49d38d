import { X509Certificate } from 'node:crypto';
import { sql } from 'kysely';
import { encodeOfficeEntry } from '../../../domain/proof/evidence/office-entry.ts';
import type { OfficeCandidate } from '../../../domain/proof/evidence/office-choice.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { locks } from '../../platform/db/locks.ts';
import { appendEntry } from './append.ts';
import { fingerprintOf } from '../../../domain/proof/cms/certificate-fingerprint.ts';

/** `made`: by the office itself; `imported`: issued by an authority and imported by an administrator. */
export type OfficeOrigin = 'made' | 'imported';

/** A published certificate of the office. */
export interface ListedCertificate extends OfficeCandidate {
  /** SHA-256 of its DER, lower-case hex. */
  readonly sha256: string;
  readonly pem: string;
  /** Id of its log entry, as `appendEntry` returned it. */
  readonly logEntry: string;
  readonly origin: OfficeOrigin;
}

/**
 * Enters the certificate's fingerprint in the log, once, whoever comes first; a key that is older than the list gets its entry late. The
 * caller must hold `lockListing`, or be the first start.
 */
export async function publishCertificate(tx: Tx, pem: string, origin: OfficeOrigin): Promise<ListedCertificate> {
  const sha256 = fingerprintOf(pem);
  if (sha256 === null) throw new Error('the office certificate is not PEM');
  const known = await findListed(tx, sha256);
  if (known) return known;
  const logEntry = await appendEntry(tx, encodeOfficeEntry(sha256));
  const { listedAt } = await tx
    .insertInto('office_certificate')
    .values({ sha256, pem, log_entry: logEntry, origin })
    .returning('listed_at as listedAt')
    .executeTakeFirstOrThrow();
  // The sequencer has not added the entry yet.
  return withValidity({ sha256, pem, logEntry, origin, listedAt, isLogged: false });
}

/** Serializes the making, importing and listing of certificates across servers and commands, until the transaction ends. */
export async function lockListing(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.officeListing})`.execute(tx);
}

/** All certificates that were ever published, oldest first. */
export async function readListed(db: Database | Tx): Promise<ListedCertificate[]> {
  return (await listed(db).orderBy('listed_at').orderBy('sha256').execute()).map(withValidity);
}

async function findListed(db: Database | Tx, sha256: string): Promise<ListedCertificate | undefined> {
  const row = await listed(db).where('sha256', '=', sha256).executeTakeFirst();
  return row && withValidity(row);
}

function listed(db: Database | Tx) {
  return db
    .selectFrom('office_certificate')
    .select(['sha256', 'pem', 'log_entry as logEntry', 'origin', 'listed_at as listedAt'])
    .select(sql<boolean>`exists (select from log_entry e where e.pending_id = office_certificate.log_entry)`.as('isLogged'));
}

function withValidity(row: Omit<ListedCertificate, 'notBefore' | 'notAfter'>): ListedCertificate {
  return { ...row, ...validityOf(row.pem) };
}

/** Validity of the first certificate in a PEM. */
export function validityOf(pem: string): { readonly notBefore: Date; readonly notAfter: Date } {
  const { validFrom, validTo } = new X509Certificate(pem);
  return { notBefore: new Date(validFrom), notAfter: new Date(validTo) };
}
