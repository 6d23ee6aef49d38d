import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { matchPictures } from './match-pictures.ts';

type Pen = ReturnType<ReturnType<typeof createCanvas>['getContext']>;

/** A white picture with the given drawing. */
function drawn(draw: (pen: Pen) => void, width = 320, height = 320): Buffer {
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, width, height);
  draw(pen);
  return canvas.toBuffer('image/png');
}
const stripes = (pen: Pen, left: number, top: number, width: number, height: number, colour = 'black') => {
  pen.fillStyle = colour;
  for (let y = top; y < top + height; y += 4) pen.fillRect(left, y, width, 2);
};
const half = (pen: Pen) => stripes(pen, 0, 0, 160, 320);
const both = (pen: Pen) => stripes(pen, 0, 0, 320, 320);

it('is 1 for the same picture, in whatever bytes', async () => {
  const one = drawn(both);
  expect(await matchPictures(one, one)).toBe(1);
  const canvas = createCanvas(320, 320);
  const pen = canvas.getContext('2d');
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, 320, 320);
  both(pen);
  // Re-encoded with another filter and other chunks.
  expect(await matchPictures(one, await canvas.encode('png'))).toBe(1);
});

it.each([
  ['what is missing', half, 0.5],
  ['what is there too much', (pen: Pen) => stripes(pen, 0, 0, 320, 320, 'red'), 0],
  ['nothing at all', () => undefined, 0],
  ['a shade that nobody sees', (pen: Pen) => stripes(pen, 0, 0, 320, 320, 'rgb(20, 20, 20)'), 1],
])('counts %s', async (_, draw, expected) => {
  expect(await matchPictures(drawn(both), drawn(draw))).toBe(expected);
});

it('does not let an empty page hide what is missing on it', async () => {
  const small = drawn((pen) => stripes(pen, 0, 0, 16, 16), 320, 3200);
  expect(
    await matchPictures(
      small,
      drawn(() => undefined, 320, 3200),
    ),
  ).toBe(0);
});

it('does not count empty room below, and counts what stands there', async () => {
  expect(await matchPictures(drawn(both), drawn(both, 320, 640))).toBe(1);
  const longer = drawn((pen) => stripes(pen, 0, 0, 320, 640), 320, 640);
  expect(await matchPictures(drawn(both), longer)).toBe(0.5);
});

it('refuses what no browser draws', async () => {
  await expect(matchPictures(drawn(both), Buffer.from('not a picture at all, but long enough to be one'))).rejects.toThrow('not a PNG');
  const cut = drawn(both);
  await expect(matchPictures(drawn(half), cut.subarray(0, cut.length / 2))).rejects.toThrow();
});
