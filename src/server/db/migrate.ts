import type { ClientBase, Pool, PoolClient } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from '../runtime/build.ts';
import { locks } from './locks.ts';
import { baselineOf, isSuperseded, rerunnable } from './superseded.ts';
import { makeFinal, migrationTable, readApplied, recordAhead, recordFinal, releaseTable } from './upgrade/applied.ts';
import { applyMigration, isOutside, type Patience } from './upgrade/apply.ts';
import { olderPrograms } from './upgrade/older-programs.ts';
import { planDeploy, planPost, type Plan } from './upgrade/plan.ts';
import { inOrder, releaseAt, releasesUpTo, type Kind, type Migration, type Release, type Series } from './upgrade/series.ts';

export type { Migration } from './upgrade/series.ts';

/**
 * Numbered SQL files in the order to run them, whatever folder they lie in; forward only. Each runs once, in one transaction together with
 * its row in `migration` or `release_migration`. What is kept for `migrate --post` lies in `post/`.
 */
export const migrations: readonly Migration[] = inOrder(
  Object.entries(import.meta.glob<string>('./migrations/**/*.sql', { query: '?raw', import: 'default', eager: true })).map(
    ([path, sql]) => ({ name: path.replace(/^.*\/|\.sql$/g, ''), sql, kind: kindOf(path) }),
  ),
);

export interface MigrateOptions {
  /** Those of this program, where a test does not bring its own. */
  readonly releases?: readonly Release[];
  /** Nobody else uses the database: it may be brought forward over several releases. */
  readonly mayJump?: boolean;
  readonly patience?: Patience;
}

/**
 * Brings the database to this program's state, but for what `post` migrations take away. Two servers that start at once wait for each
 * other on an advisory lock. Where the next release has gone ahead there is nothing to do.
 * @returns the names that were applied now.
 * @throws Error when the database is newer than this program, or lies further back than one release.
 * @throws StartupError when it has a part of the superseded migrations.
 */
export async function migrate(pool: Pool, wanted: readonly Migration[] = migrations, options: MigrateOptions = {}): Promise<string[]> {
  const series = seriesOf(wanted, options);
  return withMigrations(pool, { wanted, tell: options.patience?.tell }, async (client) =>
    carryOut(client, planDeploy(series, await readApplied(client), options.mayJump), { series, pool, patience: options.patience }),
  );
}

/**
 * Runs the `post` migrations of this program's release, which ends the way back to the one before it.
 * @returns the names that were applied now, and how many became final. @throws Error where an older server still serves.
 */
export async function migratePost(
  pool: Pool,
  wanted: readonly Migration[] = migrations,
  options: MigrateOptions = {},
): Promise<{ applied: string[]; finalised: number }> {
  const series = seriesOf(wanted, options);
  return withMigrations(pool, { wanted, tell: options.patience?.tell }, async (client) => {
    const plan = planPost(series, await readApplied(client));
    return { applied: await carryOut(client, plan, { series, pool, patience: options.patience }), finalised: plan.finalise.length };
  });
}

/** Makes sure that this program may use the database as it stands. @throws Error as `migrate`; what is missing is no fault here. */
export async function requireKnownSchema(pool: Pick<Pool, 'query'>): Promise<void> {
  planDeploy(seriesOf(migrations, {}), await readApplied(pool), true);
}

/** Every name that was applied to a database, final or not. */
export async function appliedNames(client: Pick<ClientBase, 'query'>): Promise<string[]> {
  return (await readApplied(client)).map(({ name }) => name);
}

function seriesOf(wanted: readonly Migration[], { releases = releasesUpTo(build.version) }: MigrateOptions): Series {
  return { migrations: inOrder(wanted, releases), releases };
}

async function withMigrations<Result>(
  pool: Pool,
  { wanted, tell }: { readonly wanted: readonly Migration[]; readonly tell: ((line: string) => void) | undefined },
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await takeTurn(client, tell);
    await client.query(`create table if not exists ${migrationTable}`);
    if (!(await hasHashColumn(client))) await takeOver(client, wanted);
    await client.query(`create table if not exists ${releaseTable}`);
    return await work(client);
  } finally {
    // Ending the session gives the lock back, whatever happened.
    client.release(true);
  }
}

