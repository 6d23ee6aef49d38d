import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { zipOf } from '../../../test/installation/zip.ts';
import { readExactZip } from '../../domain/zip/exact-zip.ts';
import { hashEntry } from '../../domain/zip/zip-content.ts';
import { nodeZipTools } from './node-zip-tools.ts';
import { entryBytes } from './zip-content.ts';
import { ZipFault, type ZipSource } from '../../domain/zip/zip-records.ts';
import { writeZip } from './zip-writer.ts';

const sourceOf = (bytes: Buffer): ZipSource => ({
  sizeBytes: bytes.length,
  read: async (start, length) => bytes.subarray(start, start + length),
  async *chunks(start, length) {
    yield bytes.subarray(start, start + length);
  },
});
const files = [
  { name: 'one', bytes: Buffer.from('first') },
  { name: '二', bytes: Buffer.from('second '.repeat(100)), deflated: true },
];
async function contentsOf(bytes: Buffer) {
  const source = sourceOf(bytes);
  const entries = await readExactZip(source);
  return Promise.all(entries.map(async (entry) => ({ name: entry.name, ...(await entryBytes(source, entry)) })));
}
const whole = files.map(({ name, bytes: value }) => ({ name, value, fault: null }));

it('reads what our writer and others write', async () => {
  expect(await contentsOf(zipOf(files))).toEqual(whole);
  for (const level of [0, 3]) {
    const parts = files.map(({ name, bytes }) => ({ name, content: async () => Readable.from([bytes]) }));
    expect(await contentsOf(await buffer(writeZip(parts, { level })))).toEqual(whole);
  }
});

it('tells a file that is not what its checksum says, and never takes in more than it declares', async () => {
  const changed = zipOf(files);
  changed.writeUInt8(changed.readUInt8(33) ^ 1, 33);
  expect((await contentsOf(changed))[0]?.fault).toContain('CRC-32');
  const bomb = zipOf([{ name: 'bomb', bytes: Buffer.alloc(1_000_000), declared: 10, deflated: true }]);
  const [entry] = await readExactZip(sourceOf(bomb));
  expect(entry && (await hashEntry(nodeZipTools, sourceOf(bomb), entry, ['sha256'])).fault).toBe('解压后大于所述大小');
});

it.each<[string, (zip: Buffer) => Buffer]>([
  ['bytes before the first file', (zip) => Buffer.concat([Buffer.from('x'), zip])],
  ['a comment', (zip) => Buffer.concat([zip, Buffer.from('x')])],
  ['a name in its header that its list does not have', (zip) => Buffer.concat([zip.subarray(0, 30), Buffer.from('X'), zip.subarray(31)])],
  ['an end before its end', (zip) => zip.subarray(0, -1)],
])('refuses %s', async (_case, change) => {
  await expect(readExactZip(sourceOf(change(zipOf(files))))).rejects.toThrow(ZipFault);
});
