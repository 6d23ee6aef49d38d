import { readPng, type PngRows } from './png-rows.ts';

/**
 * How much of two pictures is the same, 0 to 1, rounded down to four places. The pictures are cut into cells of 16 by 16 pixels. A cell
 * that has the same single colour in both is not counted, so that an empty page does not hide what is missing on it. A cell is the same if
 * at most a tenth of its pixels differ. Holds only some rows of each in memory. @throws Error if a picture is not a browser's PNG.
 */
export async function matchPictures(one: Buffer, other: Buffer): Promise<number> {
  if (one.equals(other)) return 1;
  const [a, b] = [readPng(one), readPng(other)];
  const width = Math.max(a.width, b.width);
  const [bandsA, bandsB] = [bandsOf(a), bandsOf(b)];
  let [counted, same] = [0, 0];
  for (;;) {
    const [bandA, bandB] = [await bandsA.next(), await bandsB.next()];
    if (bandA.done && bandB.done) break;
    const [rowsA, rowsB] = [bandA.done ? null : bandA.value, bandB.done ? null : bandB.value];
    const isEqual = rowsA !== null && rowsB !== null && isSameBand(rowsA, rowsB);
    for (let left = 0; left < width; left += cell) {
      const verdict = isEqual ? (onlyColour(rowsA, left) === 'several' ? 'same' : 'blank') : compareCells(rowsA, rowsB, left);
      if (verdict !== 'blank') counted += 1;
      if (verdict === 'same') same += 1;
    }
  }
  return counted === 0 ? 1 : Math.floor((same / counted) * 10_000) / 10_000;
}

const cell = 16;
const maxDifference = 32;
const maxDifferent = 0.1;

/** Sixteen rows of a picture, fewer at its end. */
interface Band {
  readonly rows: readonly Uint8Array[];
  readonly width: number;
  readonly channels: number;
}

async function* bandsOf({ width, channels, rows }: PngRows): AsyncGenerator<Band> {
  const kept = Array.from({ length: cell }, () => new Uint8Array(width * channels));
  let filled = 0;
  for await (const row of rows()) {
    kept[filled]?.set(row);
    filled += 1;
    if (filled < cell) continue;
    yield { rows: kept, width, channels };
    filled = 0;
  }
  if (filled > 0) yield { rows: kept.slice(0, filled), width, channels };
}

function isSameBand(a: Band, b: Band): boolean {
  const isSameShape = a.width === b.width && a.channels === b.channels && a.rows.length === b.rows.length;
  return isSameShape && a.rows.every((row, at) => Buffer.compare(row, b.rows[at] ?? row) === 0);
}

function compareCells(a: Band | null, b: Band | null, left: number): 'same' | 'different' | 'blank' {
  const [colourA, colourB] = [onlyColour(a, left), onlyColour(b, left)];
  const isBlank = (colour: Colour) => colour !== 'several';
  if (isBlank(colourA) && isBlank(colourB)) {
    // The area below or beside the shorter picture shows nothing that the other lacks.
    if (typeof colourA === 'string' || typeof colourB === 'string') return 'blank';
    return colourA.every((value, channel) => Math.abs(value - (colourB[channel] ?? 0)) <= maxDifference) ? 'blank' : 'different';
  }
  if (!a || !b) return 'different';
  const height = Math.max(a.rows.length, b.rows.length);
  const right = Math.min(left + cell, Math.max(a.width, b.width));
  let different = 0;
  for (let y = 0; y < height; y += 1) for (let x = left; x < right; x += 1) if (!isSamePoint(a, b, x, y)) different += 1;
  return different <= height * (right - left) * maxDifferent ? 'same' : 'different';
}

function isSamePoint(a: Band, b: Band, x: number, y: number): boolean {
  const [rowA, rowB] = [a.rows[y], b.rows[y]];
  if (!rowA || !rowB || x >= a.width || x >= b.width) return false;
  const [atA, atB] = [x * a.channels, x * b.channels];
  for (let channel = 0; channel < 3; channel += 1)
    if (Math.abs((rowA[atA + channel] ?? 0) - (rowB[atB + channel] ?? 0)) > maxDifference) return false;
  return true;
}

/** `absent`: the picture does not extend to this cell. */
type Colour = readonly [red: number, green: number, blue: number] | 'several' | 'absent';

function onlyColour(band: Band | null, left: number): Colour {
  if (!band || left >= band.width) return 'absent';
  const { rows, width, channels } = band;
  const [first = new Uint8Array(0)] = rows;
  const start = left * channels;
  const colour = [first[start] ?? 0, first[start + 1] ?? 0, first[start + 2] ?? 0] as const;
  const end = Math.min(left + cell, width) * channels;
  for (const row of rows)
    for (let at = start; at < end; at += channels)
      if (row[at] !== colour[0] || row[at + 1] !== colour[1] || row[at + 2] !== colour[2]) return 'several';
  return colour;
}
