import { expect, it } from 'vitest';
import { signatureCheckCache } from './signature-check-cache.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

it('asks once for the same parts, whatever the answer, and anew for others', () => {
  const check = signatureCheckCache();
  let asked = 0;
  const ask = (parts: readonly Uint8Array[], answer: boolean) =>
    check(parts, () => {
      asked += 1;
      return answer;
    });
  expect([ask([bytes(1), bytes(2)], true), ask([bytes(1), bytes(2)], false), asked]).toEqual([true, true, 1]);
  expect([ask([bytes(1), bytes(3)], false), ask([bytes(1), bytes(3)], true), asked]).toEqual([false, false, 2]);
  // The same bytes, split differently.
  expect([ask([bytes(1, 2), bytes()], false), ask([bytes(), bytes(1, 2)], false), asked]).toEqual([false, false, 4]);
});

it('remembers nothing of a check that threw, and no more than the newest', () => {
  const check = signatureCheckCache();
  const broken = () => {
    throw new Error('no answer');
  };
  expect(() => check([bytes(0)], broken)).toThrow('no answer');
  expect(check([bytes(0)], () => true)).toBe(true);
  for (let at = 1; at <= 256; at += 1) check([bytes(at & 0xff, at >> 8)], () => true);
  expect(check([bytes(0)], () => false)).toBe(false);
});
