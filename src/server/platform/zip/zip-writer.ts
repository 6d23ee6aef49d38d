import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib';
import { centralHeader, descriptor, directoryEnd, localHeader, type Checksums, type WrittenEntry } from './zip-headers.ts';

/** A file in a zip. */
export interface ZipPart {
  readonly name: string;
  /**
   * A source is opened when its turn comes, and closed with the zip. In an uncompressed zip it may be opened twice, because its header
   * states size and CRC-32 before the content.
   */
  readonly content: Buffer | string | OpenSource;
  /** Expected hash of a source's content, lower-case hex; verified while the content is written. */
  readonly sha256?: string;
}

type Parts = Iterable<ZipPart> | AsyncIterable<ZipPart>;
type Source = AsyncIterable<Buffer | string>;
type OpenSource = () => Source | Promise<Source>;

export interface ZipOptions {
  /** Deflate level; 0 stores the bytes uncompressed. */
  readonly level: number;
  /** Modification time of every file; the time of writing if absent. */
  readonly date?: Date;
}

/**
 * Creates a zip that is written while it is read: the next part is requested when the last one has been read, and at most `heldBytes` of
 * one part are in memory. Any failure, including a source that does not match its hash, destroys the stream, so that half a zip never looks
 * whole. If the reader gives up, the iterator of the parts and the open source are closed.
 *
 * Every file states size and CRC-32 in its local header, so that programs that read from a pipe can read it too; many refuse stored files
 * that state them only afterwards. Only compressed sources, whose size is known at their end, have a data descriptor.
 */
export function writeZip(parts: Parts, { level, date = new Date() }: ZipOptions): Readable {
  const zip: Readable = Readable.from(
    zipChunks(parts, date, (part) => (level === 0 ? stored(part, () => zip.destroyed) : deflated(part, level))),
    { objectMode: false, highWaterMark: 262_144 },
  );
  // Failures reach the reader once. Without a reader, this handler prevents an uncaught error.
  zip.on('error', () => undefined);
  return zip;
}

async function* zipChunks(parts: Parts, date: Date, contentOf: (part: ZipPart) => Promise<Content>): AsyncGenerator<Buffer> {
  const entries: WrittenEntry[] = [];
  let offset = 0;
  for await (const part of parts) {
    const { method, known, chunks } = await contentOf(part);
    const place = { rawName: Buffer.from(part.name), method, hasDescriptor: known === null, date, localOffset: offset };
    const header = localHeader({ ...place, ...(known ?? noChecksums) });
    yield header;
    const found = yield* chunks;
    if (known && (found.crc32 !== known.crc32 || found.sizeBytes !== known.sizeBytes))
      throw new Error(`${part.name} changes while it is read`);
    const entry = { ...place, ...found };
    const end = known ? null : descriptor(entry);
    if (end) yield end;
    offset += header.length + entry.compressedBytes + (end?.length ?? 0);
    entries.push(entry);
  }
  const directory = Buffer.concat(entries.map(centralHeader));
  yield directory;
  yield directoryEnd({ count: entries.length, offset, sizeBytes: directory.length });
}

/** The bytes of a file as they stand in the zip; their generator returns what has been read. */
interface Content {
  readonly method: WrittenEntry['method'];
  readonly known: Checksums | null;
  readonly chunks: AsyncGenerator<Buffer, Checksums>;
}

const noChecksums: Checksums = { crc32: 0, sizeBytes: 0, compressedBytes: 0 };

/** Reads a large source once for its size and CRC-32, and again when it is written. A small one is kept from the first reading. */
async function stored(part: ZipPart, isGivenUp: () => boolean): Promise<Content> {
  const { held, known } = await measure(part, isGivenUp);
  return { method: 'stored', known, chunks: unchanged(verified(part, held === null ? part.content : Buffer.concat(held))) };
}

/** @returns the content itself if it is small. */
async function measure({ content }: ZipPart, isGivenUp: () => boolean): Promise<{ held: Buffer[] | null; known: Checksums }> {
  let held: Buffer[] | null = [];
  let [crc, sizeBytes] = [0, 0];
  for await (const chunk of chunksOf(content)) {
    if (isGivenUp()) break;
    crc = crc32(chunk, crc);
    sizeBytes += chunk.length;
    if (sizeBytes > heldBytes) held = null;
    held?.push(chunk);
  }
  return { held, known: { crc32: crc, sizeBytes, compressedBytes: sizeBytes } };
}

async function* unchanged(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, Checksums> {
  let [crc, sizeBytes] = [0, 0];
  for await (const chunk of source) {
    crc = crc32(chunk, crc);
    sizeBytes += chunk.length;
    yield chunk;
  }
  return { crc32: crc, sizeBytes, compressedBytes: sizeBytes };
}

async function deflated(part: ZipPart, level: number): Promise<Content> {
  if (typeof part.content === 'function')
    return { method: 'deflated', known: null, chunks: compressed(verified(part, part.content), level) };
  const whole = Buffer.from(part.content);
  const packed = await promisify(deflateRaw)(whole, { level });
  const known = { crc32: crc32(whole), sizeBytes: whole.length, compressedBytes: packed.length };
  async function* chunks(): AsyncGenerator<Buffer, Checksums> {
    yield packed;
    return known;
  }
  return { method: 'deflated', known, chunks: chunks() };
}

async function* compressed(source: AsyncIterable<Buffer>, level: number): AsyncGenerator<Buffer, Checksums> {
  const sums = { crc32: 0, sizeBytes: 0, compressedBytes: 0 };
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      sums.crc32 = crc32(chunk, sums.crc32);
      sums.sizeBytes += chunk.length;
      yield chunk;
    }
  }
  const [readable, packing] = [Readable.from(counted(), { highWaterMark: 1 }), createDeflateRaw({ level })];
  readable.on('error', (error) => packing.destroy(error));
  packing.on('close', () => readable.destroy());
  for await (const chunk of readable.pipe(packing) as AsyncIterable<Buffer>) {
    sums.compressedBytes += chunk.length;
    yield chunk;
  }
  return sums;
}

/** The content, if its hash is the expected one; else fails at its end. */
async function* verified({ name, sha256 }: ZipPart, content: ZipPart['content']): AsyncGenerator<Buffer> {
  const hash = sha256 === undefined ? null : createHash('sha256');
  for await (const chunk of chunksOf(content)) {
    hash?.update(chunk);
    yield chunk;
  }
  if (hash && hash.digest('hex') !== sha256) throw new Error(`${name} is not what it was kept as: ${sha256 ?? ''}`);
}

async function* chunksOf(content: ZipPart['content']): AsyncGenerator<Buffer> {
  if (typeof content !== 'function') yield Buffer.from(content);
  else for await (const chunk of await content()) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

const heldBytes = 4_194_304;
