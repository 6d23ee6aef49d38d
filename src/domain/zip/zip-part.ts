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
