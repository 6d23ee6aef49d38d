import { sql } from 'kysely';
import { encodeOfficeEntry } from '../../../domain/custody/office-entry.ts';
import type { Database } from '../../db/database.ts';
import { appendEntry } from '../append.ts';
import { fingerprintOf } from '../certificate-fingerprint.ts';

/** A certificate of the office as it is made known. */
export interface ListedCertificate {
  /** SHA-256 of its DER, lower-case hex. */
  readonly sha256: string;
  readonly pem: string;
  /** Its entry in the log, by the id that `appendEntry` gave. */
  readonly logEntry: string;
}

/** Hands the certificate's fingerprint to the log, once, whichever server comes first: an office that is older than this gets its entry late. */
export async function listCertificate(db: Database, pem: string): Promise<ListedCertificate> {
  const sha256 = fingerprintOf(pem);
  if (sha256 === null) throw new Error('the office certificate is not PEM');
  const known = await findListed(db, sha256);
  if (known) return known;
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${listingLock})`.execute(tx);
    const meanwhile = await findListed(tx, sha256);
    if (meanwhile) return meanwhile;
    const logEntry = await appendEntry(tx, encodeOfficeEntry(sha256));
    await tx.insertInto('office_certificate').values({ sha256, pem, log_entry: logEntry }).execute();
    return { sha256, pem, logEntry };
  });
}

/** The certificate that the office signs with now; null before its first start. */
export async function readListed(db: Database): Promise<ListedCertificate | null> {
  const row = await listed(db).orderBy('listed_at', 'desc').limit(1).executeTakeFirst();
  return row ?? null;
}

async function findListed(db: Database, sha256: string): Promise<ListedCertificate | undefined> {
  return listed(db).where('sha256', '=', sha256).executeTakeFirst();
}

function listed(db: Database) {
  return db.selectFrom('office_certificate').select(['sha256', 'pem', 'log_entry as logEntry']);
}

const listingLock = 7_240_038;
