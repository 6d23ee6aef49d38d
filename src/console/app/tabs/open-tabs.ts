import type { Location } from 'react-router';
import { DraftScope } from '../../kit/drafts/draft-scope.ts';
import type { Release } from '../../kit/drafts/drafts.ts';

/** An open screen. */
export interface Tab {
  readonly path: string;
  /** The last location, with its filters and page. */
  readonly location: Location;
  /** Order of the last visit, larger for a later one; 0 if not visited since the page was loaded. */
  readonly visit: number;
  readonly drafts: DraftScope;
}

export interface OpenTabs {
  readonly tabs: readonly Tab[];
  /** Path of the visible tab; empty if the address has no screen. */
  readonly active: string;
  readonly visits: number;
}

export const noTabs: OpenTabs = { tabs: [], active: '', visits: 0 };

/** How an address was reached, and the pattern of its screen; undefined if it has none. */
interface Arrival {
  readonly location: Location;
  readonly isReplacing: boolean;
  readonly patternOf: (path: string) => string | undefined;
}

/**
 * The tabs after a navigation. An open tab becomes visible. A new tab replaces the current one if the navigation replaces its address or
 * leads to another object of the same screen, such as the next application; otherwise it is inserted after it.
 */
export function visited(open: OpenTabs, { location, isReplacing, patternOf }: Arrival): OpenTabs {
  const path = location.pathname;
  const pattern = patternOf(path);
  if (pattern === undefined) return { ...open, active: '' };
  const visits = open.visits + 1;
  const before = open.tabs.find((tab) => tab.path === open.active);
  const known = open.tabs.find((tab) => tab.path === path);
  const isInPlace =
    before !== undefined && before !== known && (isReplacing || before.drafts.isOver || (!known && patternOf(before.path) === pattern));
  const tab: Tab = known ? { ...known, location, visit: visits } : { path, location, visit: visits, drafts: new DraftScope() };
  const others = isInPlace ? open.tabs.filter((one) => one !== before) : open.tabs;
  const at = before ? open.tabs.indexOf(before) + (isInPlace ? 0 : 1) : others.length;
  const tabs = known ? others.map((one) => (one === known ? tab : one)) : [...others.slice(0, at), tab, ...others.slice(at)];
  return { tabs: withinMost(tabs, path), active: path, visits };
}

/** Drafts of the visible tab that a navigation would lose; drafts of other tabs stay. */
export function lostIn(open: OpenTabs, path: string, isReplacing: boolean, patternOf: Arrival['patternOf']): ReadonlySet<Release> {
  const tab = open.tabs.find((one) => one.path === open.active);
  if (!tab) return new Set();
  const isOpen = path !== tab.path && open.tabs.some((one) => one.path === path);
  const isInPlace = isReplacing || (!isOpen && patternOf(path) === patternOf(tab.path));
  return new Set(isInPlace ? tab.drafts.held : []);
}

/** Removes some tabs. If the active one is removed, the most recently visited one becomes active. */
export function closed(open: OpenTabs, paths: ReadonlySet<string>): OpenTabs {
  const tabs = open.tabs.filter((tab) => !paths.has(tab.path));
  const last = [...tabs].sort((one, other) => other.visit - one.visit)[0];
  return { ...open, tabs, active: tabs.some((tab) => tab.path === open.active) ? open.active : (last?.path ?? '') };
}

/** Maximum number of screens that a page keeps in memory. */
export const mostTabs = 12;

/** Beyond the maximum, drops the least recently visited tab that has no unsaved input. */
function withinMost(tabs: readonly Tab[], active: string): readonly Tab[] {
  if (tabs.length <= mostTabs) return tabs;
  const free = tabs.filter((tab) => tab.path !== active && !tab.drafts.hasDrafts);
  const oldest = [...free].sort((one, other) => one.visit - other.visit)[0];
  return oldest ? tabs.filter((tab) => tab !== oldest) : tabs;
}
