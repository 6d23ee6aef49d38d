import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { ZipSource } from '../../../domain/kit/zip/zip-records.ts';

/** Opens a local file as a zip source for the duration of `use`. @throws the system's own error if the file cannot be read. */
export async function withZipFile<Result>(path: string, use: (source: ZipSource) => Promise<Result>): Promise<Result> {
  const handle = await open(path, 'r');
  try {
    return await use(await sourceOf(handle, path));
  } finally {
    await handle.close();
  }
}

async function sourceOf(handle: FileHandle, path: string): Promise<ZipSource> {
  const { size: sizeBytes } = await handle.stat();
  return {
    sizeBytes,
    async read(start, length) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, start);
      return buffer.subarray(0, bytesRead);
    },
    // A separate stream, because it reads ahead.
    chunks: (start, length) => createReadStream(path, { start, end: start + length - 1, highWaterMark: chunkBytes }),
  };
}

const chunkBytes = 1_048_576;
