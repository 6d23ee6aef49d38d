import { createCanvas, loadImage, type Image, type SKRSContext2D } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from 'vitest';
import { personOf } from '../../../demo/data/people.ts';
import { drawCardFront } from '../../../demo/pictures/card-pictures.ts';
import { drawLetter } from '../../../demo/pictures/paper-pictures.ts';
import { faultsOf } from '../../../domain/business/hints/picture-faults.ts';
import { nearlySame } from '../../../domain/business/hints/same-picture.ts';
import { decode, likenesses, readPicture } from './picture-print.ts';
import { readingOf } from './picture-reading.ts';

const cards: Buffer[] = [];
beforeAll(async () => {
  cards.push(...(await Promise.all([0, 1, 2, 3].map((index) => drawCardFront(personOf(index))))));
});

async function changed(picture: Buffer, scale: number, paint: (pen: SKRSContext2D, image: Image) => void): Promise<Buffer> {
  const image = await loadImage(picture);
  const canvas = createCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
  paint(canvas.getContext('2d'), image);
  return canvas.encode('jpeg', 60);
}

async function read(picture: Buffer | undefined) {
  return readingOf(await readPicture(picture ?? Buffer.alloc(0)));
}

function scoresOf(ours: Uint8Array, theirs: readonly Uint8Array[]): number[] {
  const bytes = likenesses(ours, theirs);
  return [...new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)];
}

describe('a picture', () => {
  it('is known again smaller, cut, turned and brighter, and told from others of its template', async () => {
    const [first = Buffer.alloc(0)] = cards;
    const again = await changed(first, 0.8, (pen, image) => {
      pen.filter = 'brightness(1.1)';
      pen.translate(image.width * 0.4, image.height * 0.4);
      pen.rotate(0.02);
      pen.drawImage(image, -image.width * 0.42, -image.height * 0.42, image.width * 0.85, image.height * 0.85);
    });
    const readings = await Promise.all(cards.map(read));
    const { print, probes } = await read(again);
    const [own = 0, ...others] = scoresOf(
      print,
      readings.map((reading) => reading.print),
    );
    expect(own).toBeGreaterThan(nearlySame);
    expect(Math.max(...others)).toBeLessThan(nearlySame);
    const words = new Set(readings[0]?.words);
    expect(probes.filter((tried) => tried.some((word) => words.has(word))).length).toBeGreaterThan(10);
  });

  it('has no faults as the demo draws it, and each fault where it is made', async () => {
    const [first = Buffer.alloc(0)] = cards;
    const faults = async (picture: Buffer, isDocument = false) => faultsOf((await read(picture)).measures, isDocument);
    const drawn = (filter: string, scale = 1) =>
      changed(first, scale, (pen, image) => {
        pen.filter = filter;
        pen.drawImage(image, 0, 0, image.width * scale, image.height * scale);
      });
    expect(await faults(first)).toEqual([]);
    expect(await faults(await drawn('blur(3px)'))).toEqual(['blurred']);
    expect(await faults(await drawn('brightness(1.3)'))).toEqual(['bright']);
    expect(await faults(await drawn('none', 0.5))).toEqual(['small']);
    expect(await faults(await changed(first, 2, striped))).toEqual(['screen']);
    const letter = { company: '某某公司', creditCode: '', legalPerson: '某某', agent: '某某', agentIdCard: '', day: '20260101' };
    expect(await faults(await drawLetter(letter), true)).toEqual([]);
  });

  it('that cannot be decoded says so', async () => {
    await expect(readPicture(Buffer.from('no picture'))).rejects.toThrow();
    await expect(readPicture((cards[0] ?? Buffer.alloc(0)).subarray(0, 300))).rejects.toThrow();
  });
});

/** The dots of a screen, slightly rotated against the camera's. */
function striped(pen: SKRSContext2D, image: Image): void {
  pen.drawImage(image, 0, 0, image.width * 2, image.height * 2);
  const pixels = pen.getImageData(0, 0, image.width * 2, image.height * 2);
  const { data, width } = pixels;
  for (let at = 0; at < data.length; at += 4) {
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    const share = 1 + 0.12 * Math.sin((x + 0.1 * y) * 2.3) + 0.12 * Math.sin((y - 0.1 * x) * 2.3);
    for (let colour = 0; colour < 3; colour += 1) data[at + colour] = Math.min(255, (data[at + colour] ?? 0) * share);
  }
  pen.putImageData(pixels, 0, 0);
}

it('refuses by its header a picture of more than 40 megapixels, before anything is decoded', async () => {
  const small = createCanvas(1, 1).toBuffer('image/png');
  const large = Buffer.from(small);
  large.writeUInt32BE(12_000, 16);
  large.writeUInt32BE(12_000, 20);
  await expect(decode(large)).rejects.toThrow(RangeError);
  await expect(decode(small)).resolves.toMatchObject({ width: 1, height: 1 });
});
