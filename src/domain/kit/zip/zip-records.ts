import { sameBytes, utf8 } from '../bytes/bytes.ts';

/** Random access to a file, which may be large and untrusted. */
export interface ZipSource {
  readonly sizeBytes: number;
  /** `start + length` must not exceed the size; `length` is at least 1. */
  read(start: number, length: number): Promise<Uint8Array>;
  /** The same bytes as a stream. */
  chunks(start: number, length: number): AsyncIterable<Uint8Array>;
}

/** The file is not a zip that we accept: damaged, or built so that programs read it differently. */
export class ZipFault extends Error {
  override name = 'ZipFault';
}

/** The zip may be whole; it is packed in a way that we do not read. The message is a sentence of its own: in which way, and what to do. */
export class ZipUnread extends ZipFault {
  override name = 'ZipUnread';
}

/** Location of the central directory. */
export interface ZipEnd {
  readonly count: number;
  readonly directoryBytes: number;
  readonly directoryOffset: number;
}

/** A record of the central directory; sizes and offset are the 32-bit fields. */
export interface CentralRecord {
  readonly rawName: Uint8Array;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly compressedBytes: number;
  readonly sizeBytes: number;
  readonly localOffset: number;
  /** Of the system that made the file: for Unix its mode in the upper half. */
  readonly attributes: number;
  readonly extra: Uint8Array;
}

/** Bit 0: encrypted; bits 6 and 13: strong encryption. */
export function isEncrypted({ flags }: Pick<CentralRecord, 'flags'>): boolean {
  return (flags & 0x2041) !== 0;
}

/** Reads the central directory, which must contain exactly the stated records. @throws ZipFault. Source: PKWARE APPNOTE 6.3.10, 4.3.12. */
export async function readRecords(source: ZipSource, { count, directoryOffset, directoryBytes }: ZipEnd): Promise<CentralRecord[]> {
  const directory = directoryBytes === 0 ? new Uint8Array(0) : await bytesAt(source, directoryOffset, directoryBytes);
  const records: CentralRecord[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > directory.length || uint32(directory, at) !== 0x02014b50) throw new ZipFault('目录损坏');
    const nameEnd = at + 46 + uint16(directory, at + 28);
    const extraEnd = nameEnd + uint16(directory, at + 30);
    const next = extraEnd + uint16(directory, at + 32);
    if (next > directory.length) throw new ZipFault('目录损坏');
    records.push({
      rawName: directory.subarray(at + 46, nameEnd),
      flags: uint16(directory, at + 8),
      method: uint16(directory, at + 10),
      crc32: uint32(directory, at + 16),
      compressedBytes: uint32(directory, at + 20),
      sizeBytes: uint32(directory, at + 24),
      attributes: uint32(directory, at + 38),
      localOffset: uint32(directory, at + 42),
      extra: directory.subarray(nameEnd, extraEnd),
    });
    at = next;
  }
  if (at !== directory.length) throw new ZipFault('目录与内容不符');
  return records;
}

/** The extra fields, by their ids. A field that is cut ends the list. Source: PKWARE APPNOTE 6.3.10, 4.5. */
export function extraFields(extra: Uint8Array): readonly { readonly id: number; readonly at: number; readonly length: number }[] {
  const fields: { id: number; at: number; length: number }[] = [];
  for (let at = 0; at + 4 <= extra.length; at += 4 + uint16(extra, at + 2))
    fields.push({ id: uint16(extra, at), at: at + 4, length: Math.min(uint16(extra, at + 2), extra.length - at - 4) });
  return fields;
}

/** Info-ZIP's Unicode Path: programs that know it extract the file under its name, which must be the one that others read in the header. */
export function hasOtherName(extra: Uint8Array, name: string): boolean {
  return extraFields(extra).some(({ id, at, length }) => id === 0x7075 && !sameBytes(extra.subarray(at + 5, at + length), utf8(name)));
}

/**
 * Offset of a file's data. The local header must have the same name and method as the directory, and no other name, because programs
 * differ in which they read. @param name the decoded one.
 * @throws ZipFault. Source: PKWARE APPNOTE 6.3.10, 4.3.7.
 */
export async function readLocal(
  source: ZipSource,
  { localOffset, rawName, method }: Pick<CentralRecord, 'localOffset' | 'rawName' | 'method'>,
  name: string,
): Promise<number> {
  const header = await bytesAt(source, localOffset, 30);
  if (uint32(header, 0) !== 0x04034b50) throw new ZipFault(`${name} 的文件头损坏`);
  const [nameBytes, extraBytes] = [uint16(header, 26), uint16(header, 28)];
  const rest = nameBytes + extraBytes === 0 ? new Uint8Array(0) : await bytesAt(source, localOffset + 30, nameBytes + extraBytes);
  if (!sameBytes(rest.subarray(0, nameBytes), rawName) || uint16(header, 8) !== method) throw new ZipFault(`${name} 的文件头与目录不符`);
  if (hasOtherName(rest.subarray(nameBytes), name)) throw new ZipFault(`${name} ${otherName}`);
  return localOffset + 30 + nameBytes + extraBytes;
}

/** Why a file with another name is refused. */
export const otherName = '另有一个文件名，不同的程序解压出的文件名不同';

/** Reads exactly these bytes. @throws ZipFault if the file is too short. */
export async function bytesAt(source: ZipSource, start: number, length: number): Promise<Uint8Array> {
  const isThere = Number.isSafeInteger(start) && start >= 0 && start + length <= source.sizeBytes;
  const bytes = isThere ? await source.read(start, length) : null;
  if (bytes?.length !== length) throw new ZipFault('文件不完整');
  return bytes;
}

/** Unsigned little-endian. */
export function uint16(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 0x100;
}

export function uint32(bytes: Uint8Array, at: number): number {
  return uint16(bytes, at) + uint16(bytes, at + 2) * 0x1_0000;
}

/** Returned as a number: no file size exceeds 2^53. */
export function uint64(bytes: Uint8Array, at: number): number {
  return uint32(bytes, at) + uint32(bytes, at + 4) * 0x1_0000_0000;
}
