import type { Deps as PlatformDeps } from '../platform/deps.ts';
import type { CallRecorder } from './call-records/recorder.ts';
import type { ListCounts } from './lists/list-counts.ts';
import type { Lists } from './lists/pools.ts';
import type { Work } from './work.ts';
import type { References } from './references/reference.ts';
import type { Finder } from './search/finder.ts';

/** What the desk adds. The functions are called late, because what they return is complete only after all features have been created. */
export interface Deps extends PlatformDeps {
  readonly lists: Lists;
  /** Records calls of the open API. */
  readonly recorder: CallRecorder;
  /** The work of all features. */
  readonly work: () => Work;
  /** The row counts of all features' lists. */
  readonly counts: () => ListCounts;
  /** The finders of all features, for the global search. */
  readonly finders: () => readonly Finder[];
  /** The objects of all features, as notes, messages and presence refer to them. */
  readonly references: () => References;
}
