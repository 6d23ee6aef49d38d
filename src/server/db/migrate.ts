import type pg from 'pg';

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
export async function migrate(pool: pg.Pool, wanted: readonly Migration[] = migrations): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query('create table if not exists migration (name text primary key, applied_at timestamptz not null default now())');
    const { rows } = await client.query<{ name: string }>('select name from migration');
    const applied = new Set(rows.map((row) => row.name));
    const known = new Set(wanted.map((migration) => migration.name));
    const unknown = [...applied].find((name) => !known.has(name));
    if (unknown !== undefined) throw new Error(`the database is newer than this program: it has migration ${unknown}`);
    const missing = wanted.filter((migration) => !applied.has(migration.name));
    for (const migration of missing) await apply(client, migration);
    return missing.map((migration) => migration.name);
  } finally {
    // Ending the session gives the lock back, whatever happened.
    client.release(true);
  }
}

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin');
  await client.query(migration.sql);
  await client.query('insert into migration (name) values ($1)', [migration.name]);
  await client.query('commit');
}

const lockKey = 7_240_001;
