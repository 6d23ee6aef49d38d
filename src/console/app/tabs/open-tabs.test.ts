import type { Location } from 'react-router';
import { expect, it } from 'vitest';
import { closed, lostIn, mostTabs, noTabs, visited, type OpenTabs } from './open-tabs.ts';

const patternOf = (path: string) => (path.startsWith('/user/Detail/') ? '/user/Detail/:id' : path.startsWith('/no') ? undefined : path);
const locationOf = (address: string): Location => {
  const [pathname = '', search] = address.split('?');
  return { pathname, search: search === undefined ? '' : `?${search}`, hash: '', state: null, key: address, mask: undefined };
};
const go = (open: OpenTabs, address: string, isReplacing = false) =>
  visited(open, { location: locationOf(address), isReplacing, patternOf });
const along = (...addresses: string[]) => addresses.reduce((open, address) => go(open, address), noTabs);
const shown = ({ tabs, active }: OpenTabs) => tabs.map(({ path }) => (path === active ? `[${path}]` : path)).join(' ');

it('each screen has a tab, behind the one that led to it; an open one comes back into sight with the new address', () => {
  const open = along('/a', '/b', '/a?page=2', '/c');
  expect(shown(open)).toBe('/a [/c] /b');
  expect(open.tabs[0]?.location.search).toBe('?page=2');
});

it('the next object of a screen takes the place of the one before; from elsewhere it gets a tab of its own', () => {
  expect(shown(along('/a', '/user/Detail/1', '/user/Detail/2'))).toBe('/a [/user/Detail/2]');
  const two = along('/a', '/user/Detail/1', '/a', '/user/Detail/2');
  expect(shown(two)).toBe('/a [/user/Detail/2] /user/Detail/1');
  expect(shown(go(two, '/user/Detail/1'))).toBe('/a /user/Detail/2 [/user/Detail/1]');
});

it('what replaces an address replaces its tab, also where the other one stands open', () => {
  expect(shown(go(along('/a', '/b'), '/c', true))).toBe('/a [/c]');
  expect(shown(go(along('/a', '/b'), '/a', true))).toBe('[/a]');
});

it('a form that was just sent is left for good; one that was not stays', () => {
  const open = along('/list', '/add');
  expect(shown(go(open, '/list'))).toBe('[/list] /add');
  open.tabs[1]?.drafts.sent();
  open.tabs[1]?.drafts.leave();
  expect(shown(go(open, '/list'))).toBe('[/list]');
});

it('what is unsaved is lost in its own tab alone', () => {
  const open = along('/list', '/user/Detail/1');
  const loses = (path: string, isReplacing = false) => lostIn(open, path, isReplacing, patternOf).size > 0;
  expect(loses('/user/Detail/2')).toBe(false);
  open.tabs[1]?.drafts.hold(() => undefined);
  expect([loses('/list'), loses('/list', true), loses('/user/Detail/1'), loses('/user/Detail/2')]).toEqual([false, true, true, true]);
});

it('an address without a screen has no tab, and the others stay', () => {
  expect(shown(along('/a', '/nowhere'))).toBe('/a');
  expect(shown(along('/a', '/nowhere', '/b'))).toBe('/a [/b]');
});

it('closing the one in sight shows the one that was there last', () => {
  const open = along('/a', '/b', '/c', '/a', '/c');
  expect(shown(closed(open, new Set(['/c'])))).toBe('[/a] /b');
  expect(shown(closed(open, new Set(['/b'])))).toBe('/a [/c]');
  expect(shown(closed(open, new Set(['/a', '/b', '/c'])))).toBe('');
});

it('beyond the most the one visited longest ago goes, but never one that holds something unsaved', () => {
  const open = along(...Array.from({ length: mostTabs }, (_, at) => `/${at}`));
  open.tabs[0]?.drafts.hold(() => undefined);
  const next = go(open, '/more');
  expect(next.tabs).toHaveLength(mostTabs);
  expect(next.tabs.map(({ path }) => path)).toContain('/0');
  expect(next.tabs.map(({ path }) => path)).not.toContain('/1');
});
