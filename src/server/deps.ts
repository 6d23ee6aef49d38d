import type { Deps as CustodyDeps } from './custody/deps.ts';

/** The dependencies of all features. */
export interface Deps extends CustodyDeps {
  /** Folder of the packed client that integrators may download; null if there is none. */
  readonly clientRoot: string | null;
}

/** The dependencies that do not come from features. */
export type GivenDeps = Omit<Deps, 'work' | 'counts' | 'finders' | 'references'>;
