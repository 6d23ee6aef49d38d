import { buffer } from 'node:stream/consumers';
import type { ByteSource } from '../../../domain/kit/media/byte-source.ts';
import type { ObjectStore } from './store.ts';

/** The bytes of a stored file. The head is fetched once, because every reader starts with it. */
export function storedBytes(store: ObjectStore, sha256: string, sizeBytes: number): ByteSource {
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
