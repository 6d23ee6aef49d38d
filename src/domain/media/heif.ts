import { latin1 } from '../tlog/bytes.ts';
import type { ByteSource } from './byte-source.ts';
import { pictureFormat, typeBrands } from './iso-brands.ts';
import { findBox, type Part } from './mp4-boxes.ts';
import { viewOf, wholeNumber } from './places.ts';

/** The media type of a HEIF or AVIF picture; null for anything else. Source: ISO/IEC 23008-12, 10.2. */
export function heifType(head: Uint8Array): 'image/heic' | 'image/avif' | null {
  const format = pictureFormat(typeBrands(head));
  if (format === 'AVIF') return 'image/avif';
  return format === 'HEIC' || format === 'HEIF' ? 'image/heic' : null;
}

/** The TIFF structure of the picture's EXIF item; null if there is none. Source: ISO/IEC 14496-12, 8.11; 23008-12, A.2.1. */
export async function heifTiff(source: ByteSource): Promise<Uint8Array | null> {
  const meta = await findBox(source, 'meta', { start: 0, end: source.sizeBytes });
  if (!meta) return null;
  const inside = { start: meta.start + 4, end: meta.end };
  const [items, places] = [await content(source, 'iinf', inside), await content(source, 'iloc', inside)];
  const id = items && exifItem(items);
  const place = places && id !== null && placeOf(places, id);
  if (!place || place.length > maxExifBytes) return null;
  const bytes = await source.read(place.start, place.length);
  if (bytes.length < 4) return null;
  return bytes.subarray(4 + viewOf(bytes).getUint32(0));
}

const maxBoxBytes = 262_144;
const maxExifBytes = 1_048_576;

async function content(source: ByteSource, type: string, parent: Part): Promise<Uint8Array | null> {
  const box = await findBox(source, type, parent);
  return box && box.end - box.start <= maxBoxBytes ? source.read(box.start, box.end - box.start) : null;
}

/** The id of the item of type `Exif`. Entries (`infe`) of version 2 have ids of two bytes, of version 3 of four. */
function exifItem(items: Uint8Array): number | null {
  const view = viewOf(items);
  for (let at = items[0] === 0 ? 6 : 8; at + 16 <= items.length; ) {
    const size = view.getUint32(at);
    const idBytes = items[at + 8] === 2 ? 2 : 4;
    const type = at + 12 + idBytes + 2;
    if (size < 12 || at + size > items.length) return null;
    if (latin1(items, type, type + 4) === 'Exif') return wholeNumber(items.subarray(at + 12, at + 12 + idBytes));
    at += size;
  }
  return null;
}

/** The first extent of an item that lies in the file itself. */
function placeOf(bytes: Uint8Array, wanted: number): { readonly start: number; readonly length: number } | null {
  const version = bytes[0] ?? 0;
  const [sizes = 0, more = 0] = bytes.subarray(4, 6);
  const [offsetSize, lengthSize, baseSize, indexSize] = [sizes >> 4, sizes & 15, more >> 4, version === 0 ? 0 : more & 15];
  let at = 6;
  const next = (size: number): number => {
    at += size;
    return wholeNumber(bytes.subarray(at - size, at));
  };
  const count = next(version < 2 ? 2 : 4);
  for (let item = 0; item < count && at < bytes.length; item += 1) {
    const id = next(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : next(2) & 15;
    next(2);
    const base = next(baseSize);
    const extents = next(2);
    for (let extent = 0; extent < extents && at < bytes.length; extent += 1) {
      next(indexSize);
      const [offset, length] = [next(offsetSize), next(lengthSize)];
      if (id === wanted && extent === 0 && at <= bytes.length) return method === 0 ? { start: base + offset, length } : null;
    }
  }
  return null;
}
