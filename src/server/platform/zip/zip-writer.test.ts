import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { writeZip, type ZipPart } from './zip-writer.ts';

const part = (name: string, kept: string, found = kept): ZipPart => ({
  name,
  sha256: createHash('sha256').update(kept).digest('hex'),
  content: async () => Readable.from([Buffer.from(found)]),
});
const zipped = (parts: readonly ZipPart[]) => buffer(writeZip(parts, { level: 0 }));

it('is whole where every file is what its hash says', async () => {
  const zip = await zipped([part('one', 'first'), part('two', 'second'), { name: 'three', content: 'third' }]);
  expect(zip.subarray(-22).readUInt32LE(0)).toBe(0x06054b50);
  expect(zip.readUInt16LE(zip.length - 12)).toBe(3);
});

it.each([
  ['changed', 'secont'],
  ['cut short', 'seco'],
  ['empty', ''],
])('breaks off where the store gives a file %s, so that no broken zip looks whole', async (_, found) => {
  await expect(zipped([part('one', 'first'), part('two', 'second', found), part('three', 'third')])).rejects.toThrow(
    'two is not what it was kept as',
  );
});

it('breaks off where a source cannot be opened, or the parts end in a fault', async () => {
  const fault = (message: string) => () => Promise.reject(new Error(message));
  await expect(zipped([part('one', 'first'), { name: 'two', content: fault('gone') }])).rejects.toThrow('gone');
  async function* parts(): AsyncGenerator<ZipPart> {
    yield part('one', 'first');
    throw new Error('no more of them');
  }
  await expect(buffer(writeZip(parts(), { level: 3 }))).rejects.toThrow('no more of them');
});

it.each([0, 3])('ends its parts and the source that is open when its reader gives up, at level %i', async (level) => {
  const over: string[] = [];
  async function* endless(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        over[0] ??= 'started';
        await setImmediate();
        yield Buffer.alloc(65_536);
      }
    } finally {
      over.push('source');
    }
  }
  async function* parts(): AsyncGenerator<ZipPart> {
    try {
      yield { name: 'one', content: endless };
      yield part('two', 'second');
    } finally {
      over.push('parts');
    }
  }
  const zip = writeZip(parts(), { level });
  if (level === 0) zip.resume();
  // An uncompressed part is read once before its header is written, so nothing can be read of this one.
  await (level === 0 ? expect.poll(() => over).toEqual(['started']) : once(zip, 'readable'));
  zip.destroy();
  await expect.poll(() => over.toSorted()).toEqual(['parts', 'source', 'started']);
});

it('states size and CRC-32 before the content of every stored file, held or read twice', async () => {
  const large = Buffer.alloc(5_000_000, 'large');
  const parts: ZipPart[] = [
    { name: '空', content: '' },
    part('second', 'second'),
    { name: 'large', content: async () => Readable.from([large.subarray(0, 70_000), large.subarray(70_000)]) },
  ];
  const zip = await zipped(parts);
  let at = 0;
  for (const content of [Buffer.alloc(0), Buffer.from('second'), large]) {
    expect(zip.readUInt32LE(at)).toBe(0x04034b50);
    expect(zip.readUInt16LE(at + 6) & 8).toBe(0);
    expect([zip.readUInt32LE(at + 14), zip.readUInt32LE(at + 18), zip.readUInt32LE(at + 22)]).toEqual([
      crc32(content),
      content.length,
      content.length,
    ]);
    at += 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28) + content.length;
  }
  expect(zip.readUInt32LE(at)).toBe(0x02014b50);
});

it('breaks off where a large source differs between its two readings', async () => {
  let opened = 0;
  const content = async () => Readable.from([Buffer.alloc(5_000_000, (opened += 1))]);
  await expect(zipped([{ name: 'large', content }])).rejects.toThrow('large changes while it is read');
});
