import { expect, it } from 'vitest';
import type { Policy } from './policy.ts';
import { quorumTimes } from './quorum-times.ts';

const policy = (threshold: number, quorum: string | null = 'enough') =>
  ({ logs: [], witnesses: [], groups: [{ name: 'enough', threshold, members: ['a', 'b', 'c'] }], quorum }) satisfies Policy;
const at = (...times: (number | null)[]) => times.map((time, place) => ({ name: 'abc'.charAt(place), hasCosigned: time !== null, time }));

it.each([
  ['one of three', 1, at(10, 20, 30), { notAfter: 10, notBefore: 30 }],
  ['two of three', 2, at(30, 10, 20), { notAfter: 20, notBefore: 20 }],
  ['three of three', 3, at(10, 20, 30), { notAfter: 30, notBefore: 10 }],
  ['two of two that signed', 2, at(10, null, 30), { notAfter: 30, notBefore: 10 }],
  ['too few', 2, at(10, null, null), null],
  ['one that says no time', 2, at(10, 0, null), null],
])('is what a quorum vouches for: %s', (_, threshold, witnesses, wanted) => {
  expect(quorumTimes(policy(threshold), witnesses)).toEqual(wanted);
});

it.each([null, 'none'])('is nothing where the policy demands nobody: %s', (quorum) => {
  expect(quorumTimes(policy(1, quorum), at(10, 20, 30))).toBeNull();
});
