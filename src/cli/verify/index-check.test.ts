import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { indexFault } from '../../domain/proof/verify/index-check.ts';
import { nodeZipTools } from '../../server/platform/zip/node-zip-tools.ts';

/** Bytes in memory, read in chunks; `taken` counts them. */
function sourceOf(bytes: Buffer) {
  const source = {
    taken: 0,
    sizeBytes: bytes.length,
    read: async (start: number, length: number) => bytes.subarray(start, start + length),
    async *chunks(start: number, length: number) {
      for (let at = start; at < start + length; at += 65_536) {
        const chunk = bytes.subarray(at, Math.min(at + 65_536, start + length));
        source.taken += chunk.length;
        yield chunk;
      }
    },
  };
  return source;
}
const recordDigest = (record: Buffer) => `sha256:${createHash('sha256').update(record).digest('hex')}`;
const records = ['first', 'second', 'third'].map((text) => Buffer.from(`${text} record`));
const members = records.map((record) => gzipSync(record));
const warc = Buffer.concat(members);
const index = records.map((record, at) => ({
  url: `http://a/${at}`,
  offset: members.slice(0, at).reduce((sum, { length }) => sum + length, 0),
  length: members[at]?.length ?? 0,
  recordDigest: recordDigest(record),
}));

it('finds nothing wrong in records that are as the index says, in whatever order it names them', async () => {
  expect(await indexFault(nodeZipTools, sourceOf(warc), index)).toBeNull();
  expect(await indexFault(nodeZipTools, sourceOf(warc), index.toReversed())).toBeNull();
});

it.each([
  ['a byte', Buffer.from(warc.with(30, (warc[30] ?? 0) ^ 1))],
  ['its end cut off', warc.subarray(0, -20)],
  ['something else altogether', Buffer.from('no gzip'.repeat(30))],
])('names the record where the file has %s changed', async (_, changed) => {
  expect(await indexFault(nodeZipTools, sourceOf(changed), index)).toMatch(/^http:\/\/a\/\d 的记录与索引不符$/);
});

it.each([
  ['behind the end', { offset: 1e9 }],
  ['so long that it takes in the next', { length: 200 }],
  ['in the middle of another', { offset: 5 }],
  ['of no bytes', { length: 0 }],
])('names a record whose place is %s', async (_, place) => {
  const changed = index.map((record, at) => (at === 0 ? { ...record, ...place } : record));
  expect(await indexFault(nodeZipTools, sourceOf(warc), changed)).toMatch(/^http:\/\/a\/\d 的记录与索引不符$/);
});

it('unpacks no more of a bomb than it may, in the memory of a chunk', async () => {
  const bomb = gzipSync(Buffer.alloc(400_000_000), { level: 9 });
  const source = sourceOf(bomb);
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const watching = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers - before)), 2);
  const fault = await indexFault(
    nodeZipTools,
    source,
    [{ url: 'http://a/', offset: 0, length: bomb.length, recordDigest: recordDigest(bomb) }],
    250_000_000,
  );
  clearInterval(watching);
  expect(fault).toBe('流量记录解压后超过上限，未全部读取');
  expect(source.taken).toBeLessThan(bomb.length);
  // Bytes that were read are released, whenever the collector runs.
  expect(most).toBeLessThan(150_000_000);
});
