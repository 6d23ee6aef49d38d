import type { Database } from '../../../platform/db/database.ts';
import type { IncomingFile, StoredUpload } from '../../../open/signed/incoming-file.ts';
import { storeFile } from '../../../open/signed/incoming-file.ts';
import { IntakeRefusal } from '../../../open/signed/refusal.ts';
import { joinChunks, listChunks } from '../../../platform/storage/chunked-upload.ts';
import type { StagingAreas } from '../../../platform/storage/staging-areas.ts';
import { StorageError, type ObjectStore } from '../../../platform/storage/store.ts';
import type { AheadFiles } from './ahead.ts';
import { uploadChunks, type EvidenceUpload } from './store.ts';

interface UploadedFileDeps {
  readonly db: Database;
  readonly put: ObjectStore['put'];
  readonly stages: StagingAreas;
  readonly ahead: Pick<AheadFiles, 'take' | 'drop'>;
}

/**
 * Presents the file of an upload as if it came with the call. If the upload is already evidence, its stored hashes are returned and no byte
 * is read; the caller must prevent a second evidence.
 */
export function uploadedFile(
  { db, put, stages, ahead }: UploadedFileDeps,
  upload: EvidenceUpload,
  { name, mediaType }: Pick<IncomingFile, 'name' | 'mediaType'>,
): IncomingFile {
  const sizeBytes = Number(upload.size_bytes);
  return {
    name,
    mediaType,
    bodyBytes: sizeBytes,
    async store(expectedSha256, judge, watch) {
      if (upload.sha256 !== null && upload.sm3 !== null) {
        // Same key order as `storeFile`, because the call's fingerprint depends on it.
        const stored = { sha256: upload.sha256, sizeBytes, sm3: upload.sm3 };
        await judged(stored, expectedSha256, judge);
        return stored;
      }
      // A watcher needs all bytes, and those processed ahead have already passed.
      if (watch) ahead.drop(upload.id);
      const stored = watch ? null : await ahead.take(upload.id)?.finish((file) => judged(file, expectedSha256, judge));
      if (stored) return stored;
      const whole = joinChunks(await stages.open(upload.number), await listChunks(db, uploadChunks, upload.id));
      // A concurrent repetition was faster and discarded the chunks.
      if (whole.sizeBytes !== sizeBytes) throw new StorageError('missing');
      return storeFile(put, whole.stream(), { name: 'file', maxBytes: sizeBytes, expectedSha256, judge, watch });
    },
  };
}

async function judged(
  file: StoredUpload,
  expectedSha256: string | undefined,
  judge: ((file: StoredUpload) => Promise<void>) | undefined,
): Promise<void> {
  if (expectedSha256 !== undefined && expectedSha256 !== file.sha256)
    throw new IntakeRefusal(400, 'malformed', 'sha256: is not the hash of the file');
  await judge?.(file);
}
