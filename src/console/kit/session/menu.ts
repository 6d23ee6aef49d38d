import type { MenuItem } from '../../../contract/console/session.ts';
import { pageAddress } from '../../../domain/business/access/page-address.ts';
import { homePath } from './guard.ts';

/** A page of the operator's menu with its full address. */
export interface MenuPage {
  readonly id: string;
  readonly name: string;
  readonly path: string;
}

export interface MenuGroup {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  readonly pages: readonly MenuPage[];
}

/** The server's menu ordered by `sort`, without hidden entries. `pageAddress` resolves a child's url. */
export function menuGroups(menu: readonly MenuItem[]): MenuGroup[] {
  return shown(menu).map((group) => ({
    id: String(group.id),
    name: group.name,
    icon: group.icon,
    pages: shown(group.childMenu).map((page) => ({ id: String(page.id), name: page.name, path: pageAddress(group.url, page.url) })),
  }));
}

/** The target after login: the first child of the first menu entry. Undefined if the operator has no page. */
export function firstPage(groups: readonly MenuGroup[]): string | undefined {
  return groups.find((group) => group.pages.length > 0)?.pages[0]?.path;
}

/** The home page, or the first page of an operator whose menu lacks it. */
export function homeOf(groups: readonly MenuGroup[]): string | undefined {
  const hasHome = groups.some((group) => group.pages.some((page) => page.path === homePath));
  return hasHome ? homePath : firstPage(groups);
}

function shown<T extends { hidden: boolean; sort: number }>(items: readonly T[]): T[] {
  return items.filter((item) => !item.hidden).sort((a, b) => a.sort - b.sort);
}
