import { build } from '../../runtime/build.ts';
import listed from '../../../../ops/releases.json';

/** A release, as `ops/releases.json` lists it. */
export interface Release {
  readonly version: string;
  /** Null for the one that is being made. */
  readonly commit: string | null;
  /** The number of its last migration. */
  readonly schema: number;
}

/**
 * `deploy` migrations widen: the release before goes on working with what they leave. `post` migrations take away what only that release
 * needed; they lie in `migrations/post/`.
 */
export type Kind = 'deploy' | 'post';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** Without it, `deploy`. */
  readonly kind?: Kind;
}

/** What a program knows: its own release, which is the last, those before it, and all their migrations in the order to run them. */
export interface Series {
  readonly releases: readonly Release[];
  readonly migrations: readonly Migration[];
}

/** Releases in order, this program's own the last of them, whether or not it is listed already. */
export function releasesUpTo(version: string, list: readonly Release[] = listed): Release[] {
  const before = list.filter((release) => release.version !== version);
  const own = list.find((release) => release.version === version) ?? { version, commit: build.commit, schema: 9999 };
  return [...before, own];
}

/** A release's migrations after those of all before it, its `post` ones after its `deploy` ones; else by their numbers. */
export function inOrder(migrations: readonly Migration[], releases: readonly Release[] = releasesUpTo(build.version)): Migration[] {
  const place = (migration: Migration): string =>
    `${String(releaseAt(releases, migration)).padStart(4, '0')} ${migration.kind === 'post' ? 1 : 0} ${migration.name}`;
  return migrations.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}

/** Which release brought a migration; what no listed one has is this program's own. */
export function releaseAt(releases: readonly Release[], { name }: Migration): number {
  const at = releases.findIndex(({ schema }) => Number.parseInt(name, 10) <= schema);
  return at < 0 ? releases.length - 1 : at;
}
