import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { InflateFault, type InflateFrame, type ZipTools } from '../../../domain/kit/zip/zip-content.ts';

/** Tools of Node for reading zips. */
export const nodeZipTools: ZipTools = { createHash: (algorithm) => createHash(algorithm), crc32, inflate };

async function* inflate(packed: AsyncIterable<Uint8Array>, frame: InflateFrame): AsyncGenerator<Uint8Array> {
  const [readable, unpacking] = [Readable.from(packed), unpackers[frame]()];
  readable.on('error', (error) => unpacking.destroy(error));
  unpacking.on('close', () => readable.destroy());
  try {
    for await (const chunk of readable.pipe(unpacking) as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) throw new InflateFault(error.message);
    throw error;
  }
}

const unpackers = { none: createInflateRaw, zlib: createInflate, gzip: createGunzip } as const;
