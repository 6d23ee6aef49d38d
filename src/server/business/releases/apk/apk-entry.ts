import { entryBytes } from '../../../platform/zip/zip-content.ts';
import {
  bytesAt,
  isEncrypted,
  readLocal,
  readRecords,
  ZipFault,
  type ZipEnd,
  type ZipSource,
  uint16,
  uint32,
} from '../../../../domain/kit/zip/zip-records.ts';
import { ApkFault } from './apk-fault.ts';

/** A file with random access; it may be large and hostile. */
export type RandomAccess = Pick<ZipSource, 'sizeBytes' | 'read'>;

/**
 * The content of one file in a package, or null if the package has no file of that name. The whole directory is checked: implausible sizes
 * and duplicates of that name, which another program might resolve differently, are refused. Android's own additions between and after the
 * files are allowed: padding, the signing block, a comment.
 * @throws ApkFault. Source: PKWARE APPNOTE 6.3.10, 4.3.
 */
export async function readApkEntry(file: RandomAccess, name: string, maxBytes: number): Promise<Buffer | null> {
  try {
    return await readOne(sourceOf(file), name, maxBytes);
  } catch (error) {
    throw error instanceof ZipFault ? damaged() : error;
  }
}

/** One chunk suffices, because only small parts of a package are read. */
function sourceOf(file: RandomAccess): ZipSource {
  async function* chunks(start: number, length: number): AsyncGenerator<Uint8Array> {
    yield await file.read(start, length);
  }
  return { sizeBytes: file.sizeBytes, read: (start, length) => file.read(start, length), chunks };
}

async function readOne(file: ZipSource, name: string, maxBytes: number): Promise<Buffer | null> {
  const end = await readEnd(file);
  if (end.directoryBytes === 0 || end.directoryBytes > directoryBytesMax) throw damaged();
  const records = await readRecords(file, end);
  if (records.length === 0) throw damaged();
  if (records.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > Math.max(unpackedBytes, file.sizeBytes * unpackedRatio))
    throw new ApkFault('解压后的大小异常');
  const found = records.filter(({ rawName }) => new TextDecoder().decode(rawName) === name);
  if (found.length > 1) throw new ApkFault(`含有多个 ${name}`);
  const [record] = found;
  if (!record) return null;
  if (isEncrypted(record)) throw new ApkFault(`${name} 已加密，或带有加密标记，请用官方工具重新打包`);
  const { method, crc32, compressedBytes, sizeBytes } = record;
  if (method !== 0 && method !== 8) throw new ApkFault(`${name} 的压缩方式（${method}）不受支持，请用官方工具重新打包`);
  if (sizeBytes > maxBytes || compressedBytes > maxBytes) throw new ApkFault(`${name} 过大`);
  const dataOffset = await readLocal(file, record, name);
  if (sizeBytes === 0 || compressedBytes === 0 || dataOffset + compressedBytes > end.directoryOffset) throw damaged();
  const entry = { name, crc32, compressedBytes, sizeBytes, dataOffset, method: method === 0 ? 'stored' : 'deflated' } as const;
  const { value, fault } = await entryBytes(file, entry);
  // Any fault means that the bytes do not unpack to what was declared.
  if (fault !== null) throw damaged();
  return value;
}

/** Real packages unpack to a few times their size, zip bombs to a thousand times. Up to `unpackedBytes` any ratio is allowed. */
const unpackedRatio = 50;
const unpackedBytes = 256 * 1024 * 1024;

/** The end record; only its own comment may follow it. */
async function readEnd(file: ZipSource): Promise<ZipEnd> {
  const tailBytes = Math.min(file.sizeBytes, endBytes + 0xffff);
  if (tailBytes < endBytes) throw damaged();
  const tail = await bytesAt(file, file.sizeBytes - tailBytes, tailBytes);
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (uint32(tail, at) !== 0x06054b50 || at + endBytes + uint16(tail, at + 20) !== tail.length) continue;
    const end = {
      count: uint16(tail, at + 10),
      directoryBytes: uint32(tail, at + 12),
      directoryOffset: uint32(tail, at + 16),
    };
    // Refuses multi-disk archives, zip64 (not needed below some gigabytes), and bytes between the directory and its end.
    if (
      uint32(tail, at + 4) !== 0 ||
      uint16(tail, at + 8) !== end.count ||
      end.directoryOffset + end.directoryBytes !== file.sizeBytes - tail.length + at
    )
      throw damaged();
    return end;
  }
  throw damaged();
}

const endBytes = 22;
const directoryBytesMax = 16 * 1024 * 1024;

function damaged(): ApkFault {
  return new ApkFault('文件已损坏或不是安装包');
}
