import { joinChunks, type StoredChunk } from './chunked-upload.ts';
import type { ObjectStore } from './store.ts';

/** S3 puts no smaller parts together, but for the last one. */
export const leastJoinedBytes = 5_242_880;

/**
 * Puts the chunks of an upload into the store as the one object that they are. Where both lie in one storage it is put together there, and
 * no byte comes here again; for that `sha256` must have been taken of these very chunks by this program. Else they are read, and hashed on
 * their way. @throws StorageError `missing` when somebody has thrown them away.
 */
export async function putStaged(store: ObjectStore, stage: ObjectStore, chunks: readonly StoredChunk[], sha256: string): Promise<void> {
  const whole = joinChunks(stage, chunks);
  const { sourceOf } = stage;
  if (!store.join || !sourceOf || chunks.slice(0, -1).some(({ sizeBytes }) => sizeBytes < leastJoinedBytes)) {
    await store.put(whole.stream(), { maxBytes: whole.sizeBytes, expectedSha256: sha256 });
    return;
  }
  const parts = chunks.map((chunk) => ({ source: sourceOf(chunk.sha256), sizeBytes: chunk.sizeBytes }));
  await store.join(parts, { sha256, sizeBytes: whole.sizeBytes });
}
