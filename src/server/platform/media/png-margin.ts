import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A grey strip above a picture: one byte per pixel, the last row black. */
export interface Margin {
  readonly rows: number;
  readonly pixels: Uint8Array;
}

/** The picture is not a PNG that a margin can be set above. */
export class MarginError extends Error {
  override name = 'MarginError';
}

/**
 * Sets a margin above a PNG without touching the picture: the picture's compressed pixels stay byte for byte the same, behind the margin's.
 * Deflate refers back only to its own output, so one stream can follow another. A first row that is predicted from nothing is predicted
 * from the margin's last row instead, which is all zero. @param note goes into a text chunk, for readers of the bytes.
 * @throws MarginError unless the picture is 8-bit RGB or RGBA without interlace. Source: PNG 7.2, 9.2, 11.2.2; RFC 1950, 2.2.
 */
export function setMargin(png: Buffer, { rows, pixels }: Margin, note: { readonly keyword: string; readonly text: string }): Buffer {
  const chunks = readChunks(png);
  const header = headerOf(chunks);
  const { width, height, channels } = header;
  if (pixels.length !== width * rows) throw new MarginError(`a margin of ${pixels.length} pixels above a picture ${width} wide`);
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content));
  if (data.length < 6) throw new MarginError('the picture has no pixels');
  const strip = filteredRows(pixels, width, rows, channels);
  const packed = deflateRawSync(strip, { finishFlush: constants.Z_SYNC_FLUSH });
  const sum = joinAdler(adlerOf(strip), data.readUInt32BE(data.length - 4), height * (1 + width * channels));
  const ihdr = Buffer.from(header.content);
  ihdr.writeUInt32BE(height + rows, 4);
  const trailer = Buffer.alloc(4);
  trailer.writeUInt32BE(sum);
  const before = chunks.slice(
    1,
    chunks.findIndex(({ type }) => type === 'IDAT'),
  );
  const behind = chunks.filter(({ type }, at) => type !== 'IDAT' && at > before.length);
  return Buffer.concat([
    signature,
    chunk('IHDR', ihdr),
    chunk('tEXt', Buffer.from(`${note.keyword}\0${note.text}`, 'latin1')),
    ...before.map(({ type, content }) => chunk(type, content)),
    chunk('IDAT', Buffer.concat([data.subarray(0, 2), packed])),
    chunk('IDAT', data.subarray(2, -4)),
    chunk('IDAT', trailer),
    ...behind.map(({ type, content }) => chunk(type, content)),
  ]);
}

interface Chunk {
  readonly type: string;
  readonly content: Buffer;
}

function readChunks(png: Buffer): Chunk[] {
  if (!png.subarray(0, 8).equals(signature)) throw new MarginError('not a PNG');
  const chunks: Chunk[] = [];
  for (let at = 8; at + 8 <= png.length; ) {
    const length = png.readUInt32BE(at);
    const [from, until] = [at + 8, at + 8 + length];
    if (until + 4 > png.length) throw new MarginError('the PNG is cut');
    chunks.push({ type: png.toString('latin1', at + 4, from), content: png.subarray(from, until) });
    at = until + 4;
  }
  return chunks;
}

function headerOf([first]: readonly Chunk[]) {
  if (first?.type !== 'IHDR' || first.content.length !== 13) throw new MarginError('the PNG has no header');
  const { content } = first;
  const [depth, colour, , , interlace] = content.subarray(8);
  const channels = colour === 2 ? 3 : colour === 6 ? 4 : 0;
  if (depth !== 8 || channels === 0 || interlace !== 0) throw new MarginError('the PNG is of a form that Chromium does not write');
  return { content, width: content.readUInt32BE(0), height: content.readUInt32BE(4), channels };
}

/** The strip's scan lines, each preceded by its filter type, 0. The black row is all zero, including alpha. */
function filteredRows(pixels: Uint8Array, width: number, rows: number, channels: number): Buffer {
  const raw = Buffer.alloc(rows * (1 + width * channels));
  for (let row = 0; row < rows - 1; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = row * (1 + width * channels) + 1 + column * channels;
      raw.fill(pixels[row * width + column] ?? 0, at, at + 3);
      if (channels === 4) raw[at + 3] = 255;
    }
  }
  return raw;
}

function chunk(type: string, content: Buffer): Buffer {
  const framed = Buffer.alloc(12 + content.length);
  framed.writeUInt32BE(content.length);
  framed.write(type, 4, 'latin1');
  content.copy(framed, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, 8 + content.length)), 8 + content.length);
  return framed;
}

/** Source: RFC 1950, 8.2. */
function adlerOf(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % adlerBase;
    b = (b + a) % adlerBase;
  }
  return b * 65_536 + a;
}

/** Adler-32 of two concatenated byte strings, from their checksums and the length of the second. */
function joinAdler(first: number, second: number, secondLength: number): number {
  const [a1, b1, a2, b2] = [first & 0xffff, first >>> 16, second & 0xffff, second >>> 16];
  const a = (a1 + a2 - 1 + adlerBase) % adlerBase;
  const b = (b1 + b2 + (secondLength % adlerBase) * ((a1 - 1 + adlerBase) % adlerBase)) % adlerBase;
  return b * 65_536 + a;
}

const adlerBase = 65_521;
const signature = Buffer.from('89504e470d0a1a0a', 'hex');
