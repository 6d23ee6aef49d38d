import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createInflateRaw, crc32 } from 'node:zlib';
import type { ZipEntry } from './exact-zip.ts';
import type { ZipSource } from './zip-records.ts';

/** Hashes one file of the zip while it is read. @param watch sees its bytes as they come. */
export async function digestEntry(
  source: ZipSource,
  entry: ZipEntry,
  withSm3: boolean,
  watch?: (chunk: Buffer) => void,
): Promise<Read<EntryDigest>> {
  const [sha256, sm3] = [createHash('sha256'), withSm3 ? createHash('sm3') : null];
  const fault = await readEntry(source, entry, (chunk) => {
    sha256.update(chunk);
    sm3?.update(chunk);
    watch?.(chunk);
  });
  return { value: { name: entry.name, sizeBytes: entry.sizeBytes, sha256: sha256.digest('hex'), sm3: sm3?.digest('hex') ?? null }, fault };
}

/** Another hash of one file of the zip, whole or not: what is wrong with it was told when it was read first. */
export async function hashEntry(source: ZipSource, entry: ZipEntry, algorithm: 'sha384' | 'sha512'): Promise<Buffer> {
  const hash = createHash(algorithm);
  await readEntry(source, entry, (chunk) => hash.update(chunk));
  return hash.digest();
}

export interface EntryDigest {
  readonly name: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Null where it was not asked for. */
  readonly sm3: string | null;
}

/** What was read, and why the zip contradicts itself over it; null where it does not. */
export interface Read<Value> {
  readonly value: Value;
  readonly fault: string | null;
}

/** All of a small file. */
export async function entryBytes(source: ZipSource, entry: ZipEntry): Promise<Read<Buffer>> {
  const chunks: Buffer[] = [];
  const fault = await readEntry(source, entry, (chunk) => chunks.push(chunk));
  return { value: Buffer.concat(chunks), fault };
}

/** Never takes in more than the entry says it holds: a bomb ends there. */
async function readEntry(source: ZipSource, entry: ZipEntry, take: (chunk: Buffer) => void): Promise<string | null> {
  if (entry.compressedBytes === 0) return entry.sizeBytes === 0 ? null : '小于所述大小';
  let [read, checksum] = [0, 0];
  try {
    for await (const chunk of openEntry(source, entry)) {
      read += chunk.length;
      if (read > entry.sizeBytes) return '解压后大于所述大小';
      checksum = crc32(chunk, checksum);
      take(chunk);
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) return '压缩数据损坏';
    throw error;
  }
  if (read !== entry.sizeBytes) return '小于所述大小';
  return checksum === entry.crc32 ? null : 'CRC-32 校验不符，内容或校验值被改动';
}

function openEntry(source: ZipSource, { dataOffset, compressedBytes, method }: ZipEntry): AsyncIterable<Buffer> {
  const raw = source.chunks(dataOffset, compressedBytes);
  if (method === 'stored') return raw;
  const [packed, inflate] = [Readable.from(raw), createInflateRaw()];
  packed.on('error', (error) => inflate.destroy(error));
  inflate.on('close', () => packed.destroy());
  return packed.pipe(inflate);
}
