import { p256 } from '@noble/curves/nist.js';
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { multiplesOf, sumOf } from './point-sums.ts';

const { BASE, ZERO } = p256.Point;
const order = p256.Point.Fn.ORDER;
const random = () => BigInt(`0x${randomBytes(32).toString('hex')}`) % order;
const other = BASE.multiplyUnsafe(random());
const [ofBase, ofOther] = [multiplesOf(BASE), multiplesOf(other)];
const edges = [0n, 1n, 2n, 15n, 16n, 17n, 31n, 32n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 255n, 2n ** 255n - 1n, order - 1n, order - 2n];

it.each([...edges, ...Array.from({ length: 40 }, random)])('a scalar times a point is what the library gives: %s', (scalar) => {
  expect(sumOf(ZERO, [{ multiples: ofBase, scalar }]).equals(BASE.multiplyUnsafe(scalar))).toBe(true);
});

it('takes every scalar of 256 bits, above the order too', () => {
  const [scalar, rest] = [2n ** 256n - 1n, 2n ** 256n - 1n - order];
  expect(sumOf(ZERO, [{ multiples: ofBase, scalar }]).equals(BASE.multiplyUnsafe(rest))).toBe(true);
});

it('adds several, also where they are each other’s opposite or the same', () => {
  for (let at = 0; at < 20; at += 1) {
    const [one, two] = [random(), random()];
    const wanted = BASE.multiplyUnsafe(one).add(other.multiplyUnsafe(two));
    expect(
      sumOf(ZERO, [
        { multiples: ofBase, scalar: one },
        { multiples: ofOther, scalar: two },
      ]).equals(wanted),
    ).toBe(true);
    const both = (second: bigint) =>
      sumOf(ZERO, [
        { multiples: ofBase, scalar: one },
        { multiples: ofBase, scalar: second },
      ]);
    expect(both(order - one).equals(ZERO)).toBe(true);
    expect(both(one).equals(BASE.multiplyUnsafe((one * 2n) % order))).toBe(true);
  }
  expect(sumOf(ZERO, []).equals(ZERO)).toBe(true);
});
