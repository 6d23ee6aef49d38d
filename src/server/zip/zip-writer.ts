import { ZipArchive } from 'archiver';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

/** One file of a zip. */
export interface ZipPart {
  readonly name: string;
  /** A source is opened when its turn comes, and closed with the zip. */
  readonly content: Buffer | string | (() => AsyncIterable<Buffer | string> | Promise<AsyncIterable<Buffer | string>>);
  /** Of a source, lower-case hex: it is checked while it is written. */
  readonly sha256?: string;
}

export interface ZipOptions {
  /** Deflate's level; 0 stores the bytes as they are. */
  readonly level: number;
  /** Of every file; the time of writing where it is left out. */
  readonly date?: Date;
}

/**
 * A zip that is written while it is read: the next part is asked for when the last one was read, and one chunk of it is in memory at a
 * time. Whatever fails, a source that is not what its hash says among it, breaks the zip off: half a zip must not look whole. A reader
 * who gives up ends the parts and the source that is open.
 */
export function writeZip(parts: Iterable<ZipPart> | AsyncIterable<ZipPart>, { level, date }: ZipOptions): Readable {
  const archive = new ZipArchive(level === 0 ? { store: true } : { zlib: { level } });
  const fail = (error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error)));
  // However often it fails on its way to its end, who reads it is told once; and where nobody reads any more, nothing is left uncaught.
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

/** Resolves once the source was read to its end, or the archive was given up; rejects with what the reading failed with. */
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
