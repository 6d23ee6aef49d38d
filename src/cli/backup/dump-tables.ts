import { pipeline, type Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { escapeIdentifier, type Pool, type PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { appliedNames } from '../../server/platform/db/migrate.ts';
import type { Manifest, TableFile } from './place/manifest.ts';

/** Writes the gzipped text of a table. @returns the SHA-256 of the written file. */
export type WriteTable = (table: string, text: Readable) => Promise<string>;

/**
 * Dumps every table of the database in one snapshot, one after another, while others go on writing. Memory use does not depend on the
 * number of rows.
 */
export async function dumpTables(
  pool: Pool,
  write: WriteTable,
): Promise<Pick<Manifest, 'postgresql' | 'migrations' | 'tables' | 'sequences'>> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    // Settings that make the text of a value independent of the server's configuration.
    await client.query(
      "set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local bytea_output = 'hex'",
    );
    const postgresql = await client.query<{ server_version: string }>('show server_version');
    const migrations = await appliedNames(client);
    const described = await describeTables(client);
    const tables: TableFile[] = [];
    for (const table of described) tables.push(await dumpTable(client, write, table));
    // Sequences are outside the snapshot. Read after the rows, none of them is behind a number that a row has.
    const sequences = await sequencesOf(client);
    await client.query('commit');
    return { postgresql: postgresql.rows[0]?.server_version ?? '', migrations, tables, sequences };
  } finally {
    // Ending the session ends the transaction, whatever happened before.
    client.release(true);
  }
}

/** Every table of the database, a partitioned table once: its writable columns (without generated ones) and its primary key. */
export async function describeTables(client: PoolClient): Promise<{ name: string; columns: string[]; key: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[] }>(`
    select c.relname as name,
           array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
           array(select a.attname::text from pg_index i cross join unnest(i.indkey::smallint[]) with ordinality k (attnum, place)
                   join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
                  where i.indrelid = c.oid and i.indisprimary order by k.place) as key
      from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      order by c.relname collate "C"`);
  return rows;
}

export const columnList = (columns: readonly string[]): string => columns.map(escapeIdentifier).join(', ');

async function dumpTable(
  client: PoolClient,
  write: WriteTable,
  { name, columns, key }: { name: string; columns: string[]; key: string[] },
): Promise<TableFile> {
  // A fixed order, so that two backups of the same rows have the same text.
  const order = key.length > 0 ? columnList(key) : 't::text';
  const copy = client.query(copyTo(`copy (select ${columnList(columns)} from ${escapeIdentifier(name)} t order by ${order}) to stdout`));
  // If either stream fails, the pipeline destroys the text with the reason, which its reader receives.
  const sha256 = await write(
    name,
    pipeline(copy, createGzip(), () => undefined),
  );
  // COPY reports the row count after the last row. The answer to the next statement comes after both.
  await client.query('select');
  return { name, columns, rows: copy.rowCount, sha256 };
}

async function sequencesOf(client: PoolClient): Promise<Manifest['sequences']> {
  const { rows: names } = await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S'
      order by relname collate "C"`);
  const sequences: Manifest['sequences'] = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${escapeIdentifier(name)}`,
    );
    sequences.push(...rows.map((row) => ({ name, ...row })));
  }
  return sequences;
}
