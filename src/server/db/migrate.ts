import type { ClientBase, Pool } from 'pg';

/** Numbered SQL files in order; forward only. Each runs once, in one transaction together with its row in `migration`. */
export const migrations: readonly Migration[] = Object.entries(
  import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true }),
)
  .map(([path, sql]) => ({ name: path.replace(/^.*\/|\.sql$/g, ''), sql }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/**
 * Brings the database to this program's state. Two servers that start at once wait for each other on an advisory lock.
 * @returns the names that were applied now.
 * @throws Error when the database has a migration that this program does not know: it is newer than the program.
 */
export async function migrate(pool: Pool, wanted: readonly Migration[] = migrations): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(migrationTable);
    const { rows } = await client.query<{ name: string }>('select name from migration');
    const applied = new Set(rows.map((row) => row.name));
    const known = new Set(wanted.map((migration) => migration.name));
    const unknown = [...applied].find((name) => !known.has(name));
    if (unknown !== undefined) throw new Error(`the database is newer than this program: it has migration ${unknown}`);
    const missing = wanted.filter((migration) => !applied.has(migration.name));
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

/** Makes the tables of an empty database, as `wanted` leave them, within the caller's transaction. */
export async function migrateWithin(tx: ClientBase, wanted: readonly Migration[]): Promise<void> {
  await tx.query(migrationTable);
  for (const migration of wanted) await apply(tx, migration);
}

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

const migrationTable = 'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())';

async function apply(tx: ClientBase, { name, sql }: Migration): Promise<void> {
  await tx.query(sql);
  await tx.query('insert into migration (name) values ($1)', [name]);
}

const lockKey = 7_240_001;
