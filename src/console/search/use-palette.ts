import { useEffect, useState, type KeyboardEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useOperator } from '../session/operator.tsx';
import type { Act } from './in-hand.ts';
import { firstSections, foundSections, type Item } from './items.ts';
import { recentPages, recentRecords, rememberPage, rememberRecord } from './recent.ts';
import { standingPages } from './standing-pages.ts';
import { useSearch } from './use-search.ts';

/** Where the keys stand: on a line, or on one of its acts. */
interface Place {
  readonly line: number;
  readonly act: number;
}
const first: Place = { line: 0, act: -1 };

/** What the palette shows, and what its keys do. `acts`: what the screen below offers. */
export function usePalette(acts: readonly Act[], close: () => void) {
  const { groups, uid, can } = useOperator();
  const [text, setText] = useState('');
  const [isComposing, setComposing] = useState(false);
  const [place, setPlace] = useState(first);
  /** Enter was pressed before the answer to what was typed: the first line is opened once it is there. */
  const [isAwaited, setAwaited] = useState(false);
  const search = useSearch(text, isComposing);
  const open = useOpen(close);

  const offered = { groups, standing: standingPages(can), acts, recentPages: recentPages(uid), recentRecords: recentRecords(uid) };
  const sections = text.trim() === '' ? firstSections(offered) : foundSections(text, offered, search.found);
  const items = sections.flatMap((section) => section.items);
  const line = Math.min(place.line, items.length - 1);
  const active = items[line];
  const act = Math.min(place.act, (active?.acts.length ?? 0) - 1);

  const { isCurrent } = search;
  const [awaited] = items;
  useEffect(() => {
    if (isAwaited && isCurrent && awaited) open(awaited, undefined);
  }, [isAwaited, isCurrent, awaited, open]);

  const enter = (inTab: boolean) => {
    if (!isCurrent && place === first) setAwaited(true);
    else if (active) open(active, active.acts[act], inTab);
  };
  const step = (by: number) => items.length > 0 && setPlace({ line: (line + by + items.length) % items.length, act: -1 });
  return {
    text,
    sections,
    line,
    act,
    isEmpty: active === undefined,
    search,
    open,
    setComposing,
    point: (at: number) => at !== line && setPlace({ line: at, act: -1 }),
    type: (next: string) => {
      setText(next);
      setPlace(first);
      setAwaited(false);
    },
    onKey: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return; // the keys are the input method's
      const count = active?.acts.length ?? 0;
      const keys: Record<string, (() => unknown) | undefined> = {
        ArrowDown: () => step(1),
        ArrowUp: () => step(-1),
        Tab: () => count > 0 && setPlace({ line, act: nextAct(act, count, event.shiftKey) }),
        Enter: () => enter(event.ctrlKey || event.metaKey),
      };
      const run = keys[event.key];
      if (!run) return;
      event.preventDefault();
      run();
    },
  };
}

/** Opens a line, or does one of its acts where it stands; the way there asks where something unsaved would be lost. */
function useOpen(close: () => void) {
  const { uid } = useOperator();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (item: Item, act: string | undefined, inTab = false) => {
    close();
    if (item.record) rememberRecord(uid, item.record);
    if (item.page !== undefined) rememberPage(uid, item.page);
    item.run?.();
    if (item.url === undefined) return;
    if (inTab) window.open(item.url, '_blank', 'noopener');
    else if (act !== undefined) void navigate(item.url, { state: { act } });
    else if (item.url !== pathname + search) void navigate(item.url);
  };
}

/** Through the acts of a line and back to the line itself. */
function nextAct(act: number, count: number, isBack: boolean): number {
  if (isBack) return act < 0 ? count - 1 : act - 1;
  return act + 1 < count ? act + 1 : -1;
}
