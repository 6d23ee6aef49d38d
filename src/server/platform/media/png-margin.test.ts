import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { drawMargin, marginRows } from '../../../domain/proof/marks/margin.ts';
import { readMargin } from '../../../domain/proof/marks/read-margin.ts';
import { nodeZipTools } from '../zip/node-zip-tools.ts';
import { setMargin } from './png-margin.ts';

const hash = 'ab12'.repeat(16);

/** A picture with differing rows, so that its encoder predicts rows from those above. */
function picture(width: number, height: number) {
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  for (let row = 0; row < height; row += 1) {
    pen.fillStyle = `rgb(${row % 256}, ${(row * 7) % 256}, 90)`;
    pen.fillRect(0, row, width, 1);
  }
  pen.fillStyle = '#fff';
  pen.fillRect(10, 3, 50, 40);
  return { canvas, pixels: pen.getImageData(0, 0, width, height).data, png: canvas.toBuffer('image/png') };
}

async function pixelsOf(png: Buffer) {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  return { width: image.width, height: image.height, data: pen.getImageData(0, 0, image.width, image.height).data };
}

describe('a margin above a picture', () => {
  it.each([1366, 200, 4096])('leaves every pixel of a picture %d wide what it was, and is read back', async (width) => {
    const { png, pixels } = picture(width, 300);
    const margin = drawMargin(hash, width);
    const framed = setMargin(png, { rows: marginRows, pixels: margin }, { keyword: 'mark', text: hash });
    const shown = await pixelsOf(framed);
    expect([shown.width, shown.height]).toEqual([width, 300 + marginRows]);
    expect(Buffer.from(shown.data.slice(width * marginRows * 4)).equals(Buffer.from(pixels))).toBe(true);
    const read = await readMargin(framed.subarray(0, 65_536), marginRows, nodeZipTools.inflate);
    expect(read?.width).toBe(width);
    expect(Buffer.from(read?.pixels ?? []).equals(Buffer.from(margin))).toBe(true);
    expect(framed.includes(hash)).toBe(true);
  });

  it.each([1170, 1284, 1366, 2940])('shows hash and code whole above a picture %d wide', (width) => {
    const inked = (pixels: Uint8Array, of: number) =>
      Array.from({ length: of }, (_, column) =>
        Array.from({ length: marginRows - 1 }, (_row, row) => pixels[row * of + column] ?? 255).some((shade) => shade < 255),
      ).lastIndexOf(true);
    // The last letter ends where it ends with room to spare.
    const room = width < 1284 ? 1283 : 4096;
    expect(inked(drawMargin(hash, width), width)).toBe(inked(drawMargin(hash, room), room));
  });

  it('is not read out of a picture without one, nor out of bytes that are none', async () => {
    const { png } = picture(1366, 300);
    const read = await readMargin(png, marginRows, nodeZipTools.inflate);
    expect(read && Buffer.from(read.pixels).equals(Buffer.from(drawMargin(hash, 1366)))).not.toBe(true);
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('not a picture'),
      png.subarray(0, 40),
      Buffer.concat([png.subarray(0, 41), Buffer.alloc(90)]),
    ])
      expect(await readMargin(bytes, marginRows, nodeZipTools.inflate)).toBeNull();
  });

  it('is refused to a picture of another form', () => {
    const { png } = picture(100, 10);
    const grey = Buffer.from(png);
    grey[25] = 0;
    const margin = { rows: marginRows, pixels: drawMargin(hash, 100) };
    const note = { keyword: 'mark', text: hash };
    expect(() => setMargin(grey, margin, note)).toThrow('Chromium does not write');
    expect(() => setMargin(png.subarray(0, -20), margin, note)).toThrow('cut');
    expect(() => setMargin(png, { rows: 3, pixels: margin.pixels }, note)).toThrow('pixels above a picture');
  });
});
