import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createInflateRaw, crc32 } from 'node:zlib';
import type { FileDigest } from '../../domain/evidence/verify.ts';
import type { ZipEntry } from './zip-directory.ts';

/** Hashes one file of the zip while it is read. */
export async function digestEntry(path: string, entry: ZipEntry, withSm3: boolean): Promise<Read<FileDigest>> {
  const [sha256, sm3] = [createHash('sha256'), withSm3 ? createHash('sm3') : null];
  const fault = await readEntry(path, entry, (chunk) => {
    sha256.update(chunk);
    sm3?.update(chunk);
  });
  return { value: { name: entry.name, sizeBytes: entry.sizeBytes, sha256: sha256.digest('hex'), sm3: sm3?.digest('hex') ?? null }, fault };
}

/** What was read, and why the zip contradicts itself over it; null where it does not. */
export interface Read<Value> {
  readonly value: Value;
  readonly fault: string | null;
}

/** All of a small file. */
export async function entryBytes(path: string, entry: ZipEntry): Promise<Read<Buffer>> {
  const chunks: Buffer[] = [];
  const fault = await readEntry(path, entry, (chunk) => chunks.push(chunk));
  return { value: Buffer.concat(chunks), fault };
}

/** Never takes in more than the entry says it holds: a bomb ends there. */
async function readEntry(path: string, entry: ZipEntry, take: (chunk: Buffer) => void): Promise<string | null> {
  if (entry.compressedBytes === 0) return entry.sizeBytes === 0 ? null : '小于所述大小';
  let [read, checksum] = [0, 0];
  try {
    for await (const chunk of openEntry(path, entry)) {
      const bytes = chunk as Buffer;
      read += bytes.length;
      if (read > entry.sizeBytes) return '解压后大于所述大小';
      checksum = crc32(bytes, checksum);
      take(bytes);
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) return '压缩数据损坏';
    throw error;
  }
  if (read !== entry.sizeBytes) return '小于所述大小';
  return checksum === entry.crc32 ? null : 'CRC-32 校验不符，内容或校验值被改动';
}

function openEntry(path: string, { dataOffset, compressedBytes, method }: ZipEntry): Readable {
  const raw = createReadStream(path, { start: dataOffset, end: dataOffset + compressedBytes - 1, highWaterMark: chunkBytes });
  if (method === 'stored') return raw;
  const inflate = createInflateRaw();
  raw.on('error', (error) => inflate.destroy(error));
  inflate.on('close', () => raw.destroy());
  return raw.pipe(inflate);
}

const chunkBytes = 1_048_576;
