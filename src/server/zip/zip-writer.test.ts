import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
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

it('ends its parts and the source that is open when its reader gives up', async () => {
  const over: string[] = [];
  async function* endless(): AsyncGenerator<Buffer> {
    try {
      for (;;) yield Buffer.alloc(65_536);
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
  const zip = writeZip(parts(), { level: 0 });
  await once(zip, 'readable');
  zip.destroy();
  await expect.poll(() => over.toSorted()).toEqual(['parts', 'source']);
});
