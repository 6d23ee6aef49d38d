import { expect, it } from 'vitest';
import { roleCalls } from '../../contract/console/roles.ts';
import { accessNodes } from '../../domain/business/access/access.ts';
import { movedAddresses, pageAddress } from '../../domain/business/access/page-address.ts';
import { matchScreen, screens } from './screens.tsx';

it('every page of the menu has a screen with the menu’s name and permission', () => {
  const groups = new Map(accessNodes.filter((node) => node.kind === 'group').map((node) => [node.id, node.url]));
  for (const page of accessNodes.filter((node) => node.kind === 'page')) {
    const screen = matchScreen(pageAddress(groups.get(page.parentId) ?? '', page.url))?.screen;
    expect([page.name, screen?.title, screen?.permission[0]]).toEqual([page.name, page.name, page.permission]);
  }
});

it('the page of a role needs the permission of its call, and who may only view roles is shown it', () => {
  expect(roleCalls.getSaveRole.needs).toEqual({ anyOf: matchScreen('/authority/role-edit/5')?.screen.permission });
});

it('parameters are texts, decoded', () => {
  expect(matchScreen('/user/Detail/900719925474099312')?.params).toEqual({ user_id: '900719925474099312' });
  expect(matchScreen('/user/Detail/a%2Fb')?.params).toEqual({ user_id: 'a/b' });
  expect(matchScreen('/user/Detail/%E0%A4%A')?.params).toEqual({ user_id: '%E0%A4%A' });
});

it.each(['/user', '/user/Detail', '/user/Detail/', '/user/detail/7', '/user/enterprise/7', '/nowhere'])('%s is unknown', (path) => {
  expect(matchScreen(path)).toBeUndefined();
});

it('both addresses of the front-end login log show the same page', () => {
  const [first, second] = screens.filter((screen) => screen.path.endsWith('/userLog'));
  expect(first?.load).toBe(second?.load);
});

it.each([
  ['/app', '/index', '/app/version'],
  ['/office', '/witness', '/office/witness'],
  ['user', 'enterprise/', '/user/enterprise'],
])('group %s, page %s is %s', (group, page, address) => {
  expect(pageAddress(group, page)).toBe(address);
});

it('every url of a page is relative to its group', () => {
  for (const { kind, url } of accessNodes) if (kind === 'page') expect(url).toMatch(/^\/[A-Za-z]+$/);
});

it('redirects lead to screens', () => {
  for (const target of Object.values(movedAddresses)) expect(matchScreen(target)).toBeDefined();
});

it('every address leads to its own screen: none hides another', () => {
  expect(screens.map(({ path }) => matchScreen(path)?.screen.path)).toEqual(screens.map(({ path }) => path));
});
