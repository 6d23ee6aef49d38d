/** A file of a zip that is being written. */
export interface WrittenEntry extends Checksums {
  /** UTF-8. */
  readonly rawName: Buffer;
  readonly method: 'stored' | 'deflated';
  /** Whether size and CRC-32 follow the content instead of preceding it. */
  readonly hasDescriptor: boolean;
  readonly date: Date;
  readonly localOffset: number;
}

export interface Checksums {
  readonly crc32: number;
  readonly sizeBytes: number;
  readonly compressedBytes: number;
}

/** The header before the content. Sizes of 4 GiB and more stand in a zip64 field. Source: PKWARE APPNOTE 6.3.10, 4.3.7 and 4.5.3. */
export function localHeader(entry: WrittenEntry): Buffer {
  const isWide = isFull(entry.sizeBytes) || isFull(entry.compressedBytes);
  const extra = Buffer.concat([isWide ? wideField([entry.sizeBytes, entry.compressedBytes]) : Buffer.alloc(0), instantField(entry.date)]);
  const [size, packed] = isWide ? [full32, full32] : [entry.sizeBytes, entry.compressedBytes];
  return Buffer.concat([
    uint32(0x04034b50),
    uint16(neededVersion(entry, isWide)),
    ...commonFields(entry, packed, size),
    uint16(extra.length),
    entry.rawName,
    extra,
  ]);
}

/** Size and CRC-32 behind a content that had to be written before they were known. Source: 4.3.9. */
export function descriptor({ crc32, sizeBytes, compressedBytes }: Checksums): Buffer {
  const write = isFull(sizeBytes) || isFull(compressedBytes) ? uint64 : uint32;
  return Buffer.concat([uint32(0x08074b50), uint32(crc32), write(compressedBytes), write(sizeBytes)]);
}

/** Source: 4.3.12. */
export function centralHeader(entry: WrittenEntry): Buffer {
  const wide = [entry.sizeBytes, entry.compressedBytes, entry.localOffset].filter(isFull);
  const extra = Buffer.concat([wide.length === 0 ? Buffer.alloc(0) : wideField(wide), instantField(entry.date)]);
  return Buffer.concat([
    uint32(0x02014b50),
    uint16(madeOnUnix),
    uint16(neededVersion(entry, wide.length > 0)),
    ...commonFields(entry, narrow(entry.compressedBytes), narrow(entry.sizeBytes)),
    uint16(extra.length),
    // No comment, first disk, no internal attributes.
    Buffer.alloc(6),
    uint32(regularFile),
    uint32(narrow(entry.localOffset)),
    entry.rawName,
    extra,
  ]);
}

/** The end of the directory, with its zip64 form where a number needs it. Source: 4.3.14 to 4.3.16. */
export function directoryEnd({ count, offset, sizeBytes }: { count: number; offset: number; sizeBytes: number }): Buffer {
  const narrowCount = Math.min(count, 0xffff);
  const isWide = narrowCount === 0xffff || isFull(offset) || isFull(sizeBytes);
  const wideEnd = [
    uint32(0x06064b50),
    uint64(44),
    uint16(zip64Version),
    uint16(zip64Version),
    Buffer.alloc(8),
    ...[count, count, sizeBytes, offset].map(uint64),
    uint32(0x07064b50),
    uint32(0),
    uint64(offset + sizeBytes),
    uint32(1),
  ];
  return Buffer.concat([
    ...(isWide ? wideEnd : []),
    uint32(0x06054b50),
    uint32(0),
    uint16(narrowCount),
    uint16(narrowCount),
    uint32(narrow(sizeBytes)),
    uint32(narrow(offset)),
    uint16(0),
  ]);
}

/** From the flags to the length of the name, alike in both headers. */
function commonFields({ method, hasDescriptor, date, crc32, rawName }: WrittenEntry, packed: number, size: number): Buffer[] {
  const flags = namesAreUtf8 | (hasDescriptor ? 8 : 0);
  return [
    uint16(flags),
    uint16(method === 'stored' ? 0 : 8),
    dosTime(date),
    uint32(crc32),
    uint32(packed),
    uint32(size),
    uint16(rawName.length),
  ];
}

/**
 * The format means local time. That is Beijing's, wherever the server runs, for programs that do not read the instant: Windows Explorer,
 * Python. Years from 1980 to 2107.
 */
function dosTime(date: Date): Buffer {
  const local = new Date(date.getTime() + beijingMs);
  const year = Math.min(Math.max(local.getUTCFullYear() - 1980, 0), 127);
  const time = (local.getUTCHours() << 11) | (local.getUTCMinutes() << 5) | (local.getUTCSeconds() >> 1);
  return Buffer.concat([uint16(time), uint16((year << 9) | ((local.getUTCMonth() + 1) << 5) | local.getUTCDate())]);
}

/** Info-ZIP's extended timestamp: the instant in seconds since 1970, of 32 bits with a sign. A later one has only the local time. */
function instantField(date: Date): Buffer {
  const seconds = Math.floor(date.getTime() / 1000);
  if (Math.abs(seconds) > 0x7fffffff) return Buffer.alloc(0);
  const field = Buffer.from('555405000100000000', 'hex');
  field.writeInt32LE(seconds, 5);
  return field;
}

function neededVersion({ method }: WrittenEntry, isWide: boolean): number {
  return isWide ? zip64Version : method === 'stored' ? 10 : 20;
}

function wideField(values: readonly number[]): Buffer {
  return Buffer.concat([uint16(1), uint16(8 * values.length), ...values.map(uint64)]);
}

/** Whether the value stands in a zip64 field; the 32-bit one is all ones then. */
function isFull(value: number): boolean {
  return value >= full32;
}

function narrow(value: number): number {
  return Math.min(value, full32);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

const beijingMs = 28_800_000;
const full32 = 0xffffffff;
const zip64Version = 45;
const madeOnUnix = 3 * 256 + zip64Version;
const namesAreUtf8 = 0x0800;
/** Mode 0644 of a regular file. */
const regularFile = 0o100644 * 0x1_0000;
