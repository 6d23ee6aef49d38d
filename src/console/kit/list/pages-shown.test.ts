import { expect, it } from 'vitest';
import { pagesShown } from './pages-shown.ts';

it.each<[number, number, (number | undefined)[]]>([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 40, [1, 2, 3, undefined, 40]],
  [5, 40, [1, 2, 3, 4, 5, 6, 7, undefined, 40]],
  [20, 40, [1, undefined, 18, 19, 20, 21, 22, undefined, 40]],
  [40, 40, [1, undefined, 38, 39, 40]],
  [99, 3, [1, 2, 3]],
])('page %i of %i', (page, last, expected) => {
  expect(pagesShown(page, last)).toEqual(expected);
});