/** Asked for again and again: a statement that waits for a lock has a snapshot, for which `create index concurrently` waits in turn. */
async function takeTurn(client: ClientBase, tell?: (line: string) => void): Promise<void> {
  const take = async () => {
    const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1) as "isMine"', [locks.migrations]);
    return rows[0]?.isMine === true;
  };
  for (let attempt = 0; !(await take()); attempt += 1) {
    // A start that finds nothing to do is through in less.
    if (attempt === 10) tell?.('Another program brings the tables of this database forward; waiting for it to end.');
    await sleep(100);
  }
}

interface Means {
  readonly series: Series;
  readonly pool: Pool;
  readonly patience: Patience | undefined;
}

async function carryOut(client: PoolClient, plan: Plan, { series, pool, patience }: Means): Promise<string[]> {
  const { releases } = series;
  const own = releases.at(-1);
  if (plan.oldest) {
    const older = await olderPrograms(client, plan.oldest);
    if (older !== null)
      throw new Error(`the database cannot be changed for release ${own?.version} while an older program uses it: ${older}. End it first`);
  }
  // First of all: from here on no older server starts.
  if (plan.finalise.length > 0) await makeFinal(client, plan.finalise);
  for (const { migration, isFinal } of plan.steps) {
    const before = releases[releaseAt(releases, migration) - 1];
    const record = (tx: ClientBase): Promise<void> =>
      isFinal || !own || !before ? recordFinal(tx, migration) : recordAhead(tx, migration, { own, before });
    await applyMigration(client, migration, record, { pool, patience });
  }
  return plan.steps.map(({ migration }) => migration.name);
}

function kindOf(path: string): Kind {
  return path.includes('/post/') ? 'post' : 'deploy';
}

/**
 * Makes the tables of an empty database, as the migrations named leave them, within the caller's transaction; who restores a backup puts
 * its own rows of `migration` and `release_migration` in the place of those that this makes.
 * @param hasReleases whether the second of the two is there: backups of 1.0.0 have the first alone.
 */
export async function migrateWithin(tx: ClientBase, names: readonly string[], hasReleases: boolean): Promise<void> {
  if (isSuperseded(names)) {
    await tx.query(`create table ${migrationTable}; alter table migration drop column sha256`);
    for (const { sql } of baselineOf(migrations)) await tx.query(sql);
    return;
  }
  await tx.query(`create table ${migrationTable}`);
  if (hasReleases) await tx.query(`create table ${releaseTable}`);
  for (const migration of migrations.filter(({ name }) => names.includes(name)))
    await tx.query(isOutside(migration) ? migration.sql.replace(' concurrently ', ' ') : migration.sql);
}

/** The first of the names that this program does not know, nor knew. @throws StartupError where they are a part of the superseded ones. */
export function firstUnknown(names: readonly string[], wanted: readonly Migration[] = migrations): string | undefined {
  return isSuperseded(names) ? undefined : names.find((name) => !wanted.some((known) => known.name === name));
}

/** Databases of releases before the baseline keep names alone. */
async function hasHashColumn(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    "select from pg_attribute where attrelid = 'migration'::regclass and attname = 'sha256' and not attisdropped",
  );
  return rows.length > 0;
}

/** Makes a database of the superseded migrations one of the baseline: their tables are the same. */
async function takeOver(client: ClientBase, wanted: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from migration');
  const names = rows.map(({ name }) => name);
  const unknown = firstUnknown(names, []);
  if (unknown !== undefined) throw new Error(`the database is newer than this program: it has migration ${unknown}`);
  await client.query('begin; delete from migration; alter table migration add column sha256 text not null');
  if (names.length > 0) {
    for (const migration of baselineOf(wanted)) {
      await client.query(rerunnable(migration));
      await recordFinal(client, migration);
    }
  }
  await client.query('commit');
}
