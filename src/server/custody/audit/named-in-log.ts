import { sql } from 'kysely';
import { fingerprintOf } from '../../../domain/proof/cms/certificate-fingerprint.ts';
import { encodeArchiveKeyEntry, encodeOfficeEntry } from '../../../domain/proof/evidence/office-entry.ts';
import { encodeSm2Entry } from '../../../domain/proof/guomi/sm2-entry.ts';
import { sameBytes } from '../../../domain/kit/bytes/bytes.ts';
import { archiveKeyId } from '../../../domain/proof/web-archive/archive-digest.ts';
import type { Tx } from '../../platform/db/database.ts';

export interface NamedFault {
  readonly table: 'office_certificate' | 'archive_key' | 'sm2_certificate' | 'log_entry';
  readonly row: string;
  readonly reason: string;
}

/**
 * Compares the office's certificates and keys with their log entries in both directions. Returns the first that contradicts the log, or the
 * first entry whose certificate or key does not exist.
 */
export async function namedFault(tx: Tx): Promise<NamedFault | null> {
  return (await faultOf(tx, officeCertificates)) ?? (await faultOf(tx, archiveKeys)) ?? (await faultOf(tx, sm2Certificates));
}

/** A table whose rows the log names, each by a hash of its content. */
interface Named<Content> {
  readonly table: Exclude<NamedFault['table'], 'log_entry'>;
  readonly column: 'pem' | 'public_key';
  hashOf(content: Content): string | null;
  encode(sha256: string): Uint8Array;
  /** The entries' type. */
  readonly type: string;
  readonly otherContent: string;
  readonly unlogged: string;
  readonly unkept: string;
}

const officeCertificates: Named<string> = {
  table: 'office_certificate',
  column: 'pem',
  hashOf: fingerprintOf,
  encode: encodeOfficeEntry,
  type: 'office-certificate',
  otherContent: 'the certificate is not the one of this fingerprint',
  unlogged: 'the log has no entry of this certificate',
  unkept: 'it names a certificate of the office that is not kept',
};

const archiveKeys: Named<Buffer> = {
  table: 'archive_key',
  column: 'public_key',
  hashOf: archiveKeyId,
  encode: encodeArchiveKeyEntry,
  type: 'archive-key',
  otherContent: 'the key is not the one of this hash',
  unlogged: 'the log has no entry of this key',
  unkept: 'it names a key of web archives that is not kept',
};

const sm2Certificates: Named<string> = {
  ...officeCertificates,
  table: 'sm2_certificate',
  encode: encodeSm2Entry,
  type: 'office-sm2-certificate',
  unkept: 'it names an SM2 certificate of the office that is not kept',
};

async function faultOf<Content>(tx: Tx, named: Named<Content>): Promise<NamedFault | null> {
  const { rows } = await sql<{ sha256: string; content: Content; entry: Buffer | null }>`
    select k.sha256, k.${sql.ref(named.column)} as content, coalesce(e.entry, p.entry) as entry
      from ${sql.table(named.table)} k
      left join log_entry e on e.pending_id = k.log_entry
      left join log_pending p on p.id = k.log_entry
     order by k.listed_at`.execute(tx);
  for (const { sha256, content, entry } of rows) {
    const fault = (reason: string): NamedFault => ({ table: named.table, row: sha256, reason });
    if (named.hashOf(content) !== sha256) return fault(named.otherContent);
    if (!entry || !sameBytes(entry, named.encode(sha256))) return fault(named.unlogged);
  }
  const listed = new Set(rows.map(({ sha256 }) => sha256));
  // All such entries have the same length and differ only in the hash.
  const [entryBytes, typeBytes] = [named.encode('0'.repeat(64)).length, Buffer.from(`"type":"${named.type}"`)];
  const { rows: entries } = await sql<{ seq: string; entry: Buffer }>`
    select seq, entry from log_entry
     where length(entry) = ${entryBytes} and position(${typeBytes}::bytea in entry) > 0 order by seq`.execute(tx);
  const unknown = entries.find(({ entry }) => !listed.has(/"sha256":"([0-9a-f]{64})"/.exec(entry.toString())?.[1] ?? ''));
  return unknown ? { table: 'log_entry', row: unknown.seq, reason: named.unkept } : null;
}
