import type { EventPattern } from '../events.ts';

/** Event types as typed on the command line. The package has no list of them: the server refuses an unknown type and names it. */
export function eventTypesOf(words: readonly string[] | undefined): { types?: readonly EventPattern[] } {
  return words === undefined ? {} : { types: words as readonly EventPattern[] };
}
