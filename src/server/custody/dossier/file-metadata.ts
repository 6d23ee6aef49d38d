import { buffer } from 'node:stream/consumers';
import type { ByteSource } from '../../../domain/media/byte-source.ts';
import { readFileMetadata, type FileMetadata } from '../../../domain/media/file-metadata.ts';
import type { ObjectStore } from '../../storage/store.ts';

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

/** The head is fetched once, because every reader starts with it. */
function storedBytes(store: ObjectStore, sha256: string, sizeBytes: number): ByteSource {
  const fetch = async (start: number, length: number): Promise<Buffer> => {
    const end = Math.min(start + length, sizeBytes) - 1;
    return end < start ? Buffer.alloc(0) : buffer((await store.open(sha256, { start, end })).stream);
  };
  let head: Promise<Buffer> | undefined;
  return {
    sizeBytes,
    async read(start, length) {
      if (start + length > headBytes) return fetch(start, length);
      head ??= fetch(0, headBytes);
      return (await head).subarray(start, start + length);
    },
  };
}

const headBytes = 262_144;
