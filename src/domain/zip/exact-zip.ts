import {
  bytesAt,
  isEncrypted,
  readLocal,
  readRecords,
  uint16,
  uint32,
  uint64,
  ZipFault,
  type CentralRecord,
  type ZipEnd,
  type ZipSource,
} from './zip-records.ts';

/** One file of a zip according to its central directory; its bytes are not checked yet. */
export interface ZipEntry {
  readonly name: string;
  readonly method: 'stored' | 'deflated';
  readonly crc32: number;
  readonly compressedBytes: number;
  readonly sizeBytes: number;
  /** Offset of its compressed bytes. */
  readonly dataOffset: number;
}

/**
 * Reads the central directory strictly: it must be the only one, at the very end, and every byte before it must belong to exactly one file,
 * in order. So nothing can be hidden between files, and every program sees the same files. Names may be repeated or unsafe; the caller must
 * check them.
 * @throws ZipFault. Source: PKWARE APPNOTE 6.3.10, 4.3.
 */
export async function readExactZip(source: ZipSource, most = maxEntries): Promise<readonly ZipEntry[]> {
  const end = await readEnd(source);
  if (end.count > most || end.directoryBytes > maxDirectoryBytes) throw new ZipFault('文件条目过多');
  const records = (await readRecords(source, end)).map(entryHeader);
  const entries: ZipEntry[] = [];
  let free = 0;
  for (const { localOffset, rawName, methodCode, ...entry } of records) {
    const dataOffset = await readLocal(source, { localOffset, rawName, method: methodCode });
    // Only a data descriptor of at most 24 bytes may come between two files.
    if (localOffset < free || localOffset - free > (entries.length === 0 ? 0 : descriptorBytes))
      throw new ZipFault('文件之间有重叠或多余的内容');
    free = dataOffset + entry.compressedBytes;
    entries.push({ ...entry, dataOffset });
  }
  if (end.directoryOffset < free || end.directoryOffset - free > descriptorBytes) throw new ZipFault('目录与内容不符');
  return entries;
}

interface EntryHeader extends Omit<ZipEntry, 'dataOffset'> {
  readonly rawName: Uint8Array;
  readonly methodCode: number;
  readonly localOffset: number;
}

function entryHeader({ extra, rawName, method: methodCode, ...record }: CentralRecord): EntryHeader {
  const name = readName(rawName);
  if (isEncrypted(record)) throw new ZipFault(`${name} 已加密`);
  const method = methods[methodCode];
  if (!method) throw new ZipFault(`${name} 的压缩方式不受支持`);
  const wide = readWide(extra);
  const field = (value: number): number => (value === 0xffffffff ? wide() : value);
  // Zip64 values come in this order; each is present only if its 32-bit field is full.
  const sizeBytes = field(record.sizeBytes);
  const compressedBytes = field(record.compressedBytes);
  const localOffset = field(record.localOffset);
  if (method === 'stored' && sizeBytes !== compressedBytes) throw new ZipFault(`${name} 的大小自相矛盾`);
  return { name, rawName, method, methodCode, crc32: record.crc32, compressedBytes, sizeBytes, localOffset };
}

async function readEnd(source: ZipSource): Promise<ZipEnd> {
  const size = source.sizeBytes;
  if (size < 22) throw new ZipFault('不是 zip 文件');
  const end = await bytesAt(source, size - 22, 22);
  if (uint32(end, 0) !== 0x06054b50 || uint16(end, 20) !== 0) throw new ZipFault('不是 zip 文件，或末尾有多余的内容');
  const narrow = {
    count: uint16(end, 10),
    directoryBytes: uint32(end, 12),
    directoryOffset: uint32(end, 16),
    endsAt: size - 22,
  };
  const locator = size < 42 ? null : await bytesAt(source, size - 42, 20);
  const found = locator && uint32(locator, 0) === 0x07064b50 ? await readWideEnd(source, locator, size - 42) : narrow;
  if (found.directoryOffset + found.directoryBytes !== found.endsAt) throw new ZipFault('目录位置不符');
  return found;
}

async function readWideEnd(source: ZipSource, locator: Uint8Array, locatorAt: number) {
  const offset = uint64(locator, 8);
  if (offset + 56 !== locatorAt) throw new ZipFault('目录位置不符');
  const end = await bytesAt(source, offset, 56);
  if (uint32(end, 0) !== 0x06064b50) throw new ZipFault('目录损坏');
  return {
    count: uint64(end, 32),
    directoryBytes: uint64(end, 40),
    directoryOffset: uint64(end, 48),
    endsAt: offset,
  };
}

/** Reads the values of the zip64 extra field one by one. */
function readWide(extra: Uint8Array): () => number {
  let [at, until] = [0, 0];
  for (let field = 0; field + 4 <= extra.length; field += 4 + uint16(extra, field + 2)) {
    if (uint16(extra, field) === 1) [at, until] = [field + 4, Math.min(extra.length, field + 4 + uint16(extra, field + 2))];
  }
  return () => {
    if (at + 8 > until) throw new ZipFault('目录损坏');
    const value = uint64(extra, at);
    at += 8;
    return value;
  };
}

function readName(raw: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    throw new ZipFault('文件名不是 UTF-8');
  }
}

const methods: Record<number, ZipEntry['method']> = { 0: 'stored', 8: 'deflated' };
const descriptorBytes = 24;
const maxEntries = 200;
const maxDirectoryBytes = 1_048_576;
