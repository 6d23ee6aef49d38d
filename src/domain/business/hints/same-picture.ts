import type { Fingerprint, StrokeMap } from './fingerprint.ts';
import { placementOf, type Placement } from './placement.ts';

/**
 * How similar two pictures are, from 0 to 1. The pictures are aligned and compared tile by tile; the score is the mean of the worst tenth
 * of the tiles. Two cards of one template agree in most tiles, but not where name and number are printed.
 */
export function likeness(ours: Fingerprint, theirs: Fingerprint): number {
  const rough = placementOf(ours.anchors, theirs.anchors);
  if (!rough) return 0;
  const scores = tileScores(ours.strokes, theirs.strokes, refined(ours.strokes, theirs.strokes, rough)).sort((a, b) => a - b);
  if (scores.length < leastTiles) return 0;
  const lowest = scores.slice(0, Math.ceil(scores.length / 10));
  return Math.max(0, lowest.reduce((sum, score) => sum + score, 0) / lowest.length);
}

/** From this score on, two pictures are nearly the same. Measured by `npm run bench:hints`. */
export const nearlySame = 0.64;
/** The same bound for pictures in which personal content takes fewer tiles or smaller writing: a licence, a person holding a card. */
export const nearlySameScene = 0.86;

/** Fewer tiles with strokes are not enough for a comparison. */
const leastTiles = 12;
const [tileWidth, tileHeight] = [24, 16];
/** Ignored pixels along the edge, which show how the picture was cropped rather than its content. */
const margin = 5;

/** Shifts, turns and stretches the placement a little as long as that improves the agreement of the maps. */
function refined(ours: StrokeMap, theirs: StrokeMap, start: Placement): Placement {
  const { width, height } = ours;
  const samples = samplesOf(ours);
  let best = start;
  let bestScore = overall(samples, theirs, best);
  for (let step = 3; step > 0.3; step /= 2) {
    for (let turn = 0; turn < 3; turn += 1) {
      let better = false;
      const moves: Placement[] = [
        [0, 0, step, 0, 0, 0],
        [0, 0, 0, 0, 0, step],
        [(2 * step) / width, 0, -step, 0, 0, 0],
        [0, 0, 0, 0, (2 * step) / height, -step],
        [0, (2 * step) / height, -step, 0, 0, 0],
        [0, 0, 0, (2 * step) / width, 0, -step],
      ];
      for (const move of moves)
        for (const sign of [1, -1]) {
          const tried = moved(best, move, sign);
          const score = overall(samples, theirs, tried);
          if (score > bestScore) [best, bestScore, better] = [tried, score, true];
        }
      if (!better) break;
    }
  }
  return best;
}

function moved([a, b, c, d, e, f]: Placement, by: Placement, sign: number): Placement {
  return [a + sign * by[0], b + sign * by[1], c + sign * by[2], d + sign * by[3], e + sign * by[4], f + sign * by[5]];
}

/** Agreement of the two maps as a whole, measured at the sampled stroke pixels. */
function overall({ xs, ys, signs }: Samples, theirs: StrokeMap, [a, b, c, d, e, f]: Placement): number {
  let sum = 0;
  for (let index = 0; index < signs.length; index += 1) {
    const [x, y] = [xs[index] ?? 0, ys[index] ?? 0];
    sum += (signs[index] ?? 0) * at(theirs, a * x + b * y + c, d * x + e * y + f);
  }
  return sum;
}

interface Samples {
  readonly xs: Float32Array;
  readonly ys: Float32Array;
  readonly signs: Int8Array;
}

/** Samples one in eight pixels; keeps those that are part of a stroke. */
function samplesOf({ width, height, cells }: StrokeMap): Samples {
  const places: number[] = [];
  for (let y = 0; y < height; y += 2)
    for (let x = y & 2; x < width; x += 4) if ((cells[y * width + x] ?? 0) !== 0) places.push(y * width + x);
  return {
    xs: Float32Array.from(places, (place) => place % width),
    ys: Float32Array.from(places, (place) => Math.floor(place / width)),
    signs: Int8Array.from(places, (place) => cells[place] ?? 0),
  };
}

function at({ width, height, cells }: StrokeMap, x: number, y: number): number {
  const [column, row] = [Math.round(x), Math.round(y)];
  return column < 0 || row < 0 || column >= width || row >= height ? 0 : (cells[row * width + column] ?? 0);
}

/** For each tile with enough strokes, the agreement of the two maps: 1 for identical, 0 for nothing in common. */
function tileScores(ours: StrokeMap, theirs: StrokeMap, placement: Placement): number[] {
  const scores: number[] = [];
  for (let top = 0; top + tileHeight <= ours.height; top += tileHeight)
    for (let left = 0; left + tileWidth <= ours.width; left += tileWidth) {
      const here = tileScore(ours, theirs, { placement, left, top, dx: 0, dy: 0 });
      if (here === null) continue;
      let best = here;
      // A tile that already agrees well need not be shifted.
      const reach = here < 0.8 ? 1 : 0;
      for (let dy = -reach; dy <= reach; dy += 1)
        for (let dx = -reach; dx <= reach; dx += 1) best = Math.max(best, tileScore(ours, theirs, { placement, left, top, dx, dy }) ?? -1);
      scores.push(best);
    }
  return scores;
}

interface Tile {
  readonly placement: Placement;
  readonly left: number;
  readonly top: number;
  /** Offset of the other picture's tile: shifts of one pixel are tried, because alignment is never exact to the pixel. */
  readonly dx: number;
  readonly dy: number;
}

function tileScore(ours: StrokeMap, theirs: StrokeMap, { placement: [a, b, c, d, e, f], left, top, dx, dy }: Tile): number | null {
  let [both, own, other, outside] = [0, 0, 0, 0];
  for (let y = top; y < top + tileHeight; y += 1)
    for (let x = left; x < left + tileWidth; x += 1) {
      const tx = Math.round(a * x + b * y + c + dx);
      const ty = Math.round(d * x + e * y + f + dy);
      if (!isWithin(ours, x, y) || !isWithin(theirs, tx, ty)) {
        outside += 1;
        continue;
      }
      const mine = ours.cells[y * ours.width + x] ?? 0;
      const yours = theirs.cells[ty * theirs.width + tx] ?? 0;
      both += mine * yours;
      own += mine * mine;
      other += yours * yours;
    }
  const size = tileWidth * tileHeight;
  if (outside > size / 4 || (own + other) / 2 < 0.15 * size) return null;
  return both / Math.sqrt(Math.max(own, 1) * Math.max(other, 1));
}

function isWithin({ width, height }: StrokeMap, x: number, y: number): boolean {
  return x >= margin && y >= margin && x < width - margin && y < height - margin;
}
