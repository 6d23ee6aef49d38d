import { expect, it } from 'vitest';
import { describePictures } from './store-pictures.ts';

/** The first bytes of a PNG of this size: all that is read before a picture is stored. */
function pngOf(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

it.each([
  [12_000, 12_000],
  [13_000, 1_000],
  [1_000, 13_000],
  [6_325, 6_325],
])('a picture of %d × %d is refused with both limits, before it is stored', (width, height) => {
  const refusal = 'license: the picture has more than 40 million pixels, or a side of more than 12000';
  expect(() => describePictures({ license: pngOf(width, height) })).toThrow(refusal);
});

it('a picture within the limits is taken, and what is none is refused', () => {
  expect(describePictures({ license: pngOf(6_300, 6_300) })).toMatchObject({ license: { mediaType: 'image/png' } });
  expect(() => describePictures({ license: Buffer.from('none') })).toThrow('license: is not a JPEG, PNG or WebP picture');
});
