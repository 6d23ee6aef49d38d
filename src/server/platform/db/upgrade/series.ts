import { build } from '../../runtime/build.ts';
import listed from '../../../../../ops/releases.json';

/** A release, as `ops/releases.json` lists it. */
export interface Release {
  readonly version: string;
  /** Null for the release in development. */
  readonly commit: string | null;
  /** The number of its last migration. */
  readonly schema: number;
}

/**
 * `deploy` migrations only extend the schema: the previous release keeps working with it. `post` migrations, in `migrations/post/`, remove
 * what only the previous release needed.
 */
export type Kind = 'deploy' | 'post';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** Default: `deploy`. */
  readonly kind?: Kind;
}

/** Whether a migration is a statement outside of a transaction, as `create index concurrently` and `drop index concurrently` must be. */
export function isOutside({ sql }: Pick<Migration, 'sql'>): boolean {
  return sql.startsWith('-- outside a transaction\n');
}

/**
 * Whether a migration only makes reads or writes faster: an index that is not unique, or the removal of what no release uses. It waits for
 * every transaction that is open in the database, so servers do not wait for it: they serve, and one of them runs it (`late-indexes.ts`).
 */
export function isLate(migration: Pick<Migration, 'sql'>): boolean {
  return isOutside(migration) && !/\bcreate unique index\b/.test(migration.sql);
}

/** The releases that a program knows, its own last, and all their migrations in the order to run them. */
export interface Series {
  readonly releases: readonly Release[];
  readonly migrations: readonly Migration[];
}

/** The releases in order. The program's own (`version`) comes last, whether it is listed yet or not. */
export function releasesUpTo(version: string, list: readonly Release[] = listed): Release[] {
  const before = list.filter((release) => release.version !== version);
  const own = list.find((release) => release.version === version) ?? { version, commit: build.commit, schema: 9999 };
  return [...before, own];
}

/** Sorts by release; within one, `deploy` before `post`; then by number. */
export function inOrder(migrations: readonly Migration[], releases: readonly Release[] = releasesUpTo(build.version)): Migration[] {
  const place = (migration: Migration): string =>
    `${String(releaseAt(releases, migration)).padStart(4, '0')} ${migration.kind === 'post' ? 1 : 0} ${migration.name}`;
  return migrations.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}

/** The index of the release that introduced a migration; the program's own (the last) if no listed release has it. */
export function releaseAt(releases: readonly Release[], { name }: Migration): number {
  const at = releases.findIndex(({ schema }) => Number.parseInt(name, 10) <= schema);
  return at < 0 ? releases.length - 1 : at;
}
