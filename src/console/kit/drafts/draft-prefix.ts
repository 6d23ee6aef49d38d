import { ofTab } from '../storage/storage.ts';

/** Entries of the tab's storage with this prefix outlive the session: only their operator can read them. */
export const draftPrefix = 'draft:';

/** Removes the drafts of other operators, because another operator has signed in on this machine. */
export function forgetOthersDrafts(uid: string): void {
  for (const place of ofTab.keys())
    if (place.startsWith(draftPrefix) && !place.startsWith(`${draftPrefix}${uid}:`)) ofTab.removeItem(place);
}
