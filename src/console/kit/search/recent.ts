import type { SearchHit } from '../../../contract/console/search.ts';
import { shared } from '../storage/storage.ts';

/** A record that was opened from the palette. */
export interface RecentRecord extends Pick<SearchHit, 'id' | 'title' | 'texts' | 'url'> {
  readonly kind: string;
}

/**
 * Records name people, so they are kept only in this page's memory, which a reload or the next operator clears. For pages, the menu's ids
 * are stored in this browser by operator.
 */
let records: { readonly uid: string; readonly list: readonly RecentRecord[] } = { uid: '', list: [] };

export function recentRecords(uid: string): readonly RecentRecord[] {
  return records.uid === uid ? records.list : [];
}

export function rememberRecord(uid: string, { kind, id, title, texts, url }: RecentRecord): void {
  const others = recentRecords(uid).filter((one) => one.url !== url);
  records = { uid, list: [{ kind, id, title, texts, url }, ...others].slice(0, most) };
}

export function recentPages(uid: string): readonly string[] {
  const kept = shared.getItem(keyOf(uid)) ?? '';
  return kept.split(',').filter((id) => /^\d{1,9}$/.test(id));
}

export function rememberPage(uid: string, id: string): void {
  const others = recentPages(uid).filter((one) => one !== id);
  shared.setItem(keyOf(uid), [id, ...others].slice(0, most).join());
}

const most = 5;
const keyOf = (uid: string) => `recent-pages:${uid}`;
