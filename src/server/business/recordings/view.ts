import { typedPhone } from '../../../domain/kit/text/typed.ts';
import { readDevice } from '../../../domain/proof/dossier/facts/declared.ts';
import type { ViewedRecording } from './wire-rows.ts';
import { anchorOf } from '../../custody/log/append.ts';
import { witnessedText } from '../../custody/log/cosigned.ts';
import { readBracket } from '../../custody/marks/mark-facts.ts';
import { isMainFile } from '../../custody/evidence/evidence-files.ts';
import type { Database } from '../../platform/db/database.ts';

/** A recording with the evidence that it became; null if there is none of that number. */
export async function findRecorded(db: Database, number: string) {
  const found = await db
    .selectFrom('recording')
    .innerJoin('evidence', 'evidence.number', 'recording.number')
    .innerJoin('evidence_file', (join) => join.onRef('evidence_file.evidence_id', '=', 'evidence.id').on(isMainFile))
    .selectAll('recording')
    .select([
      'evidence.file_name',
      'evidence.file_status',
      'evidence.saved_at',
      'evidence.log_entry',
      'evidence_file.sha256 as file_sha256',
      'evidence_file.sm3',
      'evidence_file.size_bytes as file_bytes',
      'evidence_file.media_type',
    ])
    .where('recording.number', '=', number)
    .executeTakeFirst();
  return found ?? null;
}
export type Recorded = NonNullable<Awaited<ReturnType<typeof findRecorded>>>;

/** Facts that are not in the rows of a recording. */
type ViewContext = Pick<ViewedRecording, 'fileStatus' | 'shareUrl' | 'playUrl' | 'hasChain'> & { readonly needsTimestamp: boolean };

/** The data of its certificate. */
export async function viewOf(
  db: Database,
  found: Recorded,
  { fileStatus, shareUrl, playUrl, hasChain, needsTimestamp }: ViewContext,
): Promise<ViewedRecording> {
  const anchor = await anchorOf(db, found.log_entry, needsTimestamp);
  return {
    number: found.number,
    userId: found.user_id,
    username: found.username,
    mobile: typedPhone(found.mobile),
    name: found.name,
    label: found.label,
    status: found.status,
    reason: found.reason,
    beginAt: found.begin_at,
    saidSeconds: found.said_seconds,
    fileSeconds: found.file_seconds,
    type: found.type,
    device: readDevice(found.device),
    shareUrl,
    playUrl,
    file: {
      name: found.file_name,
      sha256: found.file_sha256,
      sm3: found.sm3,
      sizeBytes: Number(found.file_bytes),
      mediaType: found.media_type,
    },
    fileStatus,
    savedAt: found.saved_at,
    anchor,
    bracket: await readBracket(db, found.number, anchor),
    witnessed: await witnessedText(db, anchor?.leafIndex),
    hasChain,
  };
}
