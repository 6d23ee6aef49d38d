import { p256 } from '@noble/curves/nist.js';
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { jacobianCurve, zero, type Jacobian } from './jacobian.ts';
import { multiplesOf, sumOf as sumOn, type Term } from './point-sums.ts';

const { BASE, ZERO } = p256.Point;
const order = p256.Point.Fn.ORDER;
const random = () => BigInt(`0x${randomBytes(32).toString('hex')}`) % order;
const other = BASE.multiplyUnsafe(random());
const curve = jacobianCurve(p256.Point.Fp.ORDER);
const own = ({ x, y }: { readonly x: bigint; readonly y: bigint }): Jacobian => ({ x, y, z: 1n });
const [ofBase, ofOther] = [multiplesOf(curve, own(BASE)), multiplesOf(curve, own(other))];
/** The same sum computed by the library. */
function sumOf(terms: readonly Term[]) {
  const sum = sumOn(curve, terms);
  if (sum.z === 0n) return ZERO;
  const [{ x, y } = zero] = curve.normalize([sum]);
  const { Fp } = p256.Point;
  return p256.Point.fromAffine({ x: Fp.create(x), y: Fp.create(y) });
}
const edges = [0n, 1n, 2n, 15n, 16n, 17n, 31n, 32n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 255n, 2n ** 255n - 1n, order - 1n, order - 2n];

it.each([...edges, ...Array.from({ length: 40 }, random)])('a scalar times a point is what the library gives: %s', (scalar) => {
  expect(sumOf([{ multiples: ofBase, scalar }]).equals(BASE.multiplyUnsafe(scalar))).toBe(true);
});

it('takes every scalar of 256 bits, above the order too', () => {
  const [scalar, rest] = [2n ** 256n - 1n, 2n ** 256n - 1n - order];
  expect(sumOf([{ multiples: ofBase, scalar }]).equals(BASE.multiplyUnsafe(rest))).toBe(true);
});

it('adds several, also where they are each other’s opposite or the same', () => {
  for (let at = 0; at < 20; at += 1) {
    const [one, two] = [random(), random()];
    const wanted = BASE.multiplyUnsafe(one).add(other.multiplyUnsafe(two));
    expect(
      sumOf([
        { multiples: ofBase, scalar: one },
        { multiples: ofOther, scalar: two },
      ]).equals(wanted),
    ).toBe(true);
    const both = (second: bigint) =>
      sumOf([
        { multiples: ofBase, scalar: one },
        { multiples: ofBase, scalar: second },
      ]);
    expect(both(order - one).equals(ZERO)).toBe(true);
    expect(both(one).equals(BASE.multiplyUnsafe((one * 2n) % order))).toBe(true);
  }
  expect(sumOf([]).equals(ZERO)).toBe(true);
});

it('adds a point to itself, to its opposite and to the zero, in whatever scale they are', () => {
  const [point, twice] = [own(BASE), BASE.double()];
  const scaled = curve.add(curve.double(point), { ...point, y: -point.y });
  expect(scaled.z).not.toBe(1n);
  for (const one of [point, scaled])
    for (const two of [point, scaled]) {
      const [{ x, y } = zero] = curve.normalize([curve.add(one, two)]);
      expect(p256.Point.Fp.create(x)).toBe(twice.x);
      expect(p256.Point.Fp.create(y)).toBe(twice.y);
      expect(curve.add(one, { ...two, y: -two.y }).z).toBe(0n);
      expect(curve.add(one, zero)).toEqual(one);
      expect(curve.add(zero, one)).toEqual(one);
    }
  expect(curve.double(zero).z).toBe(0n);
  expect(curve.normalize([])).toEqual([]);
});
