import { afterAll, beforeAll } from 'vitest';
import { openLists, type Lists } from '../../../src/server/desk/lists/pools.ts';
import type { testDatabase } from '../database.ts';

/** Lists as they are opened in production, and eager ones with thresholds so low that every way of reading a page is used. */
export function testLists(database: ReturnType<typeof testDatabase>): { lists: Lists; eager: Lists } {
  const opened = {} as { lists: Lists; eager: Lists };
  beforeAll(() => {
    opened.lists = openLists(database.pool.options);
    opened.eager = openLists(database.pool.options, { near: 0, sorted: 5, confirmed: 20, hot: 200 });
  });
  afterAll(() => Promise.all([opened.lists.close(), opened.eager.close()]));
  return opened;
}
