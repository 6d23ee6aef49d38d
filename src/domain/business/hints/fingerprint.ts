import { blurred, difference, quantile, resized, type Luma } from './luma.ts';

/**
 * What is stored of a picture to find similar pictures. A hash of the whole picture would not distinguish cards of one layout, so there are
 * two parts: anchors find pictures that share some details, and a stroke map compares them tile by tile.
 */
export interface Fingerprint {
  readonly anchors: readonly Anchor[];
  readonly strokes: StrokeMap;
}

/** A distinctive spot and a description of its surroundings. Coordinates are pixels of the stroke map. */
export interface Anchor {
  readonly x: number;
  readonly y: number;
  /** 24 bits: whether the surroundings are dark (0) or bright (1) at 24 points. */
  readonly word: number;
  /** Indexes of the bits closest to flipping, closest first. */
  readonly unsure: readonly number[];
}

/** For each pixel of the resized picture: -1 darker than its surroundings, 1 brighter, 0 about the same. */
export interface StrokeMap {
  readonly width: number;
  readonly height: number;
  readonly cells: Int8Array;
}

/** Every picture is resized to this area. A line of text on a card is then about 16 pixels high. */
export const printedPixels = 80_000;
/** Only the strongest spots of a picture are kept. */
const mostAnchors = 256;
/**
 * A word spans about two and a half characters of a line. Wider words would be more specific to a person, but less stable under rotation.
 */
const [wordColumns, wordRows, wordStep] = [8, 3, 5];

export function fingerprintOf(luma: Luma): Fingerprint {
  const sized = normalizeSize(luma);
  return { anchors: anchorsOf(sized), strokes: strokesOf(sized) };
}

/** Resizes a picture to the common area. Each side is at least 48 pixels, so that a very flat picture keeps some height. */
export function normalizeSize(luma: Luma): Luma {
  const scale = Math.sqrt(printedPixels / (luma.width * luma.height));
  const sideOf = (length: number) => Math.min(1600, Math.max(48, Math.round(length * scale)));
  return resized(luma, sideOf(luma.width), sideOf(luma.height));
}

function strokesOf(sized: Luma): StrokeMap {
  const edges = difference(blurred(sized, 1.1), blurred(sized, 3));
  const contrast = blurred({ ...edges, values: edges.values.map((value) => value * value) }, 8);
  // Contrast that is weak compared with the picture's own strokes, such as paper and noise, counts as none.
  const faint = 0.3 * quantile(edges.values, 0.97);
  const { width, height } = sized;
  const cells = new Int8Array(width * height);
  for (let at = 0; at < cells.length; at += 1) {
    const value = edges.values[at] ?? 0;
    const least = Math.max(0.5 * Math.sqrt(contrast.values[at] ?? 0), faint);
    cells[at] = value > least ? 1 : value < -least ? -1 : 0;
  }
  return { width, height, cells };
}

function anchorsOf(sized: Luma): Anchor[] {
  const { width, height } = sized;
  const blobs = difference(blurred(sized, 1.8), blurred(sized, 3.6));
  const rough = difference(blurred(sized, 1.6), blurred(sized, 6));
  const found: { x: number; y: number; strength: number }[] = [];
  const margin = 6;
  for (let y = margin; y < height - margin; y += 1)
    for (let x = margin; x < width - margin; x += 1) {
      const strength = Math.abs(blobs.values[y * width + x] ?? 0);
      if (strength > 1.5 && isPeak(blobs, x, y)) found.push({ x, y, strength });
    }
  found.sort((a, b) => b.strength - a.strength);
  return found.slice(0, mostAnchors).map(({ x, y }) => anchorAt(rough, x, y));
}

function isPeak({ width, values }: Luma, x: number, y: number): boolean {
  const sign = (values[y * width + x] ?? 0) > 0 ? 1 : -1;
  const own = (values[y * width + x] ?? 0) * sign;
  for (let dy = -3; dy <= 3; dy += 1)
    for (let dx = -3; dx <= 3; dx += 1) {
      if ((dx !== 0 || dy !== 0) && (values[(y + dy) * width + x + dx] ?? 0) * sign > own) return false;
    }
  return true;
}

function anchorAt({ width, height, values }: Luma, x: number, y: number): Anchor {
  const samples: number[] = [];
  for (let row = 0; row < wordRows; row += 1)
    for (let column = 0; column < wordColumns; column += 1) {
      const sx = Math.round(x + (column - (wordColumns - 1) / 2) * wordStep);
      const sy = Math.round(y + (row - (wordRows - 1) / 2) * wordStep);
      const inside = sx >= 0 && sy >= 0 && sx < width && sy < height;
      samples.push(inside ? (values[sy * width + sx] ?? 0) : 0);
    }
  const middle = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  const word = samples.reduce((bits, value, at) => (value > middle ? bits | (1 << at) : bits), 0);
  const unsure = samples
    .map((value, at) => ({ at, distance: Math.abs(value - middle) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 5)
    .map(({ at }) => at);
  return { x, y, word, unsure };
}
