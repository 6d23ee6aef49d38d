import { readFileMetadata, type FileMetadata } from '../../../domain/kit/media/file-metadata.ts';
import { storedBytes } from '../../platform/storage/stored-bytes.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';

/** What a stored file says about itself. Files never change, so recent results are cached: reading a file in S3 takes several requests. */
export async function fileMetadataOf(store: ObjectStore, sha256: string, sizeBytes: number): Promise<FileMetadata> {
  const known = remembered.get(sha256);
  if (known) return known;
  const metadata = await readFileMetadata(storedBytes(store, sha256, sizeBytes));
  if (remembered.size >= mostRemembered)
    for (const oldest of [...remembered.keys()].slice(0, mostRemembered / 2)) remembered.delete(oldest);
  remembered.set(sha256, metadata);
  return metadata;
}

const remembered = new Map<string, FileMetadata>();
const mostRemembered = 2000;
