import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { erasedWord } from '../../../domain/business/codes/erasures.ts';
import { canonicalJson, parseCanonicalJson, type CanonicalValue } from '../../../domain/proof/evidence/canonical-json.ts';
import { ownerPseudonym, parseManifest, type ManifestFile } from '../../../domain/proof/evidence/manifest.ts';
import type { Database, Tx } from '../../platform/db/database.ts';

export interface EvidenceCheck {
  readonly evidence: number;
  readonly files: number;
  /** The first evidence that contradicts its manifest in the log; null if all agree. */
  readonly broken: { readonly number: string; readonly reason: string } | null;
}

/**
 * Compares every evidence and its files with its manifest, which is in the log or, in the first seconds, queued for it. Compares the row's
 * other fields with its details, whose hash the manifest holds. Conversely, a manifest without an evidence reveals a deleted row. Verifying
 * the log itself is the task of `checkLog`. @param ownerSecret the secret that the pseudonyms were made with; without it owners are not
 * compared.
 */
export async function checkEvidence(db: Database, ownerSecret: Uint8Array | null, batch = 1000): Promise<EvidenceCheck> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      let after = '0';
      let evidence = 0;
      let files = 0;
      for (;;) {
        const rows = await evidenceRows(tx, after, batch);
        for (const row of rows) {
          const reason = faultOf(row, ownerSecret);
          if (reason !== null) return { evidence, files, broken: { number: row.number, reason } };
          evidence += 1;
          files += row.files.length;
        }
        after = rows.at(-1)?.id ?? after;
        if (rows.length < batch) return { evidence, files, broken: await orphan(tx) };
      }
    });
}

interface EvidenceRow {
  readonly id: string;
  readonly number: string;
  readonly user_id: string;
  /** Type in the evidence row; `user_type` is the user's. */
  readonly type: string;
  readonly user_type: string;
  readonly kind: string;
  readonly title: string;
  readonly file_name: string;
  readonly address: string;
  readonly start_at: Date | null;
  readonly end_at: Date | null;
  readonly device: CanonicalValue;
  readonly file_status: string;
  readonly saved_at: Date;
  readonly log_entry: string | null;
  /** Hash of its mark according to the mark's row; `mark_sha256` is computed from the mark's file. Both null without a mark. */
  readonly mark: string | null;
  readonly mark_sha256: string | null;
  /** Whether its owner's personal data was erased, including the details. */
  readonly is_erased: boolean;
  /** The log entry, or the one that is queued for the log. */
  readonly entry: Buffer | null;
  readonly files: readonly (ManifestFile & { readonly content: string | null })[];
}

async function evidenceRows(tx: Tx, after: string, batch: number): Promise<EvidenceRow[]> {
  const { rows } = await sql<EvidenceRow>`
    select e.id, e.number, e.user_id, e.type, u.type as user_type, e.kind, e.title, e.file_name,
      e.address, e.start_at, e.end_at, e.device, e.file_status, e.saved_at, e.log_entry,
      exists (select from erasure x where x.user_id = e.user_id and x.state in ('erased', 'done')) as is_erased,
      m.sha256 as mark, encode(sha256(m.json), 'hex') as mark_sha256,
      coalesce(l.entry, p.entry) as entry,
      coalesce((select jsonb_agg(jsonb_build_object('name', f.name, 'role', f.role, 'sha256', f.sha256,
        'sm3', f.sm3, 'sizeBytes', f.size_bytes, 'mediaType', f.media_type,
        'content', encode(f.content, 'hex')) order by f.name collate "C") from evidence_file f where f.evidence_id = e.id), '[]') as files
    from (select * from evidence where id > ${after} order by id limit ${batch}) e
      left join users u on u.id = e.user_id
      left join mark m on m.used_by = e.number
      left join log_entry l on l.pending_id = e.log_entry left join log_pending p on p.id = e.log_entry
    order by e.id`.execute(tx);
  return rows;
}

