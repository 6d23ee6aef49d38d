import type { Database } from '../../db/database.ts';
import type { IncomingFile, StoredUpload } from '../../signed/incoming-file.ts';
import { storeFile } from '../../signed/incoming-file.ts';
import { IntakeRefusal } from '../../signed/refusal.ts';
import { joinChunks, listChunks } from '../../storage/chunked-upload.ts';
import type { StagingAreas } from '../../storage/staging-areas.ts';
import { StorageError, type ObjectStore } from '../../storage/store.ts';
import type { AheadFiles } from './ahead.ts';
import { uploadChunks, type EvidenceUpload } from './store.ts';

interface UploadedFileDeps {
  readonly db: Database;
  readonly put: ObjectStore['put'];
  readonly stages: StagingAreas;
  readonly ahead: Pick<AheadFiles, 'take' | 'drop'>;
}

/**
 * The file of an upload, as if it came with the call. Of one that is evidence already the answer is told once more, and no byte is read:
 * that no second evidence comes of it is its caller's to see to.
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
        // In the order of `storeFile`: the call is known by it.
        const stored = { sha256: upload.sha256, sizeBytes, sm3: upload.sm3 };
        await judged(stored, expectedSha256, judge);
        return stored;
      }
      // Who watches the bytes is shown them below: they went by long ago.
      if (watch) ahead.drop(upload.id);
      const stored = watch ? null : await ahead.take(upload.id)?.finish((file) => judged(file, expectedSha256, judge));
      if (stored) return stored;
      const whole = joinChunks(await stages.open(upload.number), await listChunks(db, uploadChunks, upload.id));
      // A repetition was faster, and has thrown them away.
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
