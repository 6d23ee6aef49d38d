import { serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { readExif } from '../../../domain/kit/media/exif.ts';
import { fingerprintOf } from '../../../domain/business/hints/fingerprint.ts';
import { lumaOf, type Luma } from '../../../domain/business/hints/luma.ts';
import { packPrint, unpackPrint } from '../../../domain/business/hints/packed-print.ts';
import { measure } from '../../../domain/business/hints/picture-faults.ts';
import { likeness } from '../../../domain/business/hints/same-picture.ts';
import { probesOf } from '../../../domain/business/hints/probes.ts';
import { loadBounded } from './load-bounded.ts';
import type { PictureReading } from './picture-reading.ts';

/** Reads a picture; the result is a serialized PictureReading (see `readingOf`). @throws if the bytes cannot be decoded. */
export async function readPicture(bytes: Buffer): Promise<Buffer> {
  const { luma, width, height } = await decode(bytes);
  const print = fingerprintOf(luma);
  const reading: PictureReading = {
    measures: measure(luma, { width, height }),
    exif: readExif(bytes),
    print: deflateRawSync(packPrint(print)),
    words: [...new Set(print.anchors.map(({ word }) => word))],
    probes: print.anchors.map(probesOf),
  };
  return serialize(reading);
}

/** Likeness of one print to each of the others: the bytes of a Float32Array with values from 0 to 1. */
export function likenesses(ours: Uint8Array, theirs: readonly Uint8Array[]): Uint8Array {
  const own = unpackPrint(inflateRawSync(ours));
  return new Uint8Array(Float32Array.from(theirs, (print) => likeness(own, unpackPrint(inflateRawSync(print)))).buffer);
}

/** The picture's luma; a picture larger than 1200 pixels is scaled down to that. `width` and `height` are the original ones. */
export async function decode(bytes: Buffer): Promise<{ luma: Luma; width: number; height: number }> {
  const image = await loadBounded(bytes);
  const scale = Math.min(1, 1200 / Math.max(image.width, image.height));
  const [width, height] = [Math.max(1, Math.round(image.width * scale)), Math.max(1, Math.round(image.height * scale))];
  const pen = createCanvas(width, height).getContext('2d');
  pen.drawImage(image, 0, 0, width, height);
  const { data } = pen.getImageData(0, 0, width, height);
  return { luma: lumaOf(data, width, height), width: image.width, height: image.height };
}
