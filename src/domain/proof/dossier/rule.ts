import type { FileRole } from '../evidence/manifest.ts';
import type { PackageName } from '../evidence/package-names.ts';
import type { archiveName } from '../web-archive/archive-names.ts';
import type { Article } from './basis.ts';
import type { DossierFacts } from './facts/facts.ts';
import type { Answer } from './line.ts';

/** A file that a line relies on: a package file by name, a credential's picture, or all manifest files with a role. */
export type Material =
  | PackageName
  | typeof archiveName
  | `role:${FileRole}`
  | `certificate.pdf.sm2${'' | '.p7s'}`
  | `credential-${string}.jpg`;

export type Materials = readonly [Material, ...Material[]];

/** How one line is derived. The types require a check function and at least one file. */
export interface LineRule {
  readonly question: string;
  /** The article that asks the question; several if more than one asks it. */
  readonly basis: readonly [Article, ...Article[]];
  /** Files that the answer relies on. Files that a package lacks are omitted. */
  readonly files: Materials | ((facts: DossierFacts) => Materials);
  /** Pure: the same facts give the same answer, on the server and in the verifier. */
  readonly check: (facts: DossierFacts) => Answer;
  /** How anyone can check the answer with standard tools. */
  readonly recheck: string | ((facts: DossierFacts) => string);
}
