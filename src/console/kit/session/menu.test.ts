import { expect, it } from 'vitest';
import type { MenuItem } from '../../../contract/console/session.ts';
import { firstPage, homeOf, menuGroups } from './menu.ts';

const leaf = (id: string, url: string, sort: number, hidden = false) => ({
  id,
  name: id,
  url,
  sort,
  parent_id: '1',
  status: 1,
  permission: '',
  icon: '',
  hidden,
  childMenu: [],
});
const group = (url: string, sort: number, childMenu: MenuItem['childMenu']): MenuItem => ({ ...leaf(url, url, sort), childMenu });

it('a child address is relative to its parent, whatever the slashes', () => {
  expect(
    menuGroups([group('/user', 1, [leaf('a', '/enterprise', 1), leaf('b', 'individual', 2)])])[0]?.pages.map((page) => page.path),
  ).toEqual(['/user/enterprise', '/user/individual']);
});

it('entries stand in the order of sort and hidden ones are left out', () => {
  const groups = menuGroups([
    group('/b', 2, [leaf('x', '/x', 1)]),
    group('/a', 1, [leaf('y', '/y', 2), leaf('z', '/z', 1), leaf('h', '/h', 0, true)]),
  ]);
  expect(groups.map((item) => item.pages.map((page) => page.path))).toEqual([['/a/z', '/a/y'], ['/b/x']]);
});

it('login lands on the first child of the first entry', () => {
  expect(firstPage(menuGroups([group('/money', 1, [leaf('a', '/just', 1)]), group('/user', 2, [leaf('b', '/enterprise', 1)])]))).toBe(
    '/money/just',
  );
});

it('home is the enterprise list, or the first page when the menu lacks it', () => {
  expect(homeOf(menuGroups([group('/money', 1, [leaf('a', '/just', 1)]), group('/user', 2, [leaf('b', '/enterprise', 1)])]))).toBe(
    '/user/enterprise',
  );
  expect(homeOf(menuGroups([group('/money', 1, [leaf('a', '/just', 1)])]))).toBe('/money/just');
  expect(homeOf([])).toBeUndefined();
});
