import { latin1 } from '../bytes/bytes.ts';
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

/**
 * The TIFF structure of the picture's EXIF item, and the packet of its XMP; each undefined if there is none. Sources:
 * ISO/IEC 14496-12, 8.11; 23008-12, A.2.1, A.3.
 */
export async function heifMetadata(source: ByteSource): Promise<{ readonly exif?: Uint8Array; readonly xmp?: Uint8Array }> {
  const meta = await findBox(source, 'meta', { start: 0, end: source.sizeBytes });
  if (!meta) return {};
  const inside = { start: meta.start + 4, end: meta.end };
  const [items, places] = [await content(source, 'iinf', inside), await content(source, 'iloc', inside)];
  if (!items || !places) return {};
  const own = await findBox(source, 'idat', inside);
  const read = async (id: number | null): Promise<Uint8Array | null> => {
    const place = id === null ? null : placeOf(places, id, own);
    return place && place.length <= maxItemBytes ? source.read(place.start, place.length) : null;
  };
  const [exif, xmp] = [await read(itemOf(items, 'Exif')), await read(itemOf(items, 'mime', 'application/rdf+xml'))];
  return {
    ...(exif && exif.length >= 4 && { exif: exif.subarray(4 + viewOf(exif).getUint32(0)) }),
    ...(xmp && { xmp }),
  };
}

const maxBoxBytes = 262_144;
const maxItemBytes = 1_048_576;

async function content(source: ByteSource, type: string, parent: Part): Promise<Uint8Array | null> {
  const box = await findBox(source, type, parent);
  return box && box.end - box.start <= maxBoxBytes ? source.read(box.start, box.end - box.start) : null;
}

/**
 * The id of the first item of a type, and of a content type if one is named. Entries (`infe`) of version 2 have ids of two bytes, of
 * version 3 of four.
 */
function itemOf(items: Uint8Array, wanted: string, contentType = ''): number | null {
  const view = viewOf(items);
  for (let at = items[0] === 0 ? 6 : 8; at + 16 <= items.length; ) {
    const size = view.getUint32(at);
    const idBytes = items[at + 8] === 2 ? 2 : 4;
    const type = at + 12 + idBytes + 2;
    if (size < 12 || at + size > items.length) return null;
    const isWanted = latin1(items, type, type + 4) === wanted && latin1(items, type + 4, at + size).includes(contentType);
    if (isWanted) return wholeNumber(items.subarray(at + 12, at + 12 + idBytes));
    at += size;
  }
  return null;
}

/** The first extent of an item that lies in the file itself, or in the box `own`. */
function placeOf(bytes: Uint8Array, wanted: number, own: Part | null): { readonly start: number; readonly length: number } | null {
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
      if (id !== wanted || extent > 0 || at > bytes.length) continue;
      if (method === 0) return { start: base + offset, length };
      return method === 1 && own ? { start: own.start + base + offset, length } : null;
    }
  }
  return null;
}
