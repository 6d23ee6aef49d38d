import { ofTab, shared } from '../storage/storage.ts';

/**
 * The page from which this tab's page was reached, without its filters, which may name people while this browser's next operator may be
 * another one. Known only for links of the console; a typed address has none.
 */

/** The previous page of a path, according to a link in another tab, or to this tab before a reload. */
export function pageBefore(path: string): string | undefined {
  const opened = openedPages();
  const link = opened.find((page) => page.path === path);
  if (link) {
    shared.setItem(openedKey, JSON.stringify(opened.filter((page) => page !== link)));
    keepPageBefore(path, link.before);
  }
  const stored: unknown = JSON.parse(ofTab.getItem(pageBeforeKey) ?? 'null');
  return isReached(stored) && stored.path === path ? stored.before : undefined;
}

/** Stores it for this tab, in case of a reload. */
export function keepPageBefore(path: string, before: string | undefined): void {
  if (before === undefined) ofTab.removeItem(pageBeforeKey);
  else ofTab.setItem(pageBeforeKey, JSON.stringify({ path, before: before.split('?')[0] ?? before }));
}

/** Records the target of each link that may open a new tab, which reads the record when it starts. @returns a function that stops it. */
export function watchLinks(): () => void {
  const kinds = ['click', 'auxclick', 'contextmenu'] as const;
  for (const kind of kinds) addEventListener(kind, noteLink, true);
  return () => {
    for (const kind of kinds) removeEventListener(kind, noteLink, true);
  };
}

function noteLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link?.origin !== location.origin) return;
  const staysHere = event.type === 'click' && link.target !== '_blank' && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (staysHere) return;
  const others = openedPages().filter(({ path }) => path !== link.pathname);
  const page = { path: link.pathname, before: location.pathname };
  shared.setItem(openedKey, JSON.stringify([page, ...others].slice(0, openedMax)));
}

interface Reached {
  readonly path: string;
  readonly before: string;
}

function isReached(value: unknown): value is Reached {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    typeof value.path === 'string' &&
    'before' in value &&
    typeof value.before === 'string'
  );
}

function openedPages(): Reached[] {
  const stored: unknown = JSON.parse(shared.getItem(openedKey) ?? '[]');
  return Array.isArray(stored) ? stored.filter(isReached) : [];
}

const pageBeforeKey = 'page-before';
const openedKey = 'opened-pages';
/** More than anybody opens at once. A context menu on a link that opened nothing leaves its record behind. */
const openedMax = 20;
