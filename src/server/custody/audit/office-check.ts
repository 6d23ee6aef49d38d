import { sql } from 'kysely';
import { sameBytes } from '../../../domain/tlog/bytes.ts';
import { encodeOfficeEntry } from '../../../domain/evidence/office-entry.ts';
import type { Tx } from '../../db/database.ts';
import { fingerprintOf } from '../../../domain/cms/certificate-fingerprint.ts';

export interface OfficeFault {
  readonly table: 'office_certificate' | 'log_entry';
  readonly row: string;
  readonly reason: string;
}

/**
 * Compares the office's certificates with their log entries in both directions. Returns the first certificate that contradicts the log, or
 * the first entry whose certificate does not exist.
 */
export async function officeFault(tx: Tx): Promise<OfficeFault | null> {
  const rows = await tx
    .selectFrom('office_certificate as o')
    .leftJoin('log_entry as e', 'e.pending_id', 'o.log_entry')
    .leftJoin('log_pending as p', 'p.id', 'o.log_entry')
    .select(['o.sha256', 'o.pem', 'e.entry', 'p.entry as waiting'])
    .orderBy('o.listed_at')
    .execute();
  for (const { sha256, pem, entry, waiting } of rows) {
    const named = entry ?? waiting;
    const fault = (reason: string): OfficeFault => ({ table: 'office_certificate', row: sha256, reason });
    if (fingerprintOf(pem) !== sha256) return fault('the certificate is not the one of this fingerprint');
    if (!named || !sameBytes(named, encodeOfficeEntry(sha256))) return fault('the log has no entry of this certificate');
  }
  const listed = new Set(rows.map(({ sha256 }) => sha256));
  // All such entries have the same length and differ only in the fingerprint.
  const [entryBytes, typeBytes] = [encodeOfficeEntry('0'.repeat(64)).length, Buffer.from('"type":"office-certificate"')];
  const { rows: entries } = await sql<{ seq: string; entry: Buffer }>`
    select seq, entry from log_entry
     where length(entry) = ${entryBytes} and position(${typeBytes}::bytea in entry) > 0 order by seq`.execute(tx);
  const unknown = entries.find(({ entry }) => !listed.has(/"sha256":"([0-9a-f]{64})"/.exec(entry.toString())?.[1] ?? ''));
  return unknown ? { table: 'log_entry', row: unknown.seq, reason: 'it names a certificate of the office that is not kept' } : null;
}
