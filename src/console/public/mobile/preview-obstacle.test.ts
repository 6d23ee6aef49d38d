import { expect, it } from 'vitest';
import { isPassing, passingObstacles, refusalOf } from './preview-obstacle.ts';

it.each([
  [404, 'gone'],
  [429, 'limited'],
  [500, 'failing'],
  [502, 'failing'],
  [503, 'failing'],
  [403, 'failing'],
] as const)('an answer %i is %s', (status, obstacle) => expect(refusalOf(status)).toBe(obstacle));

it('only an interruption can be tried again, and each has words of its own', () => {
  expect([isPassing(undefined), isPassing('gone'), isPassing('undecodable'), isPassing('limited')]).toEqual([false, false, false, true]);
  expect(new Set(Object.values(passingObstacles)).size).toBe(3);
});
