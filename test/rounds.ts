/** `npm run test:all` plays every round of a test of random or of many values; `npm test` a third. */
const isWhole = process.env['TEST_ROUNDS'] === 'all';

/** How many of so many rounds are played. */
export const rounds = (all: number): number => (isWhole ? all : Math.ceil(all / 3));

/** From one size to the next, where a test walks through all of them. */
export const stride = isWhole ? 1 : 3;
