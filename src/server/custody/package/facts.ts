import { sql } from 'kysely';
import { z } from 'zod';
import type { AnyEvidenceKind, FileStatus } from '../../../domain/business/codes/evidence.ts';
import type { UserType } from '../../../domain/business/codes/users.ts';
import { parseManifest, type Manifest, type ManifestFile } from '../../../domain/proof/evidence/manifest.ts';
import type { CaptureAccept, CaptureDevice } from '../../../domain/business/rules/capture.ts';
import type { CaptureNote } from '../../../domain/proof/web-archive/capture-notes.ts';
import type { ReplayFacts } from '../../../domain/proof/web-archive/replay-facts.ts';
import type { Database } from '../../platform/db/database.ts';

/** Facts of an evidence as stored in its manifest and details, which never change. */
export interface EvidenceFacts {
  readonly id: string;
  readonly number: string;
  readonly userId: string;
  readonly ownerType: UserType;
  readonly kind: AnyEvidenceKind;
  readonly fileStatus: FileStatus;
  /** Id of its log entry, as `appendEntry` returned it; null while the upload is unfinished, when there is no manifest either. */
  readonly logEntry: string | null;
  readonly stored: StoredFacts | null;
  /** Result of replaying its web archive; null if it has none. */
  readonly replay: ReplayFacts | null;
  /** Notes of its capture; null if it is none, and of older captures. */
  readonly notes: readonly CaptureNote[] | null;
  /** Address of its capture, and how it was opened; null if it is none. */
  readonly url: string | null;
  /** The address that was captured; null where it is the one asked for. */
  readonly openedUrl: string | null;
  readonly accept: CaptureAccept | null;
  readonly device: CaptureDevice | null;
  /** Name of the program that sent it, or that asked for the capture; null if none is recorded. */
  readonly client: string | null;
}
export interface StoredFacts {
  /** The log entry, byte for byte. */
  readonly manifestBytes: Buffer;
  readonly manifest: Manifest;
  /** Originals and reports, which are in the store. The details are in the database, and the office makes everything else. */
  readonly storedFiles: readonly ManifestFile[];
  readonly holder: string;
  readonly title: string;
  /** Name of the first original as the client gave it. */
  readonly fileName: string;
  /** Bytes of `details.json`. */
  readonly detailsBytes: Uint8Array;
}

/** Null if the number is malformed or unknown. */
export async function readFacts(db: Database, number: string): Promise<EvidenceFacts | null> {
  if (!/^[0-9A-F]{32}$/.test(number)) return null;
  const { rows } = await sql<FactsRow>`
    select e.id, e.number, e.user_id as "userId", e.type as "ownerType", e.kind, e.file_status as "fileStatus", e.log_entry as "logEntry",
           coalesce(l.entry, p.entry) as entry, d.content as details, a.replay,
            c.notes, c.url, c.opened_url as "openedUrl", c.accept, c.device,
            (select t.actor_name from trail t
              where t.object in ('evidence/' || e.number, 'capture/' || e.number, 'recording/' || e.number) and t.actor_kind = 'client'
              order by t.id limit 1) as client
      from evidence e
      left join log_entry l on l.pending_id = e.log_entry
      left join log_pending p on p.id = e.log_entry
      left join evidence_file d on d.evidence_id = e.id and d.role = 'details'
      left join capture_archive a on a.number = e.number
      left join capture c on c.number = e.number
     where e.number = ${number}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { entry, details, ...facts } = row;
  return { ...facts, stored: entry && details ? storedOf(entry, details) : null };
}

interface FactsRow extends Omit<EvidenceFacts, 'stored'> {
  readonly entry: Buffer | null;
  readonly details: Buffer | null;
}

const detailsShape = z.object({ holder: z.string(), title: z.string(), fileName: z.string() });

function storedOf(manifestBytes: Buffer, detailsBytes: Buffer): StoredFacts {
  const parsed = parseManifest(manifestBytes);
  if (!parsed.ok) throw new Error(`the log entry of an evidence is no manifest: ${parsed.fault}`);
  const manifest = parsed.value;
  const storedFiles = manifest.files.filter(({ role }) => role !== 'details');
  return { manifestBytes, manifest, storedFiles, detailsBytes, ...detailsShape.parse(JSON.parse(detailsBytes.toString())) };
}
