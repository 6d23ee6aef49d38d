import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { hasFewScans, sniffImage } from './image.ts';

const canvas = createCanvas(37, 21);
const png = canvas.toBuffer('image/png');
const jpeg = canvas.toBuffer('image/jpeg');
const extended = canvas.toBuffer('image/webp', 80);
/** The encoder always writes the extended container; its picture chunk by itself forms a simple file. */
const simple = (webp: Buffer): Buffer => {
  const picture = webp.subarray(webp.indexOf('VP8', 16));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(picture.length + 4);
  return Buffer.concat([Buffer.from('RIFF'), length, Buffer.from('WEBP'), picture]);
};
const lossy = simple(extended);
const lossless = simple(canvas.toBuffer('image/webp', 100));
const size = { width: 37, height: 21 };

const changed = (bytes: Buffer, at: number, ...values: number[]): Buffer =>
  Buffer.from(bytes).fill(Buffer.from(values), at, at + values.length);
const sized = (width: number, height: number): Buffer => {
  const copy = Buffer.from(png);
  copy.writeUInt32BE(width, 16);
  copy.writeUInt32BE(height, 20);
  return copy;
};
/** A JPEG with only a frame header and the given bytes before it. */
const frame = (...before: number[]): Buffer => Buffer.from([0xff, 0xd8, ...before, 0xff, 0xc0, 0, 11, 8, 0, 21, 0, 37, 1, 1, 0x11, 0]);
describe('a picture', () => {
  it('comes in every container that is tested here', () => {
    expect([extended, lossy, lossless].map((webp) => webp.toString('latin1', 12, 16))).toEqual(['VP8X', 'VP8 ', 'VP8L']);
  });

  it.each([
    ['a PNG', png, 'image/png'],
    ['a JPEG', jpeg, 'image/jpeg'],
    ['a lossy WebP', lossy, 'image/webp'],
    ['a lossless WebP', lossless, 'image/webp'],
    ['an extended WebP', extended, 'image/webp'],
    ['a JPEG with a comment and fill bytes', frame(0xff, 0xfe, 0, 4, 1, 2, 0xff, 0xff), 'image/jpeg'],
  ])('is known by its bytes: %s', (_kind, bytes, mediaType) => {
    expect(sniffImage(bytes)).toEqual({ mediaType, ...size });
  });

  it('of the largest size is taken, a larger one is not', () => {
    expect(sniffImage(sized(12_000, 3_333))).not.toBeNull();
    expect(sniffImage(sized(8_000, 5_000))).not.toBeNull();
    for (const [width, height] of [
      [12_000, 12_000],
      [12_000, 3_334],
      [8_000, 5_001],
      [6_325, 6_325],
    ] as const)
      expect(sniffImage(sized(width, height))).toBeNull();
    expect(sniffImage(sized(12_001, 1))).toBeNull();
    expect(sniffImage(sized(1, 12_001))).toBeNull();
    expect(sniffImage(sized(0xffffffff, 0xffffffff))).toBeNull();
  });
});

describe('a JPEG of many scans', () => {
  /** A frame, and scans of a few bytes, some with what is no marker, a comment that contains one, and fill bytes before theirs. */
  const progressive = (width: number, height: number, scans: number): Buffer => {
    const head = Buffer.from([0xff, 0xd8, 0xff, 0xc2, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]);
    const comment = [0xff, 0xfe, 0, 6, 0xff, 0xda, 0xff, 0xda];
    const scan = [...comment, 0xff, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0, 0x12, 0xff, 0, 0xda, 0xff, 0xd3, 0x34];
    return Buffer.concat([head, ...Array.from({ length: scans }, () => Buffer.from(scan)), Buffer.from([0xff, 0xd9])]);
  };
  const judged = (width: number, height: number, scans: number) =>
    hasFewScans(progressive(width, height, scans), { mediaType: 'image/jpeg', width, height });

  it('is told by its markers, the fewer scans the larger it is', () => {
    expect([judged(100, 100, 40), judged(100, 100, 41), judged(100, 100, 100_000)]).toEqual([true, false, false]);
    expect([judged(8000, 5000, 12), judged(8000, 5000, 13)]).toEqual([true, false]);
    expect([jpeg, png].map((bytes) => hasFewScans(bytes, { mediaType: 'image/jpeg', ...size }))).toEqual([true, true]);
  });

  it('is read to its end, whatever its bytes', () => {
    const odd = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from([0xff, 0xd8, 0xff, 0xda, 0]), Buffer.alloc(1_000_000, 0xff)];
    for (const bytes of odd) expect(hasFewScans(bytes, { mediaType: 'image/jpeg', ...size })).toBe(true);
  });
});

describe('no picture', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(100))],
    ['a GIF', Buffer.from('GIF89a'.padEnd(100))],
    ['a PNG without size', sized(0, 21)],
    ['a PNG whose first chunk is another', changed(png, 12, 0x49, 0x44, 0x41, 0x54)],
    ['a PNG whose header has another length', changed(png, 8, 0, 0, 0, 12)],
    ['a JPEG whose scan comes before its frame', frame(0xff, 0xda, 0, 2)],
    ['a JPEG that ends before its frame', frame(0xff, 0xd9)],
    ['a JPEG with a segment shorter than its own length field', frame(0xff, 0xfe, 0, 0)],
    ['a JPEG with a segment that runs past the end', frame(0xff, 0xfe, 0xff, 0xff)],
    ['a JPEG of fill bytes alone', Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(1_000_000, 0xff)])],
    ['a JPEG with something between its segments', frame(0)],
    ['a lossy WebP without its start code', changed(lossy, 23, 0)],
    ['a lossless WebP without its signature', changed(lossless, 20, 0)],
    ['a WebP that says it is longer than it is', changed(lossy, 4, 0xff, 0xff, 0, 0)],
    ['a sound in the same container', changed(lossy, 8, 0x57, 0x41, 0x56, 0x45)],
  ])('is %s', (_kind, bytes) => {
    expect(sniffImage(bytes)).toBeNull();
  });

  it('is a picture cut off inside its header, wherever it is cut', () => {
    for (const whole of [png, frame(), lossy, lossless, extended]) {
      for (let length = 0; length < Math.min(whole.length, 21); length += 1) expect(sniffImage(whole.subarray(0, length))).toBeNull();
    }
  });

  it('is never a fault: any byte of a header may be any other', () => {
    for (const whole of [png, jpeg, lossy, lossless, extended]) {
      for (let at = 0; at < Math.min(whole.length, 40); at += 1) {
        for (const value of [0, 1, 0x7f, 0xff]) expect(() => sniffImage(changed(whole, at, value))).not.toThrow();
      }
    }
  });
});
