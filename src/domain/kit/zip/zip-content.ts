import { concatBytes } from '@noble/hashes/utils.js';
import type { ZipEntry } from './exact-zip.ts';
import type { ZipSource } from './zip-records.ts';

/** Platform functions for reading a zip, implemented separately for Node and for browsers. */
export interface ZipTools {
  /** An incremental hash. @throws if the platform does not support the algorithm. */
  readonly createHash: (algorithm: FileHash) => RunningHash | Promise<RunningHash>;
  /** CRC-32 of the bytes, continued from the checksum `before`. */
  readonly crc32: (bytes: Uint8Array, before: number) => number;
  /** Inflates deflated bytes, raw or in one of these frames. @throws InflateFault for invalid data. */
  readonly inflate: (packed: AsyncIterable<Uint8Array>, frame: InflateFrame) => AsyncIterable<Uint8Array>;
}

export type InflateFrame = 'none' | 'zlib' | 'gzip';

export type FileHash = 'sha256' | 'sha384' | 'sha512' | 'sm3';

export interface RunningHash {
  readonly update: (bytes: Uint8Array) => void;
  /** Call once, at the end. */
  readonly digest: () => Uint8Array;
}

/** The bytes are not deflate data, or are damaged. */
export class InflateFault extends Error {
  override name = 'InflateFault';
}

/** The value that was read, and why it contradicts the zip's own statements; null if it does not. */
export interface Read<Value> {
  readonly value: Value;
  readonly fault: string | null;
}

/** Reads a small file completely. */
export async function readEntryBytes(tools: ZipTools, source: ZipSource, entry: ZipEntry): Promise<Read<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  const fault = await readEntry(tools, source, entry, (chunk) => void chunks.push(chunk));
  return { value: concatBytes(...chunks), fault };
}

/** Hashes one file of the zip while reading it. @param watch receives the bytes as they are read. */
export async function hashEntry<Algorithm extends FileHash>(
  tools: ZipTools,
  source: ZipSource,
  entry: ZipEntry,
  algorithms: readonly Algorithm[],
  watch?: (chunk: Uint8Array) => void,
): Promise<Read<Readonly<Record<Algorithm, Uint8Array>>>> {
  const hashes = await Promise.all(algorithms.map(async (algorithm) => [algorithm, await tools.createHash(algorithm)] as const));
  const fault = await readEntry(tools, source, entry, (chunk) => {
    for (const [, hash] of hashes) hash.update(chunk);
    watch?.(chunk);
  });
  const value = Object.fromEntries(hashes.map(([algorithm, hash]) => [algorithm, hash.digest()])) as Record<Algorithm, Uint8Array>;
  return { value, fault };
}

/** Never reads more than the entry's stated size, which stops zip bombs. */
async function readEntry(tools: ZipTools, source: ZipSource, entry: ZipEntry, take: (chunk: Uint8Array) => void): Promise<string | null> {
  if (entry.compressedBytes === 0) return entry.sizeBytes === 0 ? null : '小于所述大小';
  let [read, checksum] = [0, 0];
  try {
    for await (const chunk of openEntry(tools, source, entry)) {
      read += chunk.length;
      if (read > entry.sizeBytes) return '解压后大于所述大小';
      checksum = tools.crc32(chunk, checksum);
      take(chunk);
    }
  } catch (error) {
    if (error instanceof InflateFault) return '压缩数据损坏';
    throw error;
  }
  if (read !== entry.sizeBytes) return '小于所述大小';
  return checksum === entry.crc32 ? null : 'CRC-32 校验不符，内容或校验值被改动';
}

/** The unpacked bytes of a file, without checks of size and CRC. */
export function openEntry(
  tools: ZipTools,
  source: ZipSource,
  { dataOffset, compressedBytes, method }: ZipEntry,
): AsyncIterable<Uint8Array> {
  const raw = source.chunks(dataOffset, compressedBytes);
  return method === 'stored' ? raw : tools.inflate(raw, 'none');
}
