import { createHash } from 'node:crypto';
import { StorageError, type PutLimits, type StoredObject } from './store.ts';

export interface Measured {
  /** The source's own chunks, unchanged. Must be read to the end, once. @throws StorageError `too_large` */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Hash and size of what was read. Call it after the last chunk. @throws StorageError `hash_mismatch` */
  object(): StoredObject;
}

/** Hashes and counts a source while a backend writes it, so that every backend applies the same limits of a put. */
export function measured(source: AsyncIterable<Uint8Array>, { maxBytes, expectedSha256 }: PutLimits): Measured {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      // The length of a string counts characters, not bytes.
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
 * Splits the same bytes into chunks of exactly `chunkBytes`; the last chunk may be shorter. There is always a last chunk, which is empty
 * for an empty source. Holds at most one chunk and the bytes just read.
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
    // Keeps back the last bytes even if they fill a chunk: it is not known yet whether more will come.
    for (; bytes.length - at > chunkBytes; at += chunkBytes) yield { bytes: bytes.subarray(at, at + chunkBytes), isLast: false };
    held = [bytes.subarray(at)];
    heldBytes = bytes.length - at;
  }
  yield { bytes: Buffer.concat(held, heldBytes), isLast: true };
}
