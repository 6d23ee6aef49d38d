import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { DatabaseError, escapeIdentifier, type Pool, type PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate, migrations } from '../../server/db/migrate.ts';
import { StartupError } from '../../server/startup-error.ts';
import { CommandError } from '../command.ts';
import { columnList, describeTables } from './dump-tables.ts';
import { tablePath, type Manifest } from './manifest.ts';

/** Brings an empty database to the migrations of a backup and loads its rows, all or none; then to this program's own migrations. */
export async function loadTables(pool: Pool, folder: string, manifest: Manifest): Promise<void> {
  await migrate(pool, migrations.filter(({ name }) => manifest.migrations.includes(name)));
  const client = await pool.connect();
  try {
    await refuseOtherTables(client, manifest);
    await client.query('begin');
    // What the triggers would write is in the backup, and so are the rows that foreign keys ask for.
    await client.query('set local session_replication_role = replica');
    // Migrations bring rows of their own, which stand in the backup as they became.
    await client.query(`truncate ${columnList(manifest.tables.map(({ name }) => name))}`);
    for (const table of manifest.tables) await loadTable(client, folder, table);
    for (const { name, value, isCalled } of manifest.sequences) await client.query('select setval($1::regclass, $2::bigint, $3)', [escapeIdentifier(name), value, isCalled]);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    // Ending the session takes back what was not committed.
    client.release(true);
  }
  await migrate(pool);
}

/** @throws StartupError unless the database is a new one, and whoever loads it may switch its triggers off. */
export async function refuseFilledDatabase(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ isFilled: boolean }>(`
    select exists (select from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')) as "isFilled"`);
  if (rows[0]?.isFilled) throw new StartupError('The database is not empty: a backup is restored into a new DATA_DIR, or into an empty database.');
  await pool.query('begin; set local session_replication_role = replica; commit').catch((error: unknown) => {
    if (!(error instanceof DatabaseError) || error.code !== insufficientPrivilege) throw error;
    throw new StartupError('The database account may not switch triggers off, which loading a backup needs: GRANT SET ON PARAMETER session_replication_role to it, as a superuser.');
  });
}

const insufficientPrivilege = '42501';

async function refuseOtherTables(client: PoolClient, manifest: Manifest): Promise<void> {
  const texts = (tables: readonly { name: string; columns: readonly string[] }[]) => tables.map(({ name, columns }) => `${name}: ${columns.toSorted().join(' ')}`);
  const [here, there] = [texts(await describeTables(client)), texts(manifest.tables)];
  const odd = [...here.filter((text) => !there.includes(text)), ...there.filter((text) => !here.includes(text))][0];
  if (odd !== undefined) throw new CommandError(`The backup cannot be restored: it and this program do not agree about table ${odd}.`);
}

async function loadTable(client: PoolClient, folder: string, { name, columns, rows }: Manifest['tables'][number]): Promise<void> {
  const copy = client.query(copyFrom(`copy ${escapeIdentifier(name)} (${columnList(columns)}) from stdin`));
  await pipeline(createReadStream(tablePath(folder, name)), createGunzip(), copy);
  if (copy.rowCount !== rows) throw new CommandError(`The backup cannot be restored: table ${name} has ${copy.rowCount} rows in its file, ${rows} in the manifest.`);
}
