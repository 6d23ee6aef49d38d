import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';

/** A picture that is read row by row, so that one of any size takes the memory of a few rows. */
export interface PngRows {
  readonly width: number;
  readonly height: number;
  /** 3 (red, green, blue) or 4 (and alpha). */
  readonly channels: 3 | 4;
  /** The bytes of each row; valid until the next one is asked for. */
  rows(): AsyncGenerator<Uint8Array>;
}

/**
 * Reads the PNG that a browser writes: 8 bits per channel, no palette, not interlaced. @throws Error on any other. Source: W3C PNG, 5 to
 * 10.
 */
export function readPng(png: Buffer): PngRows {
  if (png.length < 33 || png.readUInt32BE(0) !== 0x89504e47 || png.toString('latin1', 12, 16) !== 'IHDR') throw new Error('not a PNG');
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const [bits, colour, interlace] = [png[24], png[25], png[28]];
  const channels = colour === 2 ? 3 : colour === 6 ? 4 : null;
  if (bits !== 8 || channels === null || interlace !== 0) throw new Error('a PNG of another kind');
  return { width, height, channels, rows: () => rowsOf(png, { width, height, channels }) };
}

async function* rowsOf(
  png: Buffer,
  { width, height, channels }: Pick<PngRows, 'width' | 'height' | 'channels'>,
): AsyncGenerator<Uint8Array> {
  const rowBytes = width * channels;
  let [row, above] = [new Uint8Array(rowBytes), new Uint8Array(rowBytes)];
  let [filter, filled, done] = [-1, 0, 0];
  const packed = Readable.from(dataOf(png), { objectMode: false });
  for await (const chunk of packed.pipe(createInflate({ chunkSize: 262_144 }))) {
    const bytes = chunk as Uint8Array;
    for (let at = 0; at < bytes.length && done < height; ) {
      if (filter < 0) {
        filter = bytes[at] ?? 0;
        at += 1;
        continue;
      }
      const taken = Math.min(rowBytes - filled, bytes.length - at);
      row.set(bytes.subarray(at, at + taken), filled);
      [filled, at] = [filled + taken, at + taken];
      if (filled < rowBytes) continue;
      unfilter(row, above, channels, filter);
      yield row;
      [row, above] = [above, row];
      [filter, filled, done] = [-1, 0, done + 1];
    }
  }
  if (done < height) throw new Error('the PNG ends before its last row');
}

/** The compressed data, one IDAT chunk at a time. */
function* dataOf(png: Buffer): Generator<Buffer> {
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') yield png.subarray(at + 8, at + 8 + length);
    at += 12 + length;
  }
}

function unfilter(row: Uint8Array, above: Uint8Array, step: number, filter: number): void {
  if (filter === 0) return;
  if (filter === 2) {
    for (let at = 0; at < row.length; at += 1) row[at] = (row[at] ?? 0) + (above[at] ?? 0);
    return;
  }
  for (let at = 0; at < row.length; at += 1) {
    const left = at >= step ? (row[at - step] ?? 0) : 0;
    const up = above[at] ?? 0;
    const corner = at >= step ? (above[at - step] ?? 0) : 0;
    row[at] = (row[at] ?? 0) + (filter === 1 ? left : filter === 3 ? (left + up) >> 1 : paeth(left, up, corner));
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
