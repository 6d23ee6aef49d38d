import type { Fingerprint, StrokeMap } from './fingerprint.ts';
import { placementOf, type Placement } from './placement.ts';

/**
 * How far two pictures are one, from 0 to 1: where they differ most. They are laid upon each other and compared tile by tile, and the tenth
 * of the tiles that agree least decides. Two cards of one template agree in most tiles, but not where name and number stand.
 */
export function likeness(ours: Fingerprint, theirs: Fingerprint): number {
  const rough = placementOf(ours.anchors, theirs.anchors);
  if (!rough) return 0;
  const scores = tileScores(ours.strokes, theirs.strokes, refined(ours.strokes, theirs.strokes, rough)).toSorted((a, b) => a - b);
  if (scores.length < leastTiles) return 0;
  const lowest = scores.slice(0, Math.ceil(scores.length / 10));
  return Math.max(0, lowest.reduce((sum, score) => sum + score, 0) / lowest.length);
}

/** From here on two pictures are nearly the same. Measured by `npm run bench:hints`. */
export const nearlySame = 0.64;
/** The same where what is somebody's own takes fewer tiles, or smaller writing: a licence, a person who holds up a card. */
export const nearlySameScene = 0.86;

/** Fewer tiles with strokes tell nothing. */
const leastTiles = 12;
const [tileWidth, tileHeight] = [24, 16];
/** Pixels along the edge that say what was cut off rather than what is there. */
const margin = 5;

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

/** How far the maps agree as a whole, by those of our strokes that are looked at. */
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

/** Every eighth pixel that is part of a stroke. */
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

/** Of each tile with something in it, how far the two maps agree: 1 for the same, 0 for nothing in common. */
function tileScores(ours: StrokeMap, theirs: StrokeMap, placement: Placement): number[] {
  const scores: number[] = [];
  for (let top = 0; top + tileHeight <= ours.height; top += tileHeight)
    for (let left = 0; left + tileWidth <= ours.width; left += tileWidth) {
      const here = tileScore(ours, theirs, { placement, left, top, dx: 0, dy: 0 });
      if (here === null) continue;
      let best = here;
      // What agrees well as it lies needs no better place.
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
  /** The other's tile is looked for a pixel aside too: nothing lies upon another to the pixel. */
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
