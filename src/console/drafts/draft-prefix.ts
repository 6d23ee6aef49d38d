/** What begins with this in a tab's storage outlives the end of a session: nobody but its operator can read it. */
export const draftPrefix = 'draft:';

/** Another operator has signed in on this machine: what the one before left goes. */
export function forgetOthersDrafts(uid: string): void {
  for (const place of Object.keys(sessionStorage))
    if (place.startsWith(draftPrefix) && !place.startsWith(`${draftPrefix}${uid}:`)) sessionStorage.removeItem(place);
}
