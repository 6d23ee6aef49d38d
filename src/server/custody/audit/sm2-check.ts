import { sql } from 'kysely';
import { encodeSm2Entry } from '../../../domain/guomi/sm2-entry.ts';
import { sameBytes } from '../../../domain/tlog/bytes.ts';
import type { Tx } from '../../db/database.ts';
import { fingerprintOf } from '../../../domain/cms/certificate-fingerprint.ts';

export interface Sm2Fault {
  readonly table: 'sm2_certificate' | 'log_entry';
  readonly row: string;
  readonly reason: string;
}

/** Compares the office's SM2 certificates with their log entries in both directions; returns the first fault. */
export async function sm2Fault(tx: Tx): Promise<Sm2Fault | null> {
  const rows = await tx
    .selectFrom('sm2_certificate as c')
    .leftJoin('log_entry as e', 'e.pending_id', 'c.log_entry')
    .leftJoin('log_pending as p', 'p.id', 'c.log_entry')
    .select(['c.sha256', 'c.pem', 'e.entry', 'p.entry as waiting'])
    .orderBy('c.listed_at')
    .execute();
  for (const { sha256, pem, entry, waiting } of rows) {
    const named = entry ?? waiting;
    const fault = (reason: string): Sm2Fault => ({ table: 'sm2_certificate', row: sha256, reason });
    if (fingerprintOf(pem) !== sha256) return fault('the certificate is not the one of this fingerprint');
    if (!named || !sameBytes(named, encodeSm2Entry(sha256))) return fault('the log has no entry of this certificate');
  }
  const listed = new Set(rows.map(({ sha256 }) => sha256));
  // All such entries have the same length and differ only in the fingerprint.
  const [entryBytes, typeBytes] = [encodeSm2Entry('0'.repeat(64)).length, Buffer.from('"type":"office-sm2-certificate"')];
  const { rows: entries } = await sql<{ seq: string; entry: Buffer }>`
    select seq, entry from log_entry
     where length(entry) = ${entryBytes} and position(${typeBytes}::bytea in entry) > 0 order by seq`.execute(tx);
  const unknown = entries.find(({ entry }) => !listed.has(/"sha256":"([0-9a-f]{64})"/.exec(entry.toString())?.[1] ?? ''));
  return unknown ? { table: 'log_entry', row: unknown.seq, reason: 'it names an SM2 certificate of the office that is not kept' } : null;
}
