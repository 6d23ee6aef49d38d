import type { ClientBase, Pool, PoolClient } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from '../runtime/build.ts';
import { locks } from './locks.ts';
import { baselineOf, isSuperseded, rerunnable } from './superseded.ts';
import { makeFinal, migrationTable, readApplied, recordAhead, recordFinal, releaseTable } from './upgrade/applied.ts';
import { applyMigration, type Patience } from './upgrade/apply.ts';
import { olderPrograms } from './upgrade/older-programs.ts';
import { planDeploy, planPost, type Plan, type PlannedStep } from './upgrade/plan.ts';
import { inOrder, isOutside, releaseAt, releasesUpTo, type Kind, type Migration, type Release, type Series } from './upgrade/series.ts';

export type { Migration } from './upgrade/series.ts';

/**
 * The numbered SQL files in the order to run them, regardless of their folder; forward only. Each runs once, in one transaction with its
 * row in `migration` or `release_migration`, unless it must run outside of one. The files in `post/` wait for `migrate --post`.
 */
export const migrations: readonly Migration[] = inOrder(
  Object.entries(import.meta.glob<string>('./migrations/**/*.sql', { query: '?raw', import: 'default', eager: true })).map(
    ([path, sql]) => ({ name: path.replace(/^.*\/|\.sql$/g, ''), sql, kind: kindOf(path) }),
  ),
);

export interface MigrateOptions {
  /** Default: the releases of this program. Tests pass their own. */
  readonly releases?: readonly Release[];
  /** True if no other program uses the database, so that the upgrade may cross several releases. */
  readonly mayJump?: boolean;
  readonly patience?: Patience;
}

/**
 * Brings the database to this program's schema, except for its `post` migrations and for indexes that servers build later
 * (`buildLateIndexes`). An advisory lock serialises servers that start at the
 * same time. If the next release has already migrated the database, nothing is done.
 * @returns the names of the migrations applied now.
 * @throws Error if the database is too new for this program, is more than one release behind, or is still used by an older program.
 * @throws StartupError if it has only some of the superseded migrations.
 */
export async function migrate(pool: Pool, wanted: readonly Migration[] = migrations, options: MigrateOptions = {}): Promise<string[]> {
  const series = seriesOf(wanted, options);
  return withMigrations(pool, { wanted, tell: options.patience?.tell }, async (client) =>
    executePlan(client, planDeploy(series, await readApplied(client), options.mayJump), { series, pool, patience: options.patience }),
  );
}

/**
 * Runs the `post` migrations of this program's release. After that the previous release can no longer use the database.
 * @returns the names applied now, and how many migrations became final. @throws Error if an older program still uses the database.
 */
export async function migratePost(
  pool: Pool,
  wanted: readonly Migration[] = migrations,
  options: MigrateOptions = {},
): Promise<{ applied: string[]; finalised: number }> {
  const series = seriesOf(wanted, options);
  return withMigrations(pool, { wanted, tell: options.patience?.tell }, async (client) => {
    const plan = planPost(series, await readApplied(client));
    return { applied: await executePlan(client, plan, { series, pool, patience: options.patience }), finalised: plan.finalise.length };
  });
}

/**
 * Builds the indexes that `migrate` has left for later, and waits as long as open transactions make it wait. Nothing to do if another
 * process builds them. @returns the names built now, and whether none is missing any more.
 */
export async function buildLateIndexes(
  pool: Pool,
  wanted: readonly Migration[] = migrations,
  options: MigrateOptions = {},
): Promise<{ applied: string[]; isDone: boolean }> {
  const series = seriesOf(wanted, options);
  const planned = async (): Promise<readonly PlannedStep[]> => planDeploy(series, await readApplied(pool)).late;
  if ((await planned()).length === 0) return { applied: [], isDone: true };
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1) as "isMine"', [locks.lateIndexes]);
    if (rows[0]?.isMine !== true) return { applied: [], isDone: false };
    const steps = await planned();
    for (const { migration } of steps) options.patience?.tell(`Migration ${migration.name} waits for every transaction that is open now.`);
    const applied = await executeSteps(client, steps, { series, pool, patience: options.patience });
    return { applied, isDone: true };
  } finally {
    // Closing the connection releases the session's lock in every case.
    client.release(true);
  }
}