function faultOf(row: EvidenceRow, ownerSecret: Uint8Array | null): string | null {
  const { number, user_id: userId, file_status: status, saved_at: savedAt, log_entry: id, entry, files } = row;
  // There is no entry before there is a file.
  if (id === null) return status === 'stored' || files.length > 0 ? 'it names no entry of the log' : null;
  if (!entry) return `its entry ${id} is not in the log`;
  const manifest = parseManifest(entry);
  if (!manifest.ok) return `its entry ${id} is no manifest: ${manifest.fault}`;
  const { value } = manifest;
  if (value.number !== number) return `its entry ${id} is that of ${value.number}`;
  if (value.times.receivedAt !== savedAt.toISOString())
    return `it was saved at ${savedAt.toISOString()}, its manifest says ${value.times.receivedAt}`;
  const names = new Set([...value.files, ...files].map(({ name }) => name));
  for (const name of names) {
    const reason = fileFault(
      files.find((file) => file.name === name),
      value.files.find((file) => file.name === name),
    );
    if (reason !== null) return `file ${name}: ${reason}`;
  }
  if (ownerSecret && ownerPseudonym(ownerSecret, number, userId) !== value.owner)
    return `it is given to user ${userId}, who is not the owner in its manifest`;
  if (row.type !== row.user_type) return `it is of type ${row.type}, its owner is ${row.user_type}`;
  if (row.mark !== row.mark_sha256) return `its mark ${row.mark ?? ''} was changed`;
  return detailsFault(row);
}

/** Compares the row's other fields with the details, whose hash in the manifest has been verified before. */
function detailsFault(row: EvidenceRow): string | null {
  if (row.is_erased) return erasedFault(row);
  const details = parseCanonicalJson(Buffer.from(row.files.find(({ role }) => role === 'details')?.content ?? '', 'hex'));
  if (!details.ok || details.value === null || typeof details.value !== 'object' || Array.isArray(details.value))
    return 'its details cannot be read';
  const stated = details.value as Readonly<Record<string, CanonicalValue>>;
  const storedDetails: Readonly<Record<string, CanonicalValue>> = {
    number: row.number,
    title: row.title,
    kind: row.kind,
    fileName: row.file_name,
    address: row.address,
    startAt: row.start_at?.toISOString() ?? null,
    endAt: row.end_at?.toISOString() ?? null,
    device: row.device,
    mark: row.mark,
  };
  const wrong = Object.entries(storedDetails).find(([name, value]) => text(value) !== text(stated[name] ?? null));
  return wrong ? `its ${wrong[0]} is ${text(wrong[1])}, its details say ${text(stated[wrong[0]] ?? null)}` : null;
}

/** After the erasure of its owner no personal data may be left in it. */
function erasedFault({ files, title, file_name, address, device }: EvidenceRow): string | null {
  const left = files.find(({ content }) => content !== null);
  if (left) return `its owner was erased, its ${left.name} was not`;
  return title !== erasedWord || file_name !== '' || address !== '' || device !== null ? 'its owner was erased, its row was not' : null;
}

function text(value: CanonicalValue): string {
  return Buffer.from(canonicalJson(value)).toString();
}

function fileFault(row: EvidenceRow['files'][number] | undefined, manifest: ManifestFile | undefined): string | null {
  if (!row) return 'its row is missing';
  if (!manifest) return 'the manifest does not name it';
  const wrong = (['role', 'sha256', 'sm3', 'sizeBytes', 'mediaType'] as const).find((key) => row[key] !== manifest[key]);
  if (wrong !== undefined) return `its ${wrong} is ${row[wrong]}, the manifest says ${manifest[wrong]}`;
  if (row.content !== null && createHash('sha256').update(row.content, 'hex').digest('hex') !== row.sha256)
    return 'its content was changed';
  return null;
}

/** Other log entries may belong to no evidence, but a manifest must. Canonical JSON ends a manifest with its type and version. */
async function orphan(tx: Tx): Promise<EvidenceCheck['broken']> {
  const { rows } = await sql<{ seq: string; entry: Buffer }>`
    select l.seq, l.entry from log_entry l left join evidence e on e.log_entry = l.pending_id
     where l.pending_id is not null and e.id is null
       and position('"type":"evidence","version":1'::bytea in l.entry) > 0
     order by l.seq limit 1000`.execute(tx);
  for (const { seq, entry } of rows) {
    const manifest = parseManifest(entry);
    if (manifest.ok) return { number: manifest.value.number, reason: `entry ${seq} of the log is its manifest, its row is missing` };
  }
  return null;
}
