import { bytesToHex } from '@noble/hashes/utils.js';
import type { IndexedRecord } from '../web-archive/cdxj.ts';
import { InflateFault, type ZipTools } from '../../kit/zip/zip-content.ts';
import type { ZipSource } from '../../kit/zip/zip-records.ts';

/**
 * Checks the records of a WARC against its index; returns the first fault, or null. The WARC is read once, front to back, with one chunk in
 * memory. Reading stops when the unpacked data exceeds the limit.
 */
export async function indexFault(
  tools: ZipTools,
  warc: ZipSource,
  records: readonly IndexedRecord[],
  maxUnpackedBytes = 1_073_741_824,
): Promise<string | null> {
  if (warc.sizeBytes === 0) return records.length === 0 ? null : '流量记录为空';
  const forward = readForward(warc.chunks(0, warc.sizeBytes));
  let budget = maxUnpackedBytes;
  try {
    for (const record of [...records].sort((a, b) => a.offset - b.offset)) {
      const { sha256, sizeBytes } = await digestOf(tools, forward.range(record.offset, record.length), budget);
      budget -= sizeBytes;
      if (budget < 0) return '流量记录解压后超过上限，未全部读取';
      if (record.recordDigest !== `sha256:${sha256}`) return `${record.url} 的记录与索引不符`;
    }
    return null;
  } finally {
    await forward.close();
  }
}

/** Hashes a gzip member while unpacking it; the hash is empty if it cannot be unpacked. Reads little more than `mostBytes`. */
async function digestOf(
  tools: ZipTools,
  packed: AsyncIterable<Uint8Array>,
  mostBytes: number,
): Promise<{ readonly sha256: string; readonly sizeBytes: number }> {
  const hash = await tools.createHash('sha256');
  let sizeBytes = 0;
  try {
    for await (const chunk of tools.inflate(packed, 'gzip')) {
      sizeBytes += chunk.length;
      if (sizeBytes > mostBytes) break;
      hash.update(chunk);
    }
  } catch (error) {
    if (error instanceof InflateFault) return { sha256: '', sizeBytes };
    throw error;
  }
  return { sha256: sizeBytes === 0 ? '' : bytesToHex(hash.digest()), sizeBytes };
}

/** Reads ranges of a stream in ascending order. A range that overlaps the previous one is empty; one beyond the end is cut short. */
function readForward(chunks: AsyncIterable<Uint8Array>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let at = 0;
  let rest: Uint8Array = new Uint8Array(0);
  /** The next bytes, at most `most`; null at the end of the stream. */
  async function take(most: number): Promise<Uint8Array | null> {
    while (rest.length === 0) {
      const next = await iterator.next();
      if (next.done) return null;
      rest = next.value;
    }
    const part = rest.subarray(0, most);
    rest = rest.subarray(part.length);
    at += part.length;
    return part;
  }
  return {
    async *range(offset: number, length: number): AsyncGenerator<Uint8Array> {
      let skipped: Uint8Array | null = rest;
      while (skipped && at < offset) skipped = await take(offset - at);
      let left = at === offset ? length : 0;
      for (let part = left > 0 ? await take(left) : null; part; part = left > 0 ? await take(left) : null) {
        left -= part.length;
        yield part;
      }
    },
    close: async (): Promise<void> => void (await iterator.return?.()),
  };
}
