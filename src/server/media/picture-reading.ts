import { deserialize } from 'node:v8';
import type { ExifFacts } from '../../domain/hints/exif.ts';
import type { PictureMeasures } from '../../domain/hints/picture-faults.ts';

/** All that hints need of one picture. */
export interface PictureReading {
  readonly measures: PictureMeasures;
  readonly exif: ExifFacts;
  /** The fingerprint, packed and deflated. */
  readonly print: Uint8Array;
  /** Words that it is found by. */
  readonly words: readonly number[];
  /** Words that its like may be found by: these, and those that differ where a bit is unsure. */
  readonly probes: readonly (readonly number[])[];
}

/** What `readPicture` gives, again as it was. */
export function readingOf(answer: Uint8Array): PictureReading {
  return deserialize(answer) as PictureReading;
}
