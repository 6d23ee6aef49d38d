import { invert, mod } from '@noble/curves/abstract/modular.js';

/**
 * A point of y² = x³ - 3x + b in Jacobian coordinates: x / z² and y / z³; z = 0 for the point at infinity. Coordinates are residues between
 * -p and p, of either sign.
 */
export interface Jacobian {
  readonly x: bigint;
  readonly y: bigint;
  readonly z: bigint;
}

export const zero: Jacobian = { x: 1n, y: 1n, z: 0n };

export interface JacobianCurve {
  double(point: Jacobian): Jacobian;
  add(one: Jacobian, other: Jacobian): Jacobian;
  /** The same points with z = 1, which are faster to add. None may be the point at infinity. */
  normalize(points: readonly Jacobian[]): Jacobian[];
}

/**
 * Arithmetic for public points only: its timing depends on the points. Sums are left unreduced until the next product.
 * @param p the curve's prime. Source: dbl-2001-b, add-1998-cmo-2 and madd of the Explicit-Formulas Database.
 */
export function jacobianCurve(p: bigint): JacobianCurve {
  const double = ({ x, y, z }: Jacobian): Jacobian => {
    const delta = (z * z) % p;
    const gamma = (y * y) % p;
    const beta = (x * gamma) % p;
    const alpha = (3n * (x - delta) * (x + delta)) % p;
    const doubled = (alpha * alpha - 8n * beta) % p;
    return { x: doubled, y: (alpha * (4n * beta - doubled) - 8n * gamma * gamma) % p, z: (2n * y * z) % p };
  };

  const add = (one: Jacobian, other: Jacobian): Jacobian => {
    if (one.z === 0n) return other;
    if (other.z === 0n) return one;
    const square = (one.z * one.z) % p;
    const [u, s] = other.z === 1n ? [one.x, one.y] : atScale(one, other.z);
    const h = (other.x * square - u) % p;
    const r = (other.y * ((square * one.z) % p) - s) % p;
    if (h === 0n) return r === 0n ? double(one) : zero;
    const hh = (h * h) % p;
    const hhh = (hh * h) % p;
    const v = (u * hh) % p;
    const x = (r * r - hhh - 2n * v) % p;
    const z = (one.z * h) % p;
    return { x, y: (r * (v - x) - s * hhh) % p, z: other.z === 1n ? z : (z * other.z) % p };
  };

  const atScale = ({ x, y }: Jacobian, z: bigint): readonly [bigint, bigint] => {
    const square = (z * z) % p;
    return [(x * square) % p, (y * ((square * z) % p)) % p];
  };

  return {
    double,
    add,
    normalize(points) {
      // A single inversion of the product of all z; each z's inverse is derived from it.
      const products = [1n];
      for (const { z } of points) products.push(((products.at(-1) ?? 1n) * z) % p);
      let inverse = invert(mod(products.at(-1) ?? 1n, p), p);
      const normal: Jacobian[] = [];
      for (const [at, point] of [...points.entries()].reverse()) {
        const [x, y] = atScale(point, (inverse * (products[at] ?? 1n)) % p);
        normal.unshift({ x, y, z: 1n });
        inverse = (inverse * point.z) % p;
      }
      return normal;
    },
  };
}
