import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { StoredPicture } from '../../platform/db/json.ts';
import { maxPixels, maxSide, sniffImage, sniffImageOfAnySize } from '../../../domain/kit/media/image.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import { IntakeRefusal } from './refusal.ts';

/**
 * Describes the pictures of a call by field, in the order of the fields' names, before any of them is stored. @throws IntakeRefusal 415
 */
export function describePictures(pictures: Readonly<Record<string, Buffer>>): Record<string, StoredPicture> {
  const described = inOrder(pictures).map(([field, bytes]): [string, StoredPicture] => {
    const image = sniffImage(bytes);
    if (!image && sniffImageOfAnySize(bytes))
      throw new IntakeRefusal(
        413,
        'too_large',
        `${field}: the picture has more than ${maxPixels / 1_000_000} million pixels, or a side of more than ${maxSide}`,
      );
    if (!image) throw new IntakeRefusal(415, 'type', `${field}: is not a JPEG, PNG or WebP picture`);
    return [field, { sha256: createHash('sha256').update(bytes).digest('hex'), mediaType: image.mediaType, sizeBytes: bytes.length }];
  });
  return Object.fromEntries(described);
}

/** Stores every picture durably under its hash; must be awaited before the call is acknowledged. */
export async function storePictures(put: ObjectStore['put'], pictures: Readonly<Record<string, Buffer>>): Promise<void> {
  for (const [, bytes] of inOrder(pictures)) await put(Readable.from([bytes]), { maxBytes: bytes.length });
}

function inOrder(pictures: Readonly<Record<string, Buffer>>): [string, Buffer][] {
  return Object.entries(pictures).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
