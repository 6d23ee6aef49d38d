import { sql } from 'kysely';
import { sameBytes } from '../../../domain/tlog/bytes.ts';
import { encodeArchiveKeyEntry } from '../../../domain/evidence/office-entry.ts';
import { archiveKeyId } from '../../../domain/web-archive/archive-digest.ts';
import type { Tx } from '../../db/database.ts';

export interface ArchiveKeyFault {
  readonly table: 'archive_key' | 'log_entry';
  readonly row: string;
  readonly reason: string;
}

/** Compares the keys of web archives with their log entries, in both directions, as `officeFault` does for certificates. */
export async function archiveKeyFault(tx: Tx): Promise<ArchiveKeyFault | null> {
  const rows = await tx
    .selectFrom('archive_key as k')
    .leftJoin('log_entry as e', 'e.pending_id', 'k.log_entry')
    .leftJoin('log_pending as p', 'p.id', 'k.log_entry')
    .select(['k.sha256', 'k.public_key', 'e.entry', 'p.entry as waiting'])
    .orderBy('k.listed_at')
    .execute();
  for (const { sha256, public_key: publicKey, entry, waiting } of rows) {
    const named = entry ?? waiting;
    const fault = (reason: string): ArchiveKeyFault => ({ table: 'archive_key', row: sha256, reason });
    if (archiveKeyId(publicKey) !== sha256) return fault('the key is not the one of this hash');
    if (!named || !sameBytes(named, encodeArchiveKeyEntry(sha256))) return fault('the log has no entry of this key');
  }
  const listed = new Set(rows.map(({ sha256 }) => sha256));
  // All such entries have the same length and differ only in the hash.
  const [entryBytes, typeBytes] = [encodeArchiveKeyEntry('0'.repeat(64)).length, Buffer.from('"type":"archive-key"')];
  const { rows: entries } = await sql<{ seq: string; entry: Buffer }>`
    select seq, entry from log_entry
     where length(entry) = ${entryBytes} and position(${typeBytes}::bytea in entry) > 0 order by seq`.execute(tx);
  const unknown = entries.find(({ entry }) => !listed.has(/"sha256":"([0-9a-f]{64})"/.exec(entry.toString())?.[1] ?? ''));
  return unknown ? { table: 'log_entry', row: unknown.seq, reason: 'it names a key of web archives that is not kept' } : null;
}
