import { latin1, sameBytes } from '../bytes/bytes.ts';
import type { ByteSource } from './byte-source.ts';
import { viewOf, wholeNumber } from './places.ts';

/** Type and size of a picture according to its first bytes. */
export interface SniffedImage {
  readonly mediaType: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/** Reads type and size of a picture from untrusted bytes: null for anything but a JPEG, PNG or WebP within the size limit. */
export function sniffImage(bytes: Uint8Array): SniffedImage | null {
  const image = sniffImageOfAnySize(bytes);
  return image && image.width <= maxSide && image.height <= maxSide && isDecodable(image) ? image : null;
}

/** Whether a picture may be decoded: what that costs in memory and time grows with its area, whatever its bytes. */
export function isDecodable({ width, height }: Pick<SniffedImage, 'width' | 'height'>): boolean {
  return width * height <= maxPixels;
}

/** The limit of area of everything that is decoded. */
export const maxPixels = 40_000_000;

/**
 * Whether the scans of a JPEG may be decoded (true for other pictures). A progressive JPEG may hold any number of scans, of a few bytes
 * each, and each costs a pass over the whole area. Encoders write about ten.
 */
export function hasFewScans(bytes: Uint8Array, { mediaType, width, height }: SniffedImage): boolean {
  if (mediaType !== 'image/jpeg') return true;
  const most = Math.min(mostScans, Math.floor(mostScannedPixels / (width * height)));
  return countScans(bytes, most + 1) <= most;
}

const mostScans = 40;
const mostScannedPixels = 12 * maxPixels;

/** ITU T.81, B.1.1.2: counts start-of-scan markers, up to `enough`. Entropy-coded data contain 0xFF only before 0 or a restart marker. */
function countScans(bytes: Uint8Array, enough: number): number {
  let scans = 0;
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 1 < bytes.length && scans < enough; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === startOfScan) scans += 1;
    const hasSegment = marker >= 0xc0 && marker !== fillByte && (marker === startOfScan || !withoutSegment(marker));
    at += marker === fillByte ? 1 : hasSegment ? 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0) : 2;
  }
  return scans;
}

const startOfScan = 0xda;

/** The same without the size limit, for pictures that are stored and delivered but never decoded: long screenshots of phones are common. */
export function sniffImageOfAnySize(bytes: Uint8Array): SniffedImage | null {
  const image = png(bytes) ?? jpeg(bytes) ?? webp(bytes);
  return image && image.width > 0 && image.height > 0 ? image : null;
}

export const maxSide = 12_000;

/** PNG, 11.2.5: whether the file ends with the IEND chunk. */
export async function isCompletePng(source: ByteSource): Promise<boolean> {
  return sameBytes(await lastBytes(source, 12), lastChunk);
}

/** ITU T.81, B.1.1.3: whether the file ends with the EOI marker, which cannot occur within a scan. */
export async function isCompleteJpeg(source: ByteSource): Promise<boolean> {
  return sameBytes(await lastBytes(source, 2), Uint8Array.of(0xff, 0xd9));
}

const lastChunk = Uint8Array.of(0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82);

function lastBytes(source: ByteSource, length: number): Promise<Uint8Array> {
  return source.read(Math.max(0, source.sizeBytes - length), length);
}

/** PNG, 11.2.2: the IHDR chunk comes first and is 13 bytes long. */
function png(bytes: Uint8Array): SniffedImage | null {
  if (bytes.length < 33 || latin1(bytes, 0, 16) !== '\x89PNG\r\n\x1a\n\0\0\0\rIHDR') return null;
  const view = viewOf(bytes);
  return { mediaType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** ITU T.81, B.1.1.2 and B.2: follows complete marker segments up to the frame header. */
function jpeg(bytes: Uint8Array): SniffedImage | null {
  const view = viewOf(bytes);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  // Every iteration advances by at least one byte, so a file of only fill bytes terminates too.
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === fillByte) {
      at += 1;
      continue;
    }
    const length = view.getUint16(at + 2);
    if (marker < 0xc0 || withoutSegment(marker) || length < 2 || at + 2 + length > bytes.length) return null;
    if (isFrame(marker))
      return length < 11 ? null : { mediaType: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + length;
  }
  return null;
}

const fillByte = 0xff;

/** Restart, start-of-image and end-of-image markers have no segment. After the start of a scan, no frame header can follow. */
function withoutSegment(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xda;
}

/** A start-of-frame marker; excludes the others in its range (DHT, JPG, DAC). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** A complete RIFF container of WebP. Each of its three kinds stores the size at a different position. Source: RFC 9649, 2.4 to 2.7. */
function webp(bytes: Uint8Array): SniffedImage | null {
  if (bytes.length < 30 || latin1(bytes, 0, 4) !== 'RIFF' || latin1(bytes, 8, 12) !== 'WEBP') return null;
  const view = viewOf(bytes);
  if (view.getUint32(4, true) + 8 > bytes.length) return null;
  const kind = latin1(bytes, 12, 16);
  const mediaType = 'image/webp';
  if (kind === 'VP8X') return { mediaType, width: threeBytes(bytes, 24) + 1, height: threeBytes(bytes, 27) + 1 };
  // RFC 6386, 9.1: the start code of a key frame.
  const isLossy = kind === 'VP8 ' && wholeNumber(bytes.subarray(23, 26)) === 0x9d012a;
  if (isLossy) return { mediaType, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind !== 'VP8L' || bytes[20] !== 0x2f) return null;
  const packed = view.getUint32(21, true);
  return { mediaType, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
}

/** Little-endian. */
function threeBytes(bytes: Uint8Array, at: number): number {
  return wholeNumber(bytes.slice(at, at + 3).reverse());
}
