import type { EventPattern } from '../events.ts';

/** Types as they were typed, for a call. The package has no list of them: the server refuses one that is none, and names it. */
export function eventTypesOf(words: readonly string[] | undefined): { types?: readonly EventPattern[] } {
  return words === undefined ? {} : { types: words as readonly EventPattern[] };
}
