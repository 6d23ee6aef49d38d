/** `npm run test:all` plays every round of a test of random or of many values; `npm test` and `npm run test:ci` a third. */
const isWhole = process.env['TEST_ROUNDS'] === 'all';

/** `npm run test:ci` sets it by the day, so that three days' runs walk all of a long walk. */
const part = process.env['TEST_PART'];
if (part !== undefined && !/^[012]$/.test(part)) throw new Error('TEST_PART is 0, 1 or 2');

/**
 * What of a walk that takes minutes is walked: all of it, or every third step in `npm run test:ci`.
 * @param shift the place of this walk among its like, so that each run has steps of several.
 */
export function partOf<T>(walk: readonly T[], shift = 0): T[] {
  return walk.filter((_, at) => part === undefined || (at + shift) % 3 === Number(part));
}

/** How many of so many rounds are played. */
export const rounds = (all: number): number => (isWhole ? all : Math.ceil(all / 3));

/** From one size to the next, where a test walks through all of them. */
export const stride = isWhole ? 1 : 3;
