import { Readable } from 'node:stream';
import type { StoredPicture } from '../db/tables.ts';
import { sniffImage } from '../media/image.ts';
import type { ObjectStore } from '../storage/store.ts';
import { IntakeRefusal } from './refusal.ts';

/** Makes every picture durable under its hash before anything is acknowledged; by field, in the order of the fields' names. @throws IntakeRefusal 415 */
export async function storePictures(put: ObjectStore['put'], pictures: Readonly<Record<string, Buffer>>): Promise<Record<string, StoredPicture>> {
  const stored: [string, StoredPicture][] = [];
  for (const [field, bytes] of Object.entries(pictures).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const image = sniffImage(bytes);
    if (!image) throw new IntakeRefusal(415, 'type', `${field}: is not a JPEG, PNG or WebP picture`);
    const { sha256, sizeBytes } = await put(Readable.from([bytes]), { maxBytes: bytes.length });
    stored.push([field, { sha256, mediaType: image.mediaType, sizeBytes }]);
  }
  return Object.fromEntries(stored);
}
