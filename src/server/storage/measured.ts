import { createHash } from 'node:crypto';
import { StorageError, type PutLimits, type StoredObject } from './store.ts';

export interface Measured {
  /** The source's own chunks. Read to the end once. @throws StorageError `too_large` */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** What went by; after the last chunk. @throws StorageError `hash_mismatch` */
  object(): StoredObject;
}

/** Hashes and counts a source while somebody else writes it: the rules of a put that no backend may read differently. */
export function measured(source: AsyncIterable<Uint8Array>, { maxBytes, expectedSha256 }: PutLimits): Measured {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      // A stream of texts counts letters where bytes are meant.
      if (!(chunk instanceof Uint8Array)) throw new TypeError('a stored object is made of bytes');
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw new StorageError('too_large');
      hash.update(chunk);
      yield chunk;
    }
  }
  return {
    chunks: chunks(),
    object() {
      const sha256 = hash.digest('hex');
      if (expectedSha256 !== undefined && expectedSha256 !== sha256) throw new StorageError('hash_mismatch');
      return { sha256, sizeBytes };
    },
  };
}

/**
 * The same bytes in chunks of exactly `chunkBytes`, the last one shorter or as long. There is always a last one, if an empty one.
 * Holds no more than one chunk and what was read.
 */
export async function* splitChunks(
  chunks: AsyncIterable<Uint8Array>,
  chunkBytes: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes <= chunkBytes) continue;
    const bytes = Buffer.concat(held, heldBytes);
    let at = 0;
    // Not the last bytes, even where they fill a chunk: whether more comes is not known yet.
    for (; bytes.length - at > chunkBytes; at += chunkBytes) yield { bytes: bytes.subarray(at, at + chunkBytes), isLast: false };
    held = [bytes.subarray(at)];
    heldBytes = bytes.length - at;
  }
  yield { bytes: Buffer.concat(held, heldBytes), isLast: true };
}
