/** Metadata that a camera or a program wrote into a picture. */
export interface ExifFacts {
  /** Tag Software; empty if absent. */
  readonly software: string;
  /** Tag DateTimeOriginal as `yyyy-MM-dd`; empty if absent. */
  readonly takenOn: string;
}

/** Reads EXIF from a JPEG, PNG or WebP. The bytes are untrusted: malformed data counts as absent. Source: CIPA DC-008. */
export function readExif(bytes: Uint8Array): ExifFacts {
  const tiff = tiffIn(bytes);
  if (!tiff) return none;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const little = ascii(tiff, 0, 2) === 'II';
  if (tiff.byteLength < 8 || (!little && ascii(tiff, 0, 2) !== 'MM')) return none;
  const root = directory(view, view.getUint32(4, little), little);
  const pointer = root.get(0x8769);
  const details = pointer === undefined ? root : directory(view, view.getUint32(pointer + 8, little), little);
  const taken = /^(\d{4}):(\d{2}):(\d{2})/.exec(textAt(tiff, view, details.get(0x9003), little));
  return {
    software: textAt(tiff, view, root.get(0x0131), little),
    takenOn: taken ? `${taken[1]}-${taken[2]}-${taken[3]}` : '',
  };
}

/** Whether this is the name of an image editor. Cameras write their own software's name into the same tag. */
export function isEditor(software: string): boolean {
  return editors.test(software);
}
const editors =
  /photoshop|lightroom|gimp|paint|pixelmator|affinity|snapseed|picsart|canva|meitu|美图|醒图|camera raw|photoscape|faceapp|xingtu/i;

const none: ExifFacts = { software: '', takenOn: '' };

function tiffIn(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return inJpeg(bytes);
  if (ascii(bytes, 1, 3) === 'PNG') return inChunks(bytes, 8, 'eXIf', { big: true, sizeFirst: true, extra: 4 });
  if (ascii(bytes, 8, 4) === 'WEBP') return inChunks(bytes, 12, 'EXIF', { big: false, sizeFirst: false, extra: 0 });
  return null;
}

function inJpeg(bytes: Uint8Array): Uint8Array | null {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    if (marker === 0xda || length < 2) return null;
    if (marker === 0xe1 && ascii(bytes, at + 4, 6) === 'Exif\0\0') return bytes.subarray(at + 10, at + 2 + length);
    at += 2 + length;
  }
  return null;
}

/** PNG stores the size before the name and a CRC after the data. WebP stores the name first and pads data to an even size. */
function inChunks(
  bytes: Uint8Array,
  start: number,
  name: string,
  { big, sizeFirst, extra }: { big: boolean; sizeFirst: boolean; extra: number },
): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = start; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + (sizeFirst ? 0 : 4), !big);
    if (ascii(bytes, at + (sizeFirst ? 4 : 0), 4) === name) {
      const found = bytes.subarray(at + 8, at + 8 + size);
      return ascii(found, 0, 6) === 'Exif\0\0' ? found.subarray(6) : found;
    }
    at += 8 + size + (sizeFirst ? extra : size % 2);
  }
  return null;
}

/** Offset of the directory entry of each tag. */
function directory(view: DataView, at: number, little: boolean): Map<number, number> {
  const entries = new Map<number, number>();
  if (at + 2 > view.byteLength) return entries;
  const count = view.getUint16(at, little);
  for (let entry = 0; entry < count; entry += 1) {
    const place = at + 2 + entry * 12;
    if (place + 12 > view.byteLength) break;
    entries.set(view.getUint16(place, little), place);
  }
  return entries;
}

/** Reads at most 64 characters of a text. A value of up to four bytes is stored in the entry itself. */
function textAt(tiff: Uint8Array, view: DataView, entry: number | undefined, little: boolean): string {
  if (entry === undefined || view.getUint16(entry + 2, little) !== 2) return '';
  const length = view.getUint32(entry + 4, little);
  const start = length <= 4 ? entry + 8 : view.getUint32(entry + 8, little);
  if (start + length > tiff.byteLength) return '';
  const text = new TextDecoder().decode(tiff.subarray(start, start + Math.min(length, 64)));
  return (text.split('\0')[0] ?? '').trim();
}

function ascii(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
