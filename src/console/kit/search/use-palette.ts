import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useOperator } from '../session/operator.tsx';
import type { Act } from './current-record.ts';
import { firstSections, foundSections, type Item } from './items.ts';
import type { PaletteField, PaletteKey } from './palette.tsx';
import { recentPages, recentRecords, rememberPage, rememberRecord } from './recent.ts';
import { ownPages } from './own-pages.ts';
import { useSearch } from './use-search.ts';

/** Selected position for a text: a line, or one of its actions. */
interface Place {
  readonly text: string;
  readonly line: number;
  readonly act: number;
}

/** Content of the palette and the effects of its keys. `acts`: actions of the current screen. */
export function usePalette({ text, isComposing, keys, taken }: PaletteField, acts: readonly Act[], close: () => void) {
  const { groups, uid, can } = useOperator();
  const [moved, setPlace] = useState<Place>();
  /** The text for which Enter was pressed before its answer; its first line opens when the answer arrives. */
  const [awaitedText, setAwaited] = useState<string>();
  const search = useSearch(text, isComposing);
  const open = useOpen(close);

  const offered = { groups, standing: ownPages(can), acts, recentPages: recentPages(uid), recentRecords: recentRecords(uid) };
  const sections = text.trim() === '' ? firstSections(offered) : foundSections(text, offered, search.found);
  const items = sections.flatMap((section) => section.items);
  // A new text starts at its first line.
  const place = moved?.text === text ? moved : { text, line: 0, act: -1 };
  const line = Math.min(place.line, items.length - 1);
  const active = items[line];
  const act = Math.min(place.act, (active?.acts.length ?? 0) - 1);

  const { isCurrent } = search;
  const [awaited] = items;
  const isAwaited = awaitedText === text;
  useEffect(() => {
    if (isAwaited && isCurrent && awaited) open(awaited, undefined);
  }, [isAwaited, isCurrent, awaited, open]);

  const enter = (inTab: boolean) => {
    if (!isCurrent && place !== moved) setAwaited(text);
    else if (active) open(active, active.acts[act], inTab);
  };
  const step = (by: number) => {
    if (items.length > 0) setPlace({ text, line: (line + by + items.length) % items.length, act: -1 });
  };
  const press = ({ key, isShift, isCtrl }: PaletteKey) => {
    const count = active?.acts.length ?? 0;
    if (key === 'Enter') enter(isCtrl);
    else if (key !== 'Tab') step(key === 'ArrowDown' ? 1 : -1);
    else if (count > 0) setPlace({ text, line, act: nextAct(act, count, isShift) });
  };
  // Handles one key per render, so that each key sees the effect of the one before.
  const [next] = keys;
  useEffect(() => {
    if (!next) return;
    taken();
    press(next);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once per key
  }, [next, taken]);
  return {
    sections,
    line,
    act,
    isEmpty: active === undefined,
    search,
    open,
    point: (at: number) => at !== line && setPlace({ text, line: at, act: -1 }),
  };
}

/** Opens a line or runs one of its actions. The navigation asks first if unsaved input would be lost. */
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

/** Cycles through the actions of a line and back to the line itself. */
function nextAct(act: number, count: number, isBack: boolean): number {
  if (isBack) return act < 0 ? count - 1 : act - 1;
  return act + 1 < count ? act + 1 : -1;
}
