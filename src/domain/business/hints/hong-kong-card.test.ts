import { expect, it } from 'vitest';
import { hongKongCardHolds } from './hong-kong-card.ts';

// https://en.wikipedia.org/wiki/Hong_Kong_identity_card#Check_digit.
it.each([
  ['A123456(3)', true],
  ['G123456(A)', true],
  ['AB987654(3)', true],
  ['A123456(4)', false],
  ['A132456(3)', false],
  ['B123456(3)', false],
  ['A123456', null],
  ['1/234567/8', null],
  ['11010519491231002X', null],
])('%s: %s', (number, holds) => {
  expect(hongKongCardHolds(number)).toBe(holds);
});
