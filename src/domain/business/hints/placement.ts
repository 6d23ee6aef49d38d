import type { Anchor } from './fingerprint.ts';

/** x' = a x + b y + c, y' = d x + e y + f: maps a cell of one map to its position in another. */
export type Placement = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/**
 * The transformation under which most anchors of two pictures match; null if too few agree. Different pictures of one template match too.
 */
export function placementOf(ours: readonly Anchor[], theirs: readonly Anchor[]): Placement | null {
  const pairs = pairsOf(ours, theirs);
  const agreed = agreedPlacement(pairs);
  return agreed && (fit(pairs.filter((pair) => distance(agreed, pair) < near * near)) ?? agreed);
}

/** Tolerance for a matching position, in pixels. */
const near = 8;

interface Pair {
  readonly from: Anchor;
  readonly to: Anchor;
}

function pairsOf(ours: readonly Anchor[], theirs: readonly Anchor[]): Pair[] {
  const pairs: Pair[] = [];
  for (const from of ours)
    for (const to of theirs) {
      if (Math.abs(from.x - to.x) > 60 || Math.abs(from.y - to.y) > 60) continue;
      if (bitCount(from.word ^ to.word) <= 4) pairs.push({ from, to });
    }
  return pairs;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** Finds the similarity that most pairs agree on, by testing pairs of pairs in a deterministic pseudo-random order. */
function agreedPlacement(pairs: readonly Pair[]): Placement | null {
  if (pairs.length < 4) return null;
  let best: Placement | null = null;
  let most = 3;
  let state = 1;
  const next = (): Pair | undefined => {
    state = (state * 16_807) % 2_147_483_647;
    return pairs[state % pairs.length];
  };
  for (let turn = 0; turn < 400; turn += 1) {
    const [one, other] = [next(), next()];
    const placement = one && other && similarity(one, other);
    if (!placement) continue;
    let inliers = 0;
    for (const pair of pairs) if (distance(placement, pair) < near * near) inliers += 1;
    if (inliers > most) [best, most] = [placement, inliers];
  }
  return best;
}

function similarity(one: Pair, other: Pair): Placement | null {
  const [ux, uy] = [other.from.x - one.from.x, other.from.y - one.from.y];
  const [vx, vy] = [other.to.x - one.to.x, other.to.y - one.to.y];
  const length = ux * ux + uy * uy;
  // Two points close together determine the rotation too inaccurately.
  if (length < 1600) return null;
  const a = (ux * vx + uy * vy) / length;
  const d = (ux * vy - uy * vx) / length;
  if (a < 0.8 || a > 1.25 || Math.abs(d) > 0.12) return null;
  return [a, -d, one.to.x - a * one.from.x + d * one.from.y, d, a, one.to.y - d * one.from.x - a * one.from.y];
}

/** The squared distance, because it is only compared. */
function distance([a, b, c, d, e, f]: Placement, { from, to }: Pair): number {
  return (a * from.x + b * from.y + c - to.x) ** 2 + (d * from.x + e * from.y + f - to.y) ** 2;
}

/** Least-squares similarity over the pairs. */
function fit(pairs: readonly Pair[]): Placement | null {
  if (pairs.length < 2) return null;
  const mean = (of: (pair: Pair) => number) => pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  const [fx, fy, tx, ty] = [mean((p) => p.from.x), mean((p) => p.from.y), mean((p) => p.to.x), mean((p) => p.to.y)];
  let [dot, cross, size] = [0, 0, 0];
  for (const { from, to } of pairs) {
    const [ux, uy, vx, vy] = [from.x - fx, from.y - fy, to.x - tx, to.y - ty];
    dot += ux * vx + uy * vy;
    cross += ux * vy - uy * vx;
    size += ux * ux + uy * uy;
  }
  if (size < 1) return null;
  const [a, d] = [dot / size, cross / size];
  return [a, -d, tx - a * fx + d * fy, d, a, ty - d * fx - a * fy];
}
