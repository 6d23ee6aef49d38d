import { expect, it } from 'vitest';
import { media } from '../../../../test/installation/factories/media.ts';
import { openingBytes, UnsupportedType, watchOpening } from './opening.ts';

async function* pieces(file: Buffer, sizeBytes: number) {
  for (let at = 0; at < file.length; at += sizeBytes) yield file.subarray(at, at + sizeBytes);
}
async function readAll(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let read = 0;
  for await (const piece of bytes) read += piece.length;
  return read;
}
const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(5000)]);
const gigabyte = 1_000_000_000;

it.each([1, 7, 4096])('reads a small file of another type to its end, in pieces of %i bytes', async (size) => {
  const { bytes, fault } = watchOpening(pieces(heic, size), heic.length);
  expect(await readAll(bytes)).toBe(heic.length);
  expect(fault(true)).toMatchObject({ reason: expect.stringContaining('HEIC') as string });
});

it.each([1, 7, 12, 20, 1023])('reads on from %i bytes that came before', async (received) => {
  const { bytes, fault } = watchOpening(pieces(heic.subarray(received), 100), heic.length, heic.subarray(0, received));
  expect(await readAll(bytes)).toBe(heic.length - received);
  expect(fault(true)).toMatchObject({ reason: expect.stringContaining('HEIC') as string });
});

it.each([gigabyte, null])('ends one of %s bytes at its opening', async (declared) => {
  let read = 0;
  const { bytes } = watchOpening(pieces(heic, 100), declared);
  await expect(
    (async () => {
      for await (const piece of bytes) read += piece.length;
    })(),
  ).rejects.toBeInstanceOf(UnsupportedType);
  expect(read).toBeLessThan(openingBytes(heic));
});

it.each(['mp4', 'webm', 'wav', 'mp3'] as const)('lets a %s of any size through', async (kind) => {
  const file = media[kind](9);
  const { bytes, fault } = watchOpening(pieces(file, 5), gigabyte);
  expect(await readAll(bytes)).toBe(file.length);
  expect(fault(true)).toBeNull();
});

/** As encoders write it before other formats than MP3. Source: ID3v2.4, 3.1. */
function tagged(content: Buffer, tagBytes: number): Buffer {
  const size = [21, 14, 7, 0].map((bits) => (tagBytes >> bits) & 0x7f);
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, ...size]), Buffer.alloc(tagBytes, 0x41), content]);
}
const aac = Buffer.concat([Buffer.from([0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc]), Buffer.alloc(5000, 1)]);
const flac = Buffer.concat([Buffer.from('fLaC\0\0\0\x22', 'latin1'), Buffer.alloc(5000)]);

it.each([
  ['AAC (ADTS)', aac, 100],
  ['AAC (ADTS)', aac, 200_000],
  ['FLAC', flac, 4096],
  ['FLAC', tagged(flac, 900), 60_000],
])('ends %s behind a tag at the opening of its content', async (name, content, tagBytes) => {
  const file = tagged(content, tagBytes);
  const { bytes, fault } = watchOpening(pieces(file, 3000), gigabyte);
  await expect(readAll(bytes)).rejects.toThrow(name);
  expect(fault(true)?.reason).toContain(name);
});

it('leaves a tag of more than a megabyte to the complete file', async () => {
  const file = tagged(aac, 2_000_000);
  const { bytes, fault } = watchOpening(pieces(file, 65_536), gigabyte);
  expect(await readAll(bytes)).toBe(file.length);
  expect(fault(true)).toBeNull();
});

/** An element of EBML: id, size in eight bytes, content. Source: RFC 8794, 4 to 6. */
function element(id: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const size = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0]);
  size.writeUInt32BE(body.length, 4);
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}
/** As mkvmerge writes it: a void of four kilobytes before the tracks. */
function matroska(trackType: number): Buffer {
  const head = element('1a45dfa3', element('4282', Buffer.from('matroska')));
  const tracks = element('1654ae6b', element('ae', element('83', Buffer.from([trackType]))));
  return Buffer.concat([head, element('18538067', element('ec', Buffer.alloc(4096)), tracks, element('1f43b675', Buffer.alloc(100_000)))]);
}
/** Header, file properties and the kind of a stream. Source: Advanced Systems Format, 3.1, 3.3. */
function asf(kind: string): Buffer {
  const header = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex');
  return Buffer.concat([header, Buffer.alloc(3000), Buffer.from(kind, 'hex'), Buffer.alloc(100_000)]);
}
const asfSound = '409e69f84d5bcf11a8fd00805f5c442b';
const asfFilm = 'c0ef19bc4d5bcf11a8fd00805f5c442b';

it.each([
  ['Matroska of sound', matroska(2), 'Matroska', 'M4A'],
  ['Matroska of a film', matroska(1), 'Matroska', 'MP4'],
  ['WMA', asf(asfSound), 'WMA', 'M4A'],
  ['WMV', asf(asfSound + asfFilm), 'WMV', 'MP4'],
  ['FLV of sound', Buffer.concat([Buffer.from('FLV\x01\x04\0\0\0\x09', 'latin1'), Buffer.alloc(3000)]), 'FLV', 'M4A'],
  ['Theora', Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('\x80theora', 'latin1'), Buffer.alloc(3000)]), 'Ogg', 'MP4'],
  ['AAC behind a tag', tagged(aac, 5000), 'AAC (ADTS)', 'M4A'],
  ['HEIC', heic, 'HEIC', 'JPEG'],
])('tells %s in the same words, however the first chunks are cut', async (_, file, name, instead) => {
  for (const cuts of [[file.length], [1], [4], [8], [12], [16], [40], [100], [1000], [1024], [4096], [12, 5, 70_000]]) {
    let received: Buffer = Buffer.alloc(0);
    let told: string | null = null;
    for (let at = 0; told === null && received.length < file.length; at += 1) {
      const chunk = file.subarray(received.length, received.length + (cuts[Math.min(at, cuts.length - 1)] ?? 1));
      const { bytes, fault } = watchOpening(pieces(chunk, 777), chunk.length, received);
      await readAll(bytes);
      received = Buffer.concat([received, chunk]);
      told = fault(received.length === file.length)?.reason ?? null;
      if (received.length > 200 && chunk.length < 100) cuts.push(3000);
    }
    expect(told).toBe(`文件类型不支持：${name}，请转换为${instead}后重新登记，原件可用文件存证保存`);
  }
});

it.each(['#!AMR\n', 'fLaC', 'GIF89a', 'RIFF\xff\xff\0\0AVI LIST', '.RMF'])(
  'does not wait where more would tell nothing else: %j',
  async (begin) => {
    const { bytes, fault } = watchOpening(pieces(Buffer.from(begin.padEnd(20, '\x3c'), 'latin1'), 1), gigabyte / 1000);
    await readAll(bytes);
    expect(fault(false)).not.toBeNull();
  },
);

it('tells the type of a file that is smaller than an opening when it is whole', async () => {
  const small = Buffer.from(`OggS${'\x3c'.repeat(40)}`, 'latin1');
  const { bytes, fault } = watchOpening(pieces(small, 1), small.length);
  await readAll(bytes);
  expect([fault(false), fault(true)?.reason.includes('Ogg')]).toEqual([null, true]);
});
