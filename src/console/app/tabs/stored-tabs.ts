import { DraftScope } from '../../drafts/draft-scope.ts';
import type { Tab } from './open-tabs.ts';

/** Goes with the session, like everything of this browser tab that may name people. */
const place = 'tabs';

export function storeTabs(tabs: readonly Tab[]): void {
  sessionStorage.setItem(place, JSON.stringify(tabs.map(({ location: { pathname, search } }) => pathname + search)));
}

export function forgetTabs(): void {
  sessionStorage.removeItem(place);
}

/** The tabs as they stood before the page was loaded anew: each is shown again once it is asked for. */
export function storedTabs(patternOf: (path: string) => string | undefined): readonly Tab[] {
  const stored: unknown = JSON.parse(sessionStorage.getItem(place) ?? '[]');
  const addresses = Array.isArray(stored) ? stored.filter((item): item is string => typeof item === 'string') : [];
  return addresses.flatMap((address) => {
    const [path = '', ...search] = address.split('?');
    if (patternOf(path) === undefined) return [];
    const location = { pathname: path, search: search.length === 0 ? '' : `?${search.join('?')}`, hash: '', state: null, key: address };
    return [{ path, location: { ...location, mask: undefined }, visit: 0, drafts: new DraftScope() }];
  });
}
