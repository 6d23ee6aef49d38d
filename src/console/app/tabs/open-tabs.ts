import type { Location } from 'react-router';
import { DraftScope } from '../../drafts/draft-scope.ts';
import type { Release } from '../../drafts/drafts.ts';

/** An open screen. */
export interface Tab {
  readonly path: string;
  /** As it was left: its filters and page too. */
  readonly location: Location;
  /** Greater where it was visited later; 0 where it has not been since the page was loaded. */
  readonly visit: number;
  readonly drafts: DraftScope;
}

export interface OpenTabs {
  readonly tabs: readonly Tab[];
  /** The path of the tab in sight; empty where the address is no screen's. */
  readonly active: string;
  readonly visits: number;
}

export const noTabs: OpenTabs = { tabs: [], active: '', visits: 0 };

/** How an address was reached, and the pattern of its screen; none where it is no screen's. */
interface Arrival {
  readonly location: Location;
  readonly isReplacing: boolean;
  readonly patternOf: (path: string) => string | undefined;
}

/**
 * The tabs after a way to an address. One that stands open comes into sight. A new one takes the place of the tab before where the way
 * replaces its address, or leads to another object of the same screen, as from one application to the next; else it stands behind it.
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

/** What is unsaved in the tab in sight, where a way to an address loses it; what lies in the others stays. */
export function lostIn(open: OpenTabs, path: string, isReplacing: boolean, patternOf: Arrival['patternOf']): ReadonlySet<Release> {
  const tab = open.tabs.find((one) => one.path === open.active);
  if (!tab) return new Set();
  const isOpen = path !== tab.path && open.tabs.some((one) => one.path === path);
  const isInPlace = isReplacing || (!isOpen && patternOf(path) === patternOf(tab.path));
  return new Set(isInPlace ? tab.drafts.held : []);
}

/** The tabs without some, and the one that comes into sight: the one that was there last. */
export function closed(open: OpenTabs, paths: ReadonlySet<string>): OpenTabs {
  const tabs = open.tabs.filter((tab) => !paths.has(tab.path));
  const last = tabs.toSorted((one, other) => other.visit - one.visit)[0];
  return { ...open, tabs, active: tabs.some((tab) => tab.path === open.active) ? open.active : (last?.path ?? '') };
}

/** A page keeps so many screens in its memory. */
export const mostTabs = 12;

/** Without the tab that was visited longest ago and holds nothing unsaved, where they are too many. */
function withinMost(tabs: readonly Tab[], active: string): readonly Tab[] {
  if (tabs.length <= mostTabs) return tabs;
  const free = tabs.filter((tab) => tab.path !== active && !tab.drafts.hasDrafts);
  const oldest = free.toSorted((one, other) => one.visit - other.visit)[0];
  return oldest ? tabs.filter((tab) => tab !== oldest) : tabs;
}
