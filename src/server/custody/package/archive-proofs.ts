import { sql } from 'kysely';
import { toPem } from '../../../domain/proof/cms/der.ts';
import type { Tx } from '../../platform/db/database.ts';
import { proofOf, type LogProof, type StoredTimestamp } from '../log/proof.ts';

/** What proves the web archive of an evidence. */
export interface ArchiveProofs {
  /** SHA-256 of the public key that verifies its signature. */
  readonly keySha256: string;
  /** PEM of that key. */
  readonly keyPem: string;
  /** Proof that the log names the key. */
  readonly keyProof: LogProof;
  /** The token over its digest; null while it is pending. */
  readonly timestamp: StoredTimestamp | null;
}

/** @param leafIndex index of the evidence in the log. @returns null if the evidence has no web archive. */
export async function readArchiveProofs(tx: Tx, leafIndex: string): Promise<ArchiveProofs | null> {
  const { rows } = await sql<ArchiveRow>`
    select k.sha256 as "keySha256", k.public_key as "publicKey", k.log_entry as "keyEntry",
           t.der, t.chain_pem as "chainPem", t.gen_time as "genTime", t.serial
      from log_entry e
      join evidence v on v.log_entry = e.pending_id
      join capture_archive a on a.number = v.number
      join archive_key k on k.sha256 = a.key_sha256
      left join archive_timestamp t on t.seq = e.seq and t.state = 'done'
     where e.seq = ${leafIndex}::bigint`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { keySha256, publicKey, keyEntry, der, chainPem, genTime, serial } = row;
  const keyProof = await proofOf(tx, { entryId: keyEntry });
  // The key's entry was queued before the evidence's, which is anchored.
  if (!keyProof) throw new Error('the log does not hold the key of a web archive');
  return {
    keySha256,
    keyPem: toPem('PUBLIC KEY', [publicKey]),
    keyProof,
    timestamp: der && chainPem !== null && genTime && serial !== null ? { der, chainPem, genTime, serial } : null,
  };
}

interface ArchiveRow {
  readonly keySha256: string;
  readonly publicKey: Buffer;
  readonly keyEntry: string;
  readonly der: Buffer | null;
  readonly chainPem: string | null;
  readonly genTime: Date | null;
  readonly serial: string | null;
}
