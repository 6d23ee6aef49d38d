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
  expect(fault()).toMatchObject({ reason: expect.stringContaining('HEIC') as string });
});

it.each([1, 7, 12, 20, 1023])('reads on from %i bytes that came before', async (received) => {
  const { bytes, fault } = watchOpening(pieces(heic.subarray(received), 100), heic.length, heic.subarray(0, received));
  expect(await readAll(bytes)).toBe(heic.length - received);
  expect(fault()).toMatchObject({ reason: expect.stringContaining('HEIC') as string });
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
  expect(fault()).toBeNull();
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
  expect(fault()?.reason).toContain(name);
});

it('leaves a tag of more than a megabyte to the complete file', async () => {
  const file = tagged(aac, 2_000_000);
  const { bytes, fault } = watchOpening(pieces(file, 65_536), gigabyte);
  expect(await readAll(bytes)).toBe(file.length);
  expect(fault()).toBeNull();
});
