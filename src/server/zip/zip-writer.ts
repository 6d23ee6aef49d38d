import { ZipArchive } from 'archiver';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

/** A file in a zip. */
export interface ZipPart {
  readonly name: string;
  /** A source is opened when its turn comes, and closed with the zip. */
  readonly content: Buffer | string | (() => AsyncIterable<Buffer | string> | Promise<AsyncIterable<Buffer | string>>);
  /** Expected hash of a source's content, lower-case hex; verified while the content is written. */
  readonly sha256?: string;
}

export interface ZipOptions {
  /** Deflate level; 0 stores the bytes uncompressed. */
  readonly level: number;
  /** Modification time of every file; the time of writing if absent. */
  readonly date?: Date;
}

/**
 * Creates a zip that is written while it is read: the next part is requested when the last one has been read, and one chunk is in memory at
 * a time. Any failure, including a source that does not match its hash, destroys the stream, so that half a zip never looks whole. If the
 * reader gives up, the iterator of the parts and the open source are closed.
 */
export function writeZip(parts: Iterable<ZipPart> | AsyncIterable<ZipPart>, { level, date }: ZipOptions): Readable {
  const archive = new ZipArchive(level === 0 ? { store: true } : { zlib: { level } });
  const fail = (error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error)));
  // Failures on the way to the end reach the reader once. Without a reader, this handler prevents an uncaught error.
  archive.on('error', fail);
  void appendAll(archive, parts, date && { date }).catch(fail);
  return archive;
}

async function appendAll(
  archive: ZipArchive,
  parts: Iterable<ZipPart> | AsyncIterable<ZipPart>,
  dated: Pick<ZipOptions, 'date'> | undefined,
): Promise<void> {
  const all = iteratorOf(parts);
  archive.once('close', () => void all.return?.());
  for (let next = await all.next(); !next.done && !archive.destroyed; next = await all.next()) {
    const { name, content } = next.value;
    const entry = { name, ...dated };
    if (typeof content !== 'function') archive.append(content, entry);
    else await appendSource(archive, Readable.from(chunksOf(next.value, content), { highWaterMark: 1 }), entry);
  }
  if (!archive.destroyed) await archive.finalize();
}

function iteratorOf(parts: Iterable<ZipPart> | AsyncIterable<ZipPart>): AsyncIterator<ZipPart> | Iterator<ZipPart> {
  return Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]();
}

async function* chunksOf({ name, sha256 }: ZipPart, open: Exclude<ZipPart['content'], Buffer | string>): AsyncGenerator<Buffer | string> {
  const hash = sha256 === undefined ? null : createHash('sha256');
  for await (const chunk of await open()) {
    hash?.update(chunk);
    yield chunk;
  }
  if (hash && hash.digest('hex') !== sha256) throw new Error(`${name} is not what it was kept as: ${sha256 ?? ''}`);
}

/** Resolves when the source has been read to its end or the archive is closed; rejects with the error of the reading. */
function appendSource(archive: ZipArchive, source: Readable, entry: { name: string; date?: Date }): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      source.destroy();
      resolve();
    };
    archive.once('close', giveUp);
    source.once('end', () => {
      archive.off('close', giveUp);
      resolve();
    });
    source.once('error', reject);
    archive.append(source, entry);
  });
}
