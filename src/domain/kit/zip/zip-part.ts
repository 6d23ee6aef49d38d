import { concatBytes } from '@noble/hashes/utils.js';
import type { ZipEntry } from './exact-zip.ts';
import { openEntry, type ZipTools } from './zip-content.ts';
import type { ZipSource } from './zip-records.ts';

/**
 * Random access to a file inside a zip, for a file that is itself a zip. For a compressed file, each read unpacks it again from its
 * beginning, with one chunk in memory.
 */
export function entrySource(tools: ZipTools, source: ZipSource, entry: ZipEntry): ZipSource {
  const { sizeBytes, dataOffset } = entry;
  if (entry.method === 'stored')
    return {
      sizeBytes,
      read: (start, length) => source.read(dataOffset + start, length),
      chunks: (start, length) => source.chunks(dataOffset + start, length),
    };
  return {
    sizeBytes,
    async read(start, length) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of cut(openEntry(tools, source, entry), start, length)) chunks.push(chunk);
      return concatBytes(...chunks);
    },
    chunks: (start, length) => cut(openEntry(tools, source, entry), start, length),
  };
}

/**
 * As `entrySource`, for a compressed file that is read mostly from its beginning to its end: the file is unpacked again only for a
 * read before the last one, and its beginning is kept. @throws RangeError after too many such reads.
 */
export function forwardSource(tools: ZipTools, source: ZipSource, entry: ZipEntry): Pick<ZipSource, 'sizeBytes' | 'read'> {
  let [kept, at, starts] = [new Uint8Array(0), 0, 0];
  let open: AsyncIterator<Uint8Array> | null = null;
  let head: Promise<Uint8Array> | undefined;
  const read = async (start: number, length: number): Promise<Uint8Array> => {
    if (!open || start < at) {
      starts += 1;
      if (starts > maxStarts) throw new RangeError('too many readings of a compressed file');
      [open, kept, at] = [openEntry(tools, source, entry)[Symbol.asyncIterator](), new Uint8Array(0), 0];
    }
    while (at + kept.length < start + length) {
      const { value, done } = await open.next();
      if (done === true) break;
      const passed = Math.min(kept.length, Math.max(0, start - at));
      kept = concatBytes(kept.subarray(passed), value);
      at += passed;
    }
    return kept.slice(start - at, start - at + length);
  };
  return {
    sizeBytes: entry.sizeBytes,
    async read(start, length) {
      if (start + length > keptHeadBytes) return read(start, length);
      head ??= read(0, Math.min(keptHeadBytes, entry.sizeBytes));
      return (await head).slice(start, start + length);
    },
  };
}

const keptHeadBytes = 262_144;
const maxStarts = 100;

async function* cut(chunks: AsyncIterable<Uint8Array>, start: number, length: number): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of chunks) {
    const from = Math.max(0, start - at);
    const part = chunk.subarray(from, Math.max(from, start + length - at));
    at += chunk.length;
    if (part.length > 0) yield part;
    if (at >= start + length) return;
  }
}
