/** A file that is read where it is wanted; it may be large and hostile. */
export interface ZipSource {
  readonly sizeBytes: number;
  /** `start + length` is at most the size, `length` at least 1. */
  read(start: number, length: number): Promise<Buffer>;
  /** The same bytes, one after the other. */
  chunks(start: number, length: number): AsyncIterable<Buffer>;
}

/** The file is no zip that we read: damaged, or made to be read differently by different programs. */
export class ZipFault extends Error {
  override name = 'ZipFault';
}

/** Where the list of files stands. */
export interface ZipEnd {
  readonly count: number;
  readonly directoryBytes: number;
  readonly directoryOffset: number;
}

/** A file as the list says; its sizes and its place as the narrow fields have them. */
export interface CentralRecord {
  readonly rawName: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly compressedBytes: number;
  readonly sizeBytes: number;
  readonly localOffset: number;
  readonly extra: Buffer;
}

/** Bit 0: encrypted; bits 6 and 13: strongly so. */
export function isEncrypted({ flags }: Pick<CentralRecord, 'flags'>): boolean {
  return (flags & 0x2041) !== 0;
}

/** The list of files. Its bytes hold exactly the records that are promised. @throws ZipFault. Source: PKWARE APPNOTE 6.3.10, 4.3.12. */
export async function readRecords(source: ZipSource, { count, directoryOffset, directoryBytes }: ZipEnd): Promise<CentralRecord[]> {
  const directory = directoryBytes === 0 ? Buffer.alloc(0) : await bytesAt(source, directoryOffset, directoryBytes);
  const records: CentralRecord[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw new ZipFault('目录损坏');
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
    const next = extraEnd + directory.readUInt16LE(at + 32);
    if (next > directory.length) throw new ZipFault('目录损坏');
    records.push({
      rawName: directory.subarray(at + 46, nameEnd),
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      crc32: directory.readUInt32LE(at + 16),
      compressedBytes: directory.readUInt32LE(at + 20),
      sizeBytes: directory.readUInt32LE(at + 24),
      localOffset: directory.readUInt32LE(at + 42),
      extra: directory.subarray(nameEnd, extraEnd),
    });
    at = next;
  }
  if (at !== directory.length) throw new ZipFault('目录与内容不符');
  return records;
}

/**
 * Where a file's data begin. Its own header must name it as the list does: programs differ in which of the two they read.
 * @throws ZipFault. Source: PKWARE APPNOTE 6.3.10, 4.3.7.
 */
export async function readLocal(
  source: ZipSource,
  { localOffset, rawName, method }: Pick<CentralRecord, 'localOffset' | 'rawName' | 'method'>,
): Promise<number> {
  const name = rawName.toString();
  const header = await bytesAt(source, localOffset, 30);
  if (header.readUInt32LE(0) !== 0x04034b50) throw new ZipFault(`${name} 的文件头损坏`);
  const [nameBytes, extraBytes] = [header.readUInt16LE(26), header.readUInt16LE(28)];
  const local = nameBytes === 0 ? Buffer.alloc(0) : await bytesAt(source, localOffset + 30, nameBytes);
  if (!local.equals(rawName) || header.readUInt16LE(8) !== method) throw new ZipFault(`${name} 的文件头与目录不符`);
  return localOffset + 30 + nameBytes + extraBytes;
}

/** Exactly these bytes. @throws ZipFault when the file ends before. */
export async function bytesAt(source: ZipSource, start: number, length: number): Promise<Buffer> {
  const isThere = Number.isSafeInteger(start) && start >= 0 && start + length <= source.sizeBytes;
  const bytes = isThere ? await source.read(start, length) : null;
  if (bytes?.length !== length) throw new ZipFault('文件不完整');
  return bytes;
}
