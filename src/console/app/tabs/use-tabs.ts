import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { DraftScope } from '../../kit/drafts/draft-scope.ts';
import { judgeLosses } from '../../kit/drafts/leaving.ts';
import { ofTab } from '../../kit/storage/storage.ts';
import { closed, lostIn, noTabs, type OpenTabs, type Tab, visited } from './open-tabs.ts';

export interface Tabs extends OpenTabs {
  /** Closes tabs without asking. The caller has made sure that no unsaved input is lost against the operator's will. */
  close(paths: readonly string[]): void;
  show(tab: Tab): void;
}

/** The open screens of this page. @param patternOf returns the pattern of a path's screen. */
export function useTabs(patternOf: (path: string) => string | undefined): Tabs {
  const location = useLocation();
  const isReplacing = useNavigationType() === 'REPLACE';
  const navigate = useNavigate();
  const [{ open, at }, setOpen] = useState<{ open: OpenTabs; at?: typeof location }>(() => ({
    open: { ...noTabs, tabs: storedTabs(patternOf) },
  }));
  if (at !== location) setOpen({ open: visited(open, { location, isReplacing, patternOf }), at: location });

  useLongMemory();
  useGone(open);
  useEffect(() => storeTabs(open.tabs), [open.tabs]);
  useEffect(() => forgetTabs, []);
  useEffect(
    () =>
      judgeLosses((path, isReplaced) => {
        const tab = open.tabs.find((one) => one.path === open.active);
        if (tab && tab.path !== path) tab.drafts.leave();
        return lostIn(open, path, isReplaced, patternOf);
      }),
    [open, patternOf],
  );

  const show = ({ location: { pathname, search } }: Tab) => void navigate({ pathname, search });
  return {
    ...open,
    show,
    close: (paths) => {
      const next = closed(open, new Set(paths));
      const shown = next.tabs.find((tab) => tab.path === next.active);
      setOpen({ open: next, at: location });
      if (shown && next.active !== open.active) show(shown);
    },
  };
}

/** Ends a tab's drafts when it closes, and those of all tabs when the page ends. */
function useGone({ tabs }: OpenTabs): void {
  const before = useRef<readonly Tab[]>([]);
  useLayoutEffect(() => {
    for (const { path, drafts } of before.current) if (!tabs.some((tab) => tab.path === path)) drafts.end();
    before.current = tabs;
  }, [tabs]);
  useEffect(
    () => () => {
      for (const { drafts } of before.current) drafts.end();
    },
    [],
  );
}

/** Keeps the answers of hidden screens, so that a screen has its height and scroll position when it is shown again. */
function useLongMemory(): void {
  const cache = useQueryClient();
  useEffect(() => {
    const { queries, ...others } = cache.getDefaultOptions();
    cache.setDefaultOptions({ ...others, queries: { ...queries, gcTime: hiddenMs } });
    return () => cache.setDefaultOptions({ ...others, queries: { ...queries } });
  }, [cache]);
}

const hiddenMs = 1_800_000;

/** Removed with the session, like everything in this tab's storage that may name people. */
const place = 'tabs';

export function storeTabs(tabs: readonly Tab[]): void {
  ofTab.setItem(place, JSON.stringify(tabs.map(({ location: { pathname, search } }) => pathname + search)));
}

export function forgetTabs(): void {
  ofTab.removeItem(place);
}

/** The tabs as they were before a reload. Each renders again only when it is opened. */
export function storedTabs(patternOf: (path: string) => string | undefined): readonly Tab[] {
  const stored: unknown = JSON.parse(ofTab.getItem(place) ?? '[]');
  const addresses = Array.isArray(stored) ? stored.filter((item): item is string => typeof item === 'string') : [];
  return addresses.flatMap((address) => {
    const [path = '', ...search] = address.split('?');
    if (patternOf(path) === undefined) return [];
    const location = { pathname: path, search: search.length === 0 ? '' : `?${search.join('?')}`, hash: '', state: null, key: address };
    return [{ path, location: { ...location, mask: undefined }, visit: 0, drafts: new DraftScope() }];
  });
}
