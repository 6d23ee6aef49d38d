import { deserialize } from 'node:v8';
import type { ExifFacts } from '../../../domain/kit/media/exif.ts';
import type { PictureMeasures } from '../../../domain/business/hints/picture-faults.ts';

/** All facts about one picture that hints need. */
export interface PictureReading {
  readonly measures: PictureMeasures;
  readonly exif: ExifFacts;
  /** The fingerprint, packed and deflated. */
  readonly print: Uint8Array;
  /** Words that the picture is indexed under. */
  readonly words: readonly number[];
  /** Per anchor, words under which a similar picture may be indexed: the anchor's own, and variants with uncertain bits flipped. */
  readonly probes: readonly (readonly number[])[];
}

/** Deserializes what `readPicture` returns. */
export function readingOf(answer: Uint8Array): PictureReading {
  return deserialize(answer) as PictureReading;
}
