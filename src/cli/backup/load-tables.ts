import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { escapeIdentifier, type PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrateWithin } from '../../server/platform/db/migrate.ts';
import { systemReason } from '../../server/platform/runtime/startup-error.ts';
import { CommandError } from '../lib/command.ts';
import { columnList, describeTables } from './dump-tables.ts';
import type { Manifest } from './place/manifest.ts';

/** Opens the text of a table's file, as COPY wrote it. */
export type ReadTable = (table: string) => Promise<Readable>;
type Rows = Pick<Manifest, 'migrations' | 'tables' | 'sequences'>;

/**
 * Creates the tables of an empty database as the backup had them and loads their rows, in one transaction: before its end, and if it fails,
 * the database is empty. @param before writes more rows in the same transaction.
 */
export async function loadTables(
  session: PoolClient,
  read: ReadTable,
  manifest: Rows,
  before: (session: PoolClient) => Promise<void> = async () => undefined,
): Promise<void> {
  await session.query('begin').catch((error: unknown) => {
    throw new CommandError(
      `The database was lost while the files were copied (${systemReason(error)}). ` +
        `Nothing was written into it: begin again in the same place.`,
    );
  });
  const hasReleases = manifest.tables.some(({ name }) => name === 'release_migration');
  await migrateWithin(session, manifest.migrations, hasReleases);
  await refuseOtherTables(session, manifest);
  // The backup already has the rows that triggers would write and that foreign keys refer to.
  await session.query('set local session_replication_role = replica');
  // Migrations insert rows of their own; the backup has these in their latest state.
  await session.query(`truncate ${columnList(manifest.tables.map(({ name }) => name))}`);
  for (const table of manifest.tables) await loadTable(session, read, table);
  for (const { name, value, isCalled } of manifest.sequences)
    await session.query('select setval($1::regclass, $2::bigint, $3)', [escapeIdentifier(name), value, isCalled]);
  await before(session);
  await session.query('commit');
  await session.query('analyze');
}

async function refuseOtherTables(client: PoolClient, manifest: Rows): Promise<void> {
  const texts = (tables: readonly { name: string; columns: readonly string[] }[]) =>
    tables.map(({ name, columns }) => `${name}: ${columns.toSorted().join(' ')}`);
  const [here, there] = [texts(await describeTables(client)), texts(manifest.tables)];
  const odd = [...here.filter((text) => !there.includes(text)), ...there.filter((text) => !here.includes(text))][0];
  if (odd !== undefined) throw new CommandError(`The backup cannot be restored: it and this program do not agree about table ${odd}.`);
}

async function loadTable(client: PoolClient, read: ReadTable, { name, columns, rows }: Manifest['tables'][number]): Promise<void> {
  const makePartition = partitionMakers.get(name);
  const loaded = escapeIdentifier(makePartition === undefined ? name : `loaded_${name}`);
  if (makePartition !== undefined) await client.query(`create temp table ${loaded} (like ${escapeIdentifier(name)}) on commit drop`);
  const text = await read(name);
  // Nothing is awaited before the pipeline listens: a connection lost in between would end the process.
  const copy = client.query(copyFrom(`copy ${loaded} (${columnList(columns)}) from stdin`));
  await pipeline(text, copy);
  // Only the rows tell which days exist.
  if (makePartition !== undefined)
    await client.query(`
      select ${makePartition}(day) from (select distinct (place / 86400000000)::integer as day from ${loaded}) days;
      insert into ${escapeIdentifier(name)} select * from ${loaded}`);
  if (copy.rowCount !== rows)
    throw new CommandError(`The backup cannot be restored: table ${name} has ${copy.rowCount} rows in its file, ${rows} in the manifest.`);
}

/** Tables with a partition for each day, and the function that creates a partition. */
const partitionMakers: ReadonlyMap<string, string> = new Map([
  ['event', 'make_event_partition'],
  ['webhook_attempt', 'make_attempt_partition'],
]);
