import type { FileRole } from '../evidence/manifest.ts';
import type { PackageName } from '../evidence/package-names.ts';
import type { archiveName } from '../web-archive/archive-names.ts';
import type { Article } from './basis.ts';
import type { DossierFacts } from './facts/facts.ts';
import type { Answer } from './line.ts';

/** Files that a line rests on: one of the package by its name, a picture of a credential, or those of the manifest with a role. */
export type Material = PackageName | typeof archiveName | `role:${FileRole}` | `credential-${string}.jpg`;

export type Materials = readonly [Material, ...Material[]];

/** How one line is derived. Without a check function and a file it does not compile. */
export interface LineRule {
  readonly question: string;
  /** The article that puts the question; a second one where two do. */
  readonly basis: readonly [Article, ...Article[]];
  /** Files that the answer rests on; those that a package lacks are left out. */
  readonly files: Materials | ((facts: DossierFacts) => Materials);
  /** Pure: the same facts give the same answer, on the server as in the verifier. */
  readonly check: (facts: DossierFacts) => Answer;
  /** How anybody checks it with standard tools. */
  readonly recheck: string | ((facts: DossierFacts) => string);
}