/** Checks that this program may use the database as it is. Missing migrations are no error here. @throws Error as `migrate` does. */
export async function requireKnownSchema(pool: Pick<Pool, 'query'>): Promise<void> {
  planDeploy(seriesOf(migrations, {}), await readApplied(pool), true);
}

/** The names of all applied migrations, final or not. */
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
    await acquireMigrationLock(client, tell);
    await client.query(`create table if not exists ${migrationTable}`);
    if (!(await hasHashColumn(client))) await adoptBaseline(client, wanted);
    await client.query(`create table if not exists ${releaseTable}`);
    return await work(client);
  } finally {
    // Closing the connection releases the session's lock in every case.
    client.release(true);
  }
}

/** Polls for the lock. A blocking wait would hold a snapshot, and `create index concurrently` of the lock's holder would wait for it. */
async function acquireMigrationLock(client: ClientBase, tell?: (line: string) => void): Promise<void> {
  const take = async () => {
    const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1) as "isMine"', [locks.migrations]);
    return rows[0]?.isMine === true;
  };
  for (let attempt = 0; !(await take()); attempt += 1) {
    // After one second; a start with nothing to do holds the lock for less.
    if (attempt === 10) tell?.('Another program brings the tables of this database forward; waiting for it to end.');
    await sleep(100);
  }
}

interface MigrationContext {
  readonly series: Series;
  readonly pool: Pool;
  readonly patience: Patience | undefined;
}

async function executePlan(client: PoolClient, plan: Plan, context: MigrationContext): Promise<string[]> {
  if (plan.oldest) {
    const older = await olderPrograms(client, plan.oldest);
    const own = context.series.releases.at(-1)?.version;
    if (older !== null)
      throw new Error(`the database cannot be changed for release ${own} while an older program uses it: ${older}. End it first`);
  }
  // Before the steps, so that from here on no older server can start.
  if (plan.finalise.length > 0) await makeFinal(client, plan.finalise);
  return executeSteps(client, plan.steps, context);
}

/** @returns the names of the migrations applied now. */
async function executeSteps(
  client: PoolClient,
  steps: readonly PlannedStep[],
  { series: { releases }, pool, patience }: MigrationContext,
): Promise<string[]> {
  const own = releases.at(-1);
  for (const { migration, isFinal } of steps) {
    const before = releases[releaseAt(releases, migration) - 1];
    const record = (tx: ClientBase): Promise<void> =>
      isFinal || !own || !before ? recordFinal(tx, migration) : recordAhead(tx, migration, { own, before });
    await applyMigration(client, migration, record, { pool, patience });
  }
  return steps.map(({ migration }) => migration.name);
}

function kindOf(path: string): Kind {
  return path.includes('/post/') ? 'post' : 'deploy';
}

/**
 * Creates the tables of an empty database as the named migrations leave them, within the caller's transaction. The tables `migration` and
 * `release_migration` stay empty; a restore fills them from its backup.
 * @param hasReleases whether to create `release_migration`; backups of 1.0.0 have only `migration`.
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

/** The first name that is neither a known nor a superseded migration. @throws StartupError for only some of the superseded ones. */
export function firstUnknown(names: readonly string[], wanted: readonly Migration[] = migrations): string | undefined {
  return isSuperseded(names) ? undefined : names.find((name) => !wanted.some((known) => known.name === name));
}

/** False in databases of releases before the baseline, which record only names. */
async function hasHashColumn(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    "select from pg_attribute where attrelid = 'migration'::regclass and attname = 'sha256' and not attisdropped",
  );
  return rows.length > 0;
}

/** Converts a database of the superseded migrations to one of the baseline. The tables are the same; functions are replaced. */
async function adoptBaseline(client: ClientBase, wanted: readonly Migration[]): Promise<void> {
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
