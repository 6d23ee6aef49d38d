import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noTabs, visited } from './open-tabs.ts';
import { forgetTabs, storedTabs, storeTabs } from './use-tabs.ts';

const items = new Map<string, string>();
beforeEach(() => {
  items.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const patternOf = (path: string) => (path === '/gone' ? undefined : path);
const locationOf = (pathname: string, search: string) => ({ pathname, search, hash: '', state: null, key: '', mask: undefined });

it('tabs come back with their filters, and none of a screen that is no more', () => {
  const open = ['/a', '/b', '/gone'].reduce(
    (before, path) => visited(before, { location: locationOf(path, '?q=1?2'), isReplacing: false, patternOf: String }),
    noTabs,
  );
  storeTabs(open.tabs);
  const again = storedTabs(patternOf);
  expect(again.map(({ path, location, visit }) => [path, location.search, visit])).toEqual([
    ['/a', '?q=1?2', 0],
    ['/b', '?q=1?2', 0],
  ]);
  forgetTabs();
  expect(storedTabs(patternOf)).toEqual([]);
});

it('what is none of ours is nothing', () => {
  items.set('tabs', '{"a":1}');
  expect(storedTabs(patternOf)).toEqual([]);
});
