import { afterAll, beforeAll, expect, it } from 'vitest';
import { partOf, stride } from '../rounds.ts';
import { pages } from './pages.ts';
import { playPages } from './play.ts';
import { corpusSite } from './site.ts';

/** All of the pages in `test:all`, a third in `test:ci`, a dozen in `npm test`. */
const chosen = stride === 1 || process.env['TEST_PART'] !== undefined ? partOf(pages) : pages.filter((_, at) => at % 9 === 0);
let site: Awaited<ReturnType<typeof corpusSite>>;
beforeAll(async () => {
  site = await corpusSite();
});
afterAll(() => site.close());

it('has at least eighty pages, each of another name', () => {
  expect(pages.length).toBeGreaterThanOrEqual(80);
  expect(new Set(pages.map(({ name }) => name)).size).toBe(pages.length);
});

it('comes to the right outcome on every page', async () => {
  const played = await playPages(site, chosen);
  expect(played.filter(({ faults }) => faults.length > 0)).toEqual([]);
});
