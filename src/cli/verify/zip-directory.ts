import type { FileHandle } from 'node:fs/promises';

/** One file of a zip, as its central directory tells; the bytes are still to be judged. */
export interface ZipEntry {
  readonly name: string;
  readonly method: 'stored' | 'deflated';
  readonly crc32: number;
  readonly compressedBytes: number;
  readonly sizeBytes: number;
  /** Where its compressed bytes begin. */
  readonly dataOffset: number;
}

/** The file is no zip that we read: damaged, or made to be read differently by different programs. */
export class ZipFault extends Error {
  override name = 'ZipFault';
}

/**
 * Reads the list of files, strictly: one central directory at the very end, and every byte before it belongs to exactly one file in its
 * order, so that nothing can be hidden between, and no other program sees other files. Names may repeat or be unsafe: that is for the
 * caller to tell.
 * @throws ZipFault. Source: PKWARE APPNOTE 6.3.10, 4.3.
 */
export async function readDirectory(file: FileHandle): Promise<readonly ZipEntry[]> {
  const { size } = await file.stat();
  const end = await readEnd(file, size);
  if (end.count > maxEntries || end.directoryBytes > maxDirectoryBytes) throw new ZipFault('文件条目过多');
  const directory = await bytesAt(file, end.directoryOffset, end.directoryBytes);
  const entries: ZipEntry[] = [];
  let [at, free] = [0, 0];
  for (let index = 0; index < end.count; index += 1) {
    const central = readCentral(directory, at);
    const dataOffset = await readLocal(file, central);
    // A data descriptor of at most 24 bytes may stand between two files, and nothing else.
    if (central.localOffset < free || central.localOffset - free > (index === 0 ? 0 : descriptorBytes))
      throw new ZipFault('文件之间有重叠或多余的内容');
    free = dataOffset + central.compressedBytes;
    at = central.next;
    entries.push({
      name: central.name,
      method: central.method,
      crc32: central.crc32,
      compressedBytes: central.compressedBytes,
      sizeBytes: central.sizeBytes,
      dataOffset,
    });
  }
  if (at !== directory.length || end.directoryOffset < free || end.directoryOffset - free > descriptorBytes)
    throw new ZipFault('目录与内容不符');
  return entries;
}

interface Central extends Omit<ZipEntry, 'dataOffset'> {
  readonly localOffset: number;
  readonly rawName: Buffer;
  readonly next: number;
}

function readCentral(directory: Buffer, at: number): Central {
  if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw new ZipFault('目录损坏');
  const [flags, methodCode] = [directory.readUInt16LE(at + 8), directory.readUInt16LE(at + 10)];
  const [nameBytes, extraBytes, commentBytes] = [
    directory.readUInt16LE(at + 28),
    directory.readUInt16LE(at + 30),
    directory.readUInt16LE(at + 32),
  ];
  const next = at + 46 + nameBytes + extraBytes + commentBytes;
  if (next > directory.length) throw new ZipFault('目录损坏');
  const rawName = directory.subarray(at + 46, at + 46 + nameBytes);
  const name = readName(rawName);
  if ((flags & 0x2041) !== 0) throw new ZipFault(`${name} 已加密`);
  const method = methods[methodCode];
  if (!method) throw new ZipFault(`${name} 的压缩方式不受支持`);
  const wide = readWide(directory.subarray(at + 46 + nameBytes, at + 46 + nameBytes + extraBytes));
  const field = (value: number): number => (value === 0xffffffff ? wide() : value);
  // In this order the wide values stand, each only where its narrow field is full.
  const sizeBytes = field(directory.readUInt32LE(at + 24));
  const compressedBytes = field(directory.readUInt32LE(at + 20));
  const localOffset = field(directory.readUInt32LE(at + 42));
  if (method === 'stored' && sizeBytes !== compressedBytes) throw new ZipFault(`${name} 的大小自相矛盾`);
  return { name, rawName, method, crc32: directory.readUInt32LE(at + 16), compressedBytes, sizeBytes, localOffset, next };
}

/** The file's own header must name it as the directory does; its data begin behind it. */
async function readLocal(file: FileHandle, { localOffset, rawName, name, method }: Central): Promise<number> {
  const header = await bytesAt(file, localOffset, 30);
  if (header.readUInt32LE(0) !== 0x04034b50) throw new ZipFault(`${name} 的文件头损坏`);
  const [nameBytes, extraBytes] = [header.readUInt16LE(26), header.readUInt16LE(28)];
  const local = await bytesAt(file, localOffset + 30, nameBytes);
  if (!local.equals(rawName) || methods[header.readUInt16LE(8)] !== method) throw new ZipFault(`${name} 的文件头与目录不符`);
  return localOffset + 30 + nameBytes + extraBytes;
}

async function readEnd(file: FileHandle, size: number): Promise<{ count: number; directoryBytes: number; directoryOffset: number }> {
  if (size < 22) throw new ZipFault('不是 zip 文件');
  const end = await bytesAt(file, size - 22, 22);
  if (end.readUInt32LE(0) !== 0x06054b50 || end.readUInt16LE(20) !== 0) throw new ZipFault('不是 zip 文件，或末尾有多余的内容');
  const narrow = {
    count: end.readUInt16LE(10),
    directoryBytes: end.readUInt32LE(12),
    directoryOffset: end.readUInt32LE(16),
    endsAt: size - 22,
  };
  const locator = size < 42 ? null : await bytesAt(file, size - 42, 20);
  const found = locator?.readUInt32LE(0) === 0x07064b50 ? await readWideEnd(file, locator, size - 42) : narrow;
  if (found.directoryOffset + found.directoryBytes !== found.endsAt) throw new ZipFault('目录位置不符');
  return found;
}

async function readWideEnd(file: FileHandle, locator: Buffer, locatorAt: number) {
  const offset = Number(locator.readBigUInt64LE(8));
  if (offset + 56 !== locatorAt) throw new ZipFault('目录位置不符');
  const end = await bytesAt(file, offset, 56);
  if (end.readUInt32LE(0) !== 0x06064b50) throw new ZipFault('目录损坏');
  return {
    count: Number(end.readBigUInt64LE(32)),
    directoryBytes: Number(end.readBigUInt64LE(40)),
    directoryOffset: Number(end.readBigUInt64LE(48)),
    endsAt: offset,
  };
}

/** The values of the zip64 field, one after the other. */
function readWide(extra: Buffer): () => number {
  let [at, until] = [0, 0];
  for (let field = 0; field + 4 <= extra.length; field += 4 + extra.readUInt16LE(field + 2)) {
    if (extra.readUInt16LE(field) === 1) [at, until] = [field + 4, Math.min(extra.length, field + 4 + extra.readUInt16LE(field + 2))];
  }
  return () => {
    if (at + 8 > until) throw new ZipFault('目录损坏');
    const value = Number(extra.readBigUInt64LE(at));
    at += 8;
    return value;
  };
}

function readName(raw: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    throw new ZipFault('文件名不是 UTF-8');
  }
}

/** Exactly these bytes. @throws ZipFault when the file ends before. */
async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  if (!Number.isSafeInteger(position) || (await file.read(bytes, 0, length, position)).bytesRead !== length)
    throw new ZipFault('文件不完整');
  return bytes;
}

const methods: Record<number, ZipEntry['method']> = { 0: 'stored', 8: 'deflated' };
const descriptorBytes = 24;
const maxEntries = 200;
const maxDirectoryBytes = 1_048_576;
