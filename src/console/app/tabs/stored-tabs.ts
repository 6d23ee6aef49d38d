import { DraftScope } from '../../drafts/draft-scope.ts';
import type { Tab } from './open-tabs.ts';
import { ofTab } from '../../storage/storage.ts';

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
