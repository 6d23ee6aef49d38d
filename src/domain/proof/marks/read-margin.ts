import { concatBytes } from '@noble/hashes/utils.js';
import type { ZipTools } from '../../kit/zip/zip-content.ts';

/** A grey strip at the top of a picture. */
export interface MarginStrip {
  readonly width: number;
  /** One byte per pixel. */
  readonly pixels: Uint8Array;
}

/**
 * Reads the first rows of a PNG as grey from its untrusted first bytes. Null unless they contain that many rows in the form in which a
 * margin is written: 8 bits, RGB or RGBA, not interlaced, unfiltered. Inflates no more than these rows. Source: PNG 7.2, 9.2, 11.2.2.
 */
export async function readMargin(head: Uint8Array, rows: number, inflate: ZipTools['inflate']): Promise<MarginStrip | null> {
  const chunks = readChunks(head);
  const [first] = chunks;
  if (first?.type !== 'IHDR' || first.content.length !== 13) return null;
  const width = uint32(first.content, 0);
  const [depth, colour, , , interlace] = first.content.subarray(8);
  const channels = colour === 2 ? 3 : colour === 6 ? 4 : 0;
  if (depth !== 8 || channels === 0 || interlace !== 0 || width > maxWidth) return null;
  const stride = 1 + width * channels;
  const data = concatBytes(...chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content));
  const raw = await inflateUpTo(inflate, data, rows * stride);
  if (raw.length < rows * stride) return null;
  const pixels = new Uint8Array(width * rows);
  for (let row = 0; row < rows; row += 1) {
    if (raw[row * stride] !== 0) return null;
    for (let column = 0; column < width; column += 1) pixels[row * width + column] = raw[row * stride + 1 + column * channels] ?? 0;
  }
  return { width, pixels };
}

interface Chunk {
  readonly type: string;
  readonly content: Uint8Array;
}

/** The last chunk may be incomplete. Empty if the bytes are not a PNG. */
function readChunks(png: Uint8Array): Chunk[] {
  if (!signature.every((byte, at) => png[at] === byte)) return [];
  const chunks: Chunk[] = [];
  for (let at = 8; at + 8 <= png.length; ) {
    const length = uint32(png, at);
    chunks.push({ type: String.fromCharCode(...png.subarray(at + 4, at + 8)), content: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

async function inflateUpTo(inflate: ZipTools['inflate'], data: Uint8Array, bytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of inflate(once(data), 'zlib')) {
      parts.push(part);
      length += part.length;
      if (length >= bytes) break;
    }
  } catch {
    // The data is cut off or is not deflate data: the rows read so far are used.
  }
  return concatBytes(...parts).subarray(0, bytes);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Big-endian. */
function uint32(bytes: Uint8Array, at: number): number {
  return [0, 1, 2, 3].reduce((value, step) => value * 256 + (bytes[at + step] ?? 0), 0);
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const maxWidth = 65_535;
