import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { zipOf, type ZipFile } from '../../../../test/installation/zip.ts';
import { readExactZip } from '../../../domain/kit/zip/exact-zip.ts';
import { hashEntry } from '../../../domain/kit/zip/zip-content.ts';
import { nodeZipTools } from './node-zip-tools.ts';
import { entryBytes } from './zip-content.ts';
import { ZipFault, ZipUnread, type ZipSource } from '../../../domain/kit/zip/zip-records.ts';
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

/** Info-ZIP's Unicode Path over `of`: version, CRC-32 of the name in the header, the other name. */
function unicodePath(of: string, other: string): Buffer {
  const body = Buffer.concat([Buffer.from([1]), Buffer.alloc(4), Buffer.from(other)]);
  body.writeUInt32LE(crc32(Buffer.from(of)), 1);
  return field(0x7075, body);
}

function field(id: number, body: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(body.length, 2);
  return Buffer.concat([head, body]);
}

describe('a second name', () => {
  const bytes = Buffer.from('first');
  const other = unicodePath('one', 'one.exe');
  const time = field(0x5455, Buffer.from([1, 0, 0, 0, 0]));
  it.each<[string, Pick<ZipFile, 'extra' | 'localExtra'>]>([
    ['in the directory', { extra: other }],
    ['in the header', { localExtra: other }],
    ['in both', { extra: other, localExtra: other }],
    ['behind another field', { extra: Buffer.concat([time, other]) }],
    ['that is cut', { localExtra: Buffer.concat([time, other.subarray(0, 6)]) }],
  ])('%s is refused', async (_case, extras) => {
    await expect(readExactZip(sourceOf(zipOf([{ name: 'one', bytes, ...extras }])))).rejects.toThrow(/另有一个文件名/);
  });

  it.each([
    ['a time', time],
    ['a comment in Unicode', field(0x6375, Buffer.from([1, 0, 0, 0, 0, 65]))],
    ['the same one again, as WinRAR writes it', unicodePath('one', 'one')],
  ])('is not %s', async (_case, extra) => {
    expect(await readExactZip(sourceOf(zipOf([{ name: 'one', bytes, extra, localExtra: extra }])))).toHaveLength(1);
  });
});

it.each([
  ['a link', 0o120_777],
  ['a device', 0o060_644],
  ['a pipe', 0o010_644],
])('refuses %s, and takes a file with a mode', async (_case, mode) => {
  const zip = (given: number) => sourceOf(zipOf([{ name: 'one', bytes: Buffer.from('/etc/passwd'), mode: given }]));
  await expect(readExactZip(zip(mode))).rejects.toThrow(/不是文件/);
  expect(await readExactZip(zip(0o100_644))).toHaveLength(1);
});

/** The zip with a field of its header, and of its record in the directory, set to another value. */
function withField(zip: Buffer, at: number, value: number): Buffer {
  const out = Buffer.from(zip);
  out.writeUInt16LE(value, 4 + at);
  out.writeUInt16LE(value, out.indexOf(Buffer.from('504b0102', 'hex')) + 6 + at);
  return out;
}

describe('a zip that may be whole and is not read', () => {
  const zip = zipOf([{ name: '一.txt', bytes: Buffer.from('first') }]);
  const flags = (value: number) => withField(zip, 2, value);
  const method = (value: number) => withField(zip, 4, value);
  const part = Buffer.from(zip);
  part.writeUInt16LE(2, zip.length - 18);
  it.each<[string, Buffer, RegExp]>([
    ...[0x801, 0x841, 0x2801].map((value): [string, Buffer, RegExp] => [`flags ${value}`, flags(value), /有加密的文件（如“一\.txt”）/]),
    ...(
      [
        [9, 'Deflate64'],
        [12, 'BZIP2'],
        [14, 'LZMA'],
        [93, 'Zstandard'],
        [95, 'XZ'],
        [98, 'PPMd'],
        [77, '77 号'],
      ] as const
    ).map(([value, name]): [string, Buffer, RegExp] => [
      `method ${value}`,
      method(value),
      new RegExp(`压缩方式为 ${name} 的文件（如“一\\.txt”）`),
    ]),
    ['one part of several', part, /分卷压缩的 zip 中的一卷/],
  ])('with %s is told as that', async (_case, bytes, words) => {
    const fault = await readExactZip(sourceOf(bytes)).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ZipUnread);
    expect((fault as Error).message).toMatch(words);
    expect((fault as Error).message).toMatch(/没有读取其中的内容：请.+再核验$/);
  });
});
