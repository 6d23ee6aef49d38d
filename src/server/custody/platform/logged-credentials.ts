import { parseCredentialList, type CredentialList } from '../../../domain/proof/platform/credential-list.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { proofOf, type LogProof } from '../log/proof.ts';

/** The newest list of the office's credentials that the log contains. */
export interface LoggedCredentials {
  /** The log entry, byte for byte: `credentials.json`. */
  readonly bytes: Buffer;
  readonly list: CredentialList;
  readonly proof: LogProof;
}

/** Null while the office has recorded no credentials, or the first list still waits for the log. */
export async function readLoggedCredentials(db: Database | Tx): Promise<LoggedCredentials | null> {
  const row = await db
    .selectFrom('office_credential_list')
    .innerJoin('log_entry', 'log_entry.pending_id', 'office_credential_list.log_entry')
    .select(['log_entry.seq', 'log_entry.entry'])
    .orderBy('office_credential_list.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const proof = row && (await proofOf(db, { seq: row.seq }));
  if (!proof) return null;
  const parsed = parseCredentialList(row.entry);
  if (!parsed.ok) throw new Error(`the log entry of the office's credentials cannot be read: ${parsed.fault}`);
  return { bytes: row.entry, list: parsed.value, proof };
}
