import type { ByteSource } from './byte-source.ts';

/** A picture as its own first bytes tell it. */
export interface SniffedImage {
  readonly mediaType: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/** Reads type and size of a picture from its bytes, which are hostile: null for anything but a JPEG, PNG or WebP of bounded size. */
export function sniffImage(bytes: Buffer): SniffedImage | null {
  const image = sniffImageOfAnySize(bytes);
  return image && image.width <= maxSide && image.height <= maxSide ? image : null;
}

/**
 * The same for pictures that are kept and handed out, and that nothing of ours decodes: a page scrolled through on a phone is longer than
 * any other.
 */
export function sniffImageOfAnySize(bytes: Buffer): SniffedImage | null {
  const image = png(bytes) ?? jpeg(bytes) ?? webp(bytes);
  return image && image.width > 0 && image.height > 0 ? image : null;
}

const maxSide = 12_000;

/** PNG, 11.2.5: the chunk that ends it. */
export async function endsAsPng(source: ByteSource): Promise<boolean> {
  return (await lastBytes(source, 12)).equals(Buffer.from('0000000049454e44ae426082', 'hex'));
}

/** ITU T.81, B.1.1.3: within a scan the marker that ends it cannot occur. */
export async function endsAsJpeg(source: ByteSource): Promise<boolean> {
  return (await lastBytes(source, 2)).equals(Buffer.from([0xff, 0xd9]));
}

function lastBytes(source: ByteSource, length: number): Promise<Buffer> {
  return source.read(Math.max(0, source.sizeBytes - length), length);
}

/** PNG, 11.2.2: the IHDR chunk comes first, 13 bytes long. */
function png(bytes: Buffer): SniffedImage | null {
  if (bytes.length < 33 || bytes.toString('latin1', 0, 16) !== '\x89PNG\r\n\x1a\n\0\0\0\rIHDR') return null;
  return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** ITU T.81, B.1.1.2 and B.2: walk the marker segments, each whole, to the frame header. */
function jpeg(bytes: Buffer): SniffedImage | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  // Every turn moves on by at least one byte: a file of nothing but fill bytes ends too.
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === fillByte) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (marker < 0xc0 || withoutSegment(marker) || length < 2 || at + 2 + length > bytes.length) return null;
    if (isFrame(marker))
      return length < 11 ? null : { mediaType: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + length;
  }
  return null;
}

const fillByte = 0xff;

/** Restarts, start and end of image stand alone; where a scan starts, a frame can come no more. */
function withoutSegment(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xda;
}

/** Start of frame, without the tables that share its range (DHT, JPG, DAC). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** RIFF container of WebP, whole; the size stands elsewhere in each of its three kinds. Source: RFC 9649, 2.4 to 2.7. */
function webp(bytes: Buffer): SniffedImage | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  if (bytes.readUInt32LE(4) + 8 > bytes.length) return null;
  const kind = bytes.toString('latin1', 12, 16);
  const mediaType = 'image/webp';
  if (kind === 'VP8X') return { mediaType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  // RFC 6386, 9.1: the start code of a key frame.
  const isLossy = kind === 'VP8 ' && bytes.readUIntBE(23, 3) === 0x9d012a;
  if (isLossy) return { mediaType, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== 'VP8L' || bytes[20] !== 0x2f) return null;
  const packed = bytes.readUInt32LE(21);
  return { mediaType, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
}
