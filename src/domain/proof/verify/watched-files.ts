import { concatBytes } from '@noble/hashes/utils.js';
import { createMarkSearch, type FoundMark, type MarkSearch } from '../marks/mark-search.ts';
import { markHash } from '../marks/mark.ts';

/** What was observed in files that are hashed while streaming. */
export interface WatchedFiles {
  /** The beginning of each file; the whole file if it is no longer than `headBytes`. */
  readonly heads: ReadonlyMap<string, Uint8Array>;
  /** How a file shows the package's mark; null if it does not. */
  markIn(name: string): FoundMark | null;
}

/** Watches streams for their first bytes and for a mark. @param mark the bytes of `mark.json`; undefined in a package without one. */
export function watchFiles(mark: Uint8Array | undefined) {
  const heads = new Map<string, Uint8Array>();
  const searches = new Map<string, MarkSearch>();
  const watch = (name: string) => {
    heads.set(name, new Uint8Array(0));
    const search = mark && createMarkSearch(markHash(mark));
    if (search) searches.set(name, search);
    return (chunk: Uint8Array): void => {
      const head = heads.get(name) ?? chunk;
      if (head.length < headBytes) heads.set(name, concatBytes(head, chunk.subarray(0, headBytes - head.length)));
      search?.update(chunk);
    };
  };
  const watched: WatchedFiles = { heads, markIn: (name) => searches.get(name)?.found() ?? null };
  return { watched, watch };
}

export const headBytes = 262_144;
