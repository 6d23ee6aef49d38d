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
  expect(read).toBeLessThan(openingBytes);
});

it.each(['mp4', 'webm', 'wav', 'mp3'] as const)('lets a %s of any size through', async (kind) => {
  const file = media[kind](9);
  const { bytes, fault } = watchOpening(pieces(file, 5), gigabyte);
  expect(await readAll(bytes)).toBe(file.length);
  expect(fault()).toBeNull();
});
