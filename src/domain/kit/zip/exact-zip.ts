import { visibleLine } from '../text/visible-text.ts';
import {
  bytesAt,
  extraFields,
  hasOtherName,
  isEncrypted,
  otherName,
  readLocal,
  readRecords,
  uint16,
  uint32,
  uint64,
  ZipFault,
  ZipUnread,
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
  if (end.hasTail) throw new ZipFault('zip 文件末尾有多余的内容');
  return readEntries(source, end, most);
}

/** The same for a zip that people may have packed, which may end in a comment, or in the zeros of a program that pads it. */
export async function readPackedZip(
  source: ZipSource,
  most = maxEntries,
): Promise<{ readonly entries: readonly ZipEntry[]; readonly hasTail: boolean }> {
  const end = await readEnd(source);
  return { entries: await readEntries(source, end, most), hasTail: end.hasTail };
}

async function readEntries(source: ZipSource, end: ZipEnd, most: number): Promise<readonly ZipEntry[]> {
  if (end.count > most || end.directoryBytes > maxDirectoryBytes) throw new ZipFault('文件条目过多');
  const records = (await readRecords(source, end)).map(entryHeader);
  const entries: ZipEntry[] = [];
  let free = 0;
  for (const { localOffset, rawName, methodCode, ...entry } of records) {
    const dataOffset = await readLocal(source, { localOffset, rawName, method: methodCode }, entry.name);
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
  const name = readName(rawName, record.flags);
  if (hasOtherName(extra, name)) throw new ZipFault(`${name} ${otherName}`);
  if (isSpecial(record)) throw new ZipFault(`${name} 是链接或设备，不是文件`);
  const shown = `“${visibleLine(name)}”`;
  if (isEncrypted(record))
    throw new ZipUnread(`这个 zip 有加密的文件（如${shown}），没有读取其中的内容：请用密码解压，压缩为不加密的 zip，再核验`);
  const method = methods[methodCode];
  if (!method) {
    const way = methodNames[methodCode] ?? `${methodCode} 号`;
    const read = '核验程序只读 Deflate 和不压缩的，没有读取其中的内容';
    throw new ZipUnread(`这个 zip 有压缩方式为 ${way} 的文件（如${shown}），${read}：请解压后压缩为普通的 zip，再核验`);
  }
  const wide = readWide(extra);
  const field = (value: number): number => (value === 0xffffffff ? wide() : value);
  // Zip64 values come in this order; each is present only if its 32-bit field is full.
  const sizeBytes = field(record.sizeBytes);
  const compressedBytes = field(record.compressedBytes);
  const localOffset = field(record.localOffset);
  if (method === 'stored' && sizeBytes !== compressedBytes) throw new ZipFault(`${name} 的大小自相矛盾`);
  return { name, rawName, method, methodCode, crc32: record.crc32, compressedBytes, sizeBytes, localOffset };
}

/** The end of the directory: the only one, with nothing behind it but its own comment, which holds no other, and zeros. */
async function readEnd(source: ZipSource): Promise<ZipEnd & { readonly hasTail: boolean }> {
  const size = source.sizeBytes;
  if (size < 22) throw new ZipFault('不是 zip 文件');
  const from = Math.max(0, size - maxEndBytes);
  const tail = await bytesAt(source, from, size - from);
  const at = lastEndIn(tail);
  if (at === -1) throw new ZipFault(await whyEndless(source));
  const end = tail.subarray(at);
  if (end.subarray(22 + uint16(end, 20)).some((byte) => byte !== 0) || 22 + uint16(end, 20) > end.length)
    throw new ZipFault('zip 文件末尾有多余的内容');
  // A zip in parts counts them from 0; 0xffff refers to the zip64 record.
  if (![0, 0xffff].includes(uint16(end, 4)))
    throw new ZipUnread('这是分卷压缩的 zip 中的一卷，没有读取其中的内容：请用各卷一起解压，压缩为一个普通的 zip，再核验');
  const endAt = from + at;
  const narrow = {
    count: uint16(end, 10),
    directoryBytes: uint32(end, 12),
    directoryOffset: uint32(end, 16),
    endsAt: endAt,
  };
  const locator = endAt < 20 ? null : await bytesAt(source, endAt - 20, 20);
  const found = locator && uint32(locator, 0) === 0x07064b50 ? await readWideEnd(source, locator, endAt - 20) : narrow;
  if (found.directoryOffset + found.directoryBytes !== found.endsAt) throw new ZipFault('目录位置不符');
  return { ...found, hasTail: end.length > 22 };
}

function lastEndIn(tail: Uint8Array): number {
  for (let at = tail.length - 22; at >= 0; at -= 1) if (tail[at] === 0x50 && uint32(tail, at) === 0x06054b50) return at;
  return -1;
}

/** A download that broke off begins as a zip. */
async function whyEndless(source: ZipSource): Promise<string> {
  const isZip = uint32(await bytesAt(source, 0, 4), 0) === 0x04034b50;
  return isZip ? 'zip 文件不完整，可能没有下载完或者复制完，请重新取得' : '不是 zip 文件';
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
  const wide = extraFields(extra).findLast(({ id }) => id === 1);
  let at = wide?.at ?? 0;
  const until = at + (wide?.length ?? 0);
  return () => {
    if (at + 8 > until) throw new ZipFault('目录损坏');
    const value = uint64(extra, at);
    at += 8;
    return value;
  };
}

/** Whether the entry extracts as anything but a file or folder: the upper half of the attributes is a Unix mode, or zero. */
function isSpecial({ attributes }: Pick<CentralRecord, 'attributes'>): boolean {
  const kind = (attributes >>> 28) & 0xf;
  return kind !== 0 && kind !== 0x8 && kind !== 0x4;
}

/** Without bit 11, a name that is not UTF-8 is one of the Chinese Windows, which writes its own code page. */
function readName(raw: Uint8Array, flags: number): string {
  for (const encoding of (flags & 0x800) === 0 ? ['utf-8', 'gb18030'] : ['utf-8']) {
    try {
      return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(raw);
    } catch {
      continue;
    }
  }
  throw new ZipFault('文件名不是 UTF-8，也不是 GB18030');
}

const methods: Record<number, ZipEntry['method']> = { 0: 'stored', 8: 'deflated' };
/** Source: PKWARE APPNOTE 6.3.10, 4.4.5. */
const methodNames: Readonly<Record<number, string>> = {
  1: 'Shrink',
  6: 'Implode',
  9: 'Deflate64',
  12: 'BZIP2',
  14: 'LZMA',
  20: 'Zstandard',
  93: 'Zstandard',
  95: 'XZ',
  98: 'PPMd',
};
const descriptorBytes = 24;
/** A comment has at most 65,535 bytes; programs pad to blocks of at most as many. */
const maxEndBytes = 22 + 2 * 65_535;
const maxEntries = 200;
const maxDirectoryBytes = 1_048_576;
