import { crc32, inflateRawSync } from 'node:zlib';
import { ApkFault } from './apk-fault.ts';

/** A file that is read where it is wanted; it may be large and hostile. */
export interface RandomAccess {
  readonly sizeBytes: number;
  /** `start + length` is at most the size, `length` at least 1. */
  read(start: number, length: number): Promise<Buffer>;
}

/**
 * The content of one file of a zip, or null when the zip has none of that name. The whole list of files is judged: sizes that no honest
 * package has, and a second file of that name, of which another program might read the other, are refused.
 * @throws ApkFault. Source: PKWARE APPNOTE 6.3.10, 4.3.
 */
export async function readZipEntry(file: RandomAccess, name: string, maxBytes: number): Promise<Buffer | null> {
  const end = await findEnd(file);
  const entries = readDirectory(await readPart(file, end.directoryOffset, end.directoryBytes), end.count);
  if (entries.length === 0) throw damaged();
  if (entries.reduce((sum, entry) => sum + entry.sizeBytes, 0) > Math.max(unpackedBytes, file.sizeBytes * unpackedRatio))
    throw new ApkFault('解压后的大小异常');
  const found = entries.filter((entry) => entry.name === name);
  if (found.length > 1) throw new ApkFault(`含有多个 ${name}`);
  return found[0] ? unpack(file, found[0], end.directoryOffset, maxBytes) : null;
}

/** Honest packages unpack to a few times their size; a bomb to a thousand times. Small ones are left alone. */
const unpackedRatio = 50;
const unpackedBytes = 256 * 1024 * 1024;

interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  readonly localOffset: number;
}

/** The record at the very end, behind which only its own comment may stand. */
async function findEnd(file: RandomAccess): Promise<{ count: number; directoryOffset: number; directoryBytes: number }> {
  const tailBytes = Math.min(file.sizeBytes, endBytes + 0xffff);
  if (tailBytes < endBytes) throw damaged();
  const tail = await file.read(file.sizeBytes - tailBytes, tailBytes);
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== 0x06054b50 || at + endBytes + tail.readUInt16LE(at + 20) !== tail.length) continue;
    const end = {
      count: tail.readUInt16LE(at + 10),
      directoryBytes: tail.readUInt32LE(at + 12),
      directoryOffset: tail.readUInt32LE(at + 16),
    };
    // Several disks, zip64 (no package of at most some gigabytes needs it), or bytes between the list and its end.
    if (
      tail.readUInt32LE(at + 4) !== 0 ||
      tail.readUInt16LE(at + 8) !== end.count ||
      end.directoryOffset + end.directoryBytes !== file.sizeBytes - tail.length + at
    )
      throw damaged();
    return end;
  }
  throw damaged();
}

const endBytes = 22;
const directoryBytesMax = 16 * 1024 * 1024;

async function readPart(file: RandomAccess, start: number, length: number): Promise<Buffer> {
  if (length === 0 || length > directoryBytesMax) throw damaged();
  return file.read(start, length);
}

function readDirectory(directory: Buffer, count: number): Entry[] {
  const entries: Entry[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw damaged();
    const [nameBytes, extraBytes, commentBytes] = [
      directory.readUInt16LE(at + 28),
      directory.readUInt16LE(at + 30),
      directory.readUInt16LE(at + 32),
    ];
    const next = at + 46 + nameBytes + extraBytes + commentBytes;
    if (next > directory.length) throw damaged();
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameBytes),
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packedBytes: directory.readUInt32LE(at + 20),
      sizeBytes: directory.readUInt32LE(at + 24),
      localOffset: directory.readUInt32LE(at + 42),
    });
    at = next;
  }
  if (at !== directory.length) throw damaged();
  return entries;
}

/**
 * The bytes of one entry, proved by their length and CRC. The entry's own header must say what the list says: programs differ in which of
 * the two they read.
 */
async function unpack(file: RandomAccess, entry: Entry, directoryOffset: number, maxBytes: number): Promise<Buffer> {
  const { name, flags, method, packedBytes, sizeBytes, localOffset } = entry;
  if ((flags & 0x2041) !== 0) throw new ApkFault(`${name} 已加密`);
  if (sizeBytes > maxBytes || packedBytes > maxBytes) throw new ApkFault(`${name} 过大`);
  const nameBytes = Buffer.byteLength(name);
  if (sizeBytes === 0 || packedBytes === 0 || localOffset + 30 + nameBytes > directoryOffset) throw damaged();
  const header = await file.read(localOffset, 30 + nameBytes);
  const dataOffset = localOffset + 30 + nameBytes + header.readUInt16LE(28);
  const isSame =
    header.readUInt32LE(0) === 0x04034b50 &&
    header.readUInt16LE(8) === method &&
    header.readUInt16LE(26) === nameBytes &&
    header.toString('utf8', 30) === name;
  if (!isSame || dataOffset + packedBytes > directoryOffset) throw damaged();
  const content = inflate(await file.read(dataOffset, packedBytes), method, sizeBytes);
  if (content.length !== sizeBytes || crc32(content) !== entry.crc) throw damaged();
  return content;
}

function inflate(packed: Buffer, method: number, sizeBytes: number): Buffer {
  if (method === 0) return packed;
  if (method !== 8) throw damaged();
  try {
    return inflateRawSync(packed, { maxOutputLength: sizeBytes });
  } catch {
    // Whatever zlib says: the bytes do not unpack to what was declared.
    throw damaged();
  }
}

function damaged(): ApkFault {
  return new ApkFault('文件已损坏或不是安装包');
}
