import type { SearchKind } from '../../../contract/console/search.ts';
import type { MenuGroup } from '../session/menu.ts';
import type { Act } from './current-record.ts';
import type { RecentRecord } from './recent.ts';
import type { OwnPage } from './own-pages.ts';

/** One line of the palette. */
export interface Item {
  readonly key: string;
  readonly title: string;
  readonly texts: readonly string[];
  readonly status?: string;
  /** Address to open; an action has none. */
  readonly url?: string;
  readonly run?: () => void;
  /** Actions that can be run on it at once. */
  readonly acts: readonly string[];
  /** Leads to a complete list. */
  readonly isMore?: boolean;
  readonly page?: string;
  readonly record?: RecentRecord;
}

export interface Section {
  readonly name: string;
  readonly items: readonly Item[];
}

interface Offered {
  readonly groups: readonly MenuGroup[];
  readonly standing: readonly OwnPage[];
  readonly acts: readonly Act[];
  readonly recentPages: readonly string[];
  readonly recentRecords: readonly RecentRecord[];
}

/** The palette before anything is typed: actions of the current page, recent items, then the menu. */
export function firstSections({ groups, standing, acts, recentPages, recentRecords }: Offered): Section[] {
  const pages = [...standingItems(standing), ...pageItems(groups)];
  const recent = recentPages.flatMap((id) => pages.find((item) => item.page === id) ?? []);
  return filled([
    { name: '当前页面', items: acts.map(actItem) },
    { name: '最近', items: [...recentRecords.map(recordItem), ...recent] },
    { name: '页面', items: pages.filter((item) => !recent.includes(item)) },
  ]);
}

/** The same, filtered by the typed text, with the records found. A complete number matches no page. */
export function foundSections(text: string, { groups, standing, acts }: Offered, found: readonly SearchKind[]): Section[] {
  const wanted = text.trim().toLowerCase();
  const isMeant = ({ title, texts }: Item) => [title, ...texts].some((one) => one.toLowerCase().includes(wanted));
  return filled([
    { name: '当前页面', items: acts.map(actItem).filter(isMeant) },
    { name: '页面', items: [...standingItems(standing), ...pageItems(groups)].filter(isMeant) },
    ...found.map((kind) => ({ name: kind.name, items: hitItems(kind) })),
  ]);
}

function filled(sections: readonly Section[]): Section[] {
  return sections.filter(({ items }) => items.length > 0);
}

function actItem({ label, run }: Act): Item {
  return { key: `act ${label}`, title: label, texts: [], run, acts: [] };
}

function pageItems(groups: readonly MenuGroup[]): Item[] {
  return groups.flatMap((group) =>
    group.pages.map(({ id, name, path }) => ({ key: `page ${id}`, title: name, texts: [group.name], url: path, acts: [], page: id })),
  );
}

function standingItems(pages: readonly OwnPage[]): Item[] {
  return pages.map(({ name, path }) => ({ key: `page ${path}`, title: name, texts: [], url: path, acts: [] }));
}

function recordItem(record: RecentRecord): Item {
  return { key: `recent ${record.url}`, title: record.title, texts: [record.kind, ...record.texts], url: record.url, acts: [], record };
}

function hitItems({ kind, name, hits, more }: SearchKind): Item[] {
  const items = hits.map(({ id, title, texts, status, url, acts }): Item => {
    const record = { kind: name, id, title, texts, url };
    return { key: `${kind} ${id}`, title, texts, status, url, acts, record };
  });
  const all = {
    key: `${kind} more`,
    title: hits.length > 0 ? `在${name}列表中查看全部` : `匹配较多，在${name}列表中查看`,
    texts: [],
    acts: [],
  };
  return more === '' ? items : [...items, { ...all, url: more, isMore: true }];
}
