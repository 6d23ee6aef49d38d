import { createHash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { locks } from './locks.ts';
import { baselineOf, isSuperseded, rerunnable } from './superseded.ts';

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/**
 * Numbered SQL files in order, whatever folder they lie in; forward only. Each runs once, in one transaction together with its row in
 * `migration`.
 */
export const migrations: readonly Migration[] = Object.entries(
  import.meta.glob<string>('./migrations/**/*.sql', { query: '?raw', import: 'default', eager: true }),
)
  .map(([path, sql]) => ({ name: path.replace(/^.*\/|\.sql$/g, ''), sql }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/**
 * Brings the database to this program's state. Two servers that start at once wait for each other on an advisory lock.
 * @returns the names that were applied now.
 * @throws Error when the database has a migration that this program does not know, or knows with another text.
 * @throws StartupError when it has a part of the superseded migrations.
 */
export async function migrate(pool: Pool, wanted: readonly Migration[] = migrations): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [locks.migrations]);
    await client.query(`create table if not exists ${migrationTable}`);
    if (!(await hasHashColumn(client))) await takeOver(client, wanted);
    const missing = await missingOf(client, wanted);
    for (const migration of missing) {
      await client.query('begin');
      await apply(client, migration);
      await client.query('commit');
    }
    return missing.map((migration) => migration.name);
  } finally {
    // Ending the session gives the lock back, whatever happened.
    client.release(true);
  }
}

/**
 * Makes the tables of an empty database, as the migrations named leave them, within the caller's transaction; who restores a backup puts
 * its own rows of `migration` in the place of those that this makes.
 */
export async function migrateWithin(tx: ClientBase, names: readonly string[]): Promise<void> {
  if (isSuperseded(names)) {
    await tx.query(`create table ${migrationTable}; alter table migration drop column sha256`);
    for (const { sql } of baselineOf(migrations)) await tx.query(sql);
    return;
  }
  await tx.query(`create table ${migrationTable}`);
  for (const migration of migrations) if (names.includes(migration.name)) await apply(tx, migration);
}

/** The first of the names that this program does not know, nor knew. @throws StartupError where they are a part of the superseded ones. */
export function firstUnknown(names: readonly string[], wanted: readonly Migration[] = migrations): string | undefined {
  return isSuperseded(names) ? undefined : names.find((name) => !wanted.some((known) => known.name === name));
}

async function apply(tx: ClientBase, migration: Migration): Promise<void> {
  await tx.query(migration.sql);
  await record(tx, migration);
}

async function record(tx: ClientBase, { name, sql }: Migration): Promise<void> {
  await tx.query('insert into migration (name, sha256) values ($1, $2)', [name, hashOf(sql)]);
}

async function missingOf(client: ClientBase, wanted: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migration');
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  const unknown = firstUnknown([...applied.keys()], wanted);
  if (unknown !== undefined) throw new Error(`the database is newer than this program: it has migration ${unknown}`);
  const changed = wanted.find(({ name, sql }) => applied.has(name) && applied.get(name) !== hashOf(sql));
  if (changed) throw new Error(`migration ${changed.name} was applied with another text than this program's`);
  return wanted.filter(({ name }) => !applied.has(name));
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
      await record(client, migration);
    }
  }
  await client.query('commit');
}

const migrationTable = 'migration (name text primary key, applied_at timestamptz not null default now(), sha256 text not null)';

function hashOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}
