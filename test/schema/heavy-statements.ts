import type { Pool, PoolClient } from 'pg';
import type { Migration } from '../../src/server/platform/db/migrate.ts';

/**
 * The effect of a migration on tables that may have millions of rows and are in use, as PostgreSQL itself reports it: the migration is run,
 * and its locks, the scanned and the rewritten tables are read before its transaction ends. No SQL is parsed.
 * @param small tables that never grow. @returns one sentence for each fault.
 */
export async function heavyStatements(pool: Pool, { name, sql }: Migration, small: ReadonlySet<string>): Promise<string[]> {
  const client = await pool.connect();
  try {
    if (sql.startsWith('-- outside a transaction\n')) {
      await client.query(sql);
      return outsideOne.test(sql)
        ? []
        : [`${name}: outside a transaction there may be one statement that can be repeated and holds nobody up`];
    }
    await client.query('begin');
    const before = await tablesOf(client);
    await client.query(sql);
    const after = await tablesOf(client);
    const locked = await heavilyLocked(client);
    await client.query('commit');
    const large = [...before.values()].filter((table) => !small.has(table.name));
    const held = large.filter(({ oid }) => locked.has(oid)).map((table) => table.name);
    return large.flatMap((table) => {
      const now = after.get(table.oid);
      if (!now) return [`${name} drops ${table.name}: that is for post/`];
      if (now.file !== table.file) return [`${name} writes all of ${table.name} anew while nobody can use it`];
      const isRead = now.scans > table.scans;
      if (isRead && held.length > 0)
        return [
          `${name} reads all of ${table.name} while it keeps others from ${held.join(', ')}: make it \`not valid\`, or in turns by a job`,
        ];
      if (isRead && now.written > table.written) return [`${name} changes rows all over ${table.name}: do it in turns, by a job`];
      return [];
    });
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** An index made or dropped concurrently, or a function dropped that no release has used. */
const repeatable = [/create (?:unique )?index concurrently if not exists/, /drop (?:index concurrently|function) if exists/];
const outsideOne = new RegExp(
  String.raw`^-- outside a transaction\n(?:--.*\n)*(?:${repeatable.map(({ source }) => source).join('|')}) [^;]*;?\s*$`,
);

interface Table {
  readonly oid: string;
  readonly name: string;
  /** Changes if the table was rewritten. */
  readonly file: string;
  /** Number of full scans in this transaction, including those that build an index. */
  readonly scans: number;
  /** Number of written rows. */
  readonly written: number;
}

async function tablesOf(client: PoolClient): Promise<Map<string, Table>> {
  const { rows } = await client.query<Table>(`
    select c.oid::text, c.relname as name, pg_relation_filenode(c.oid)::text as file, s.seq_scan::int as scans,
           (s.n_tup_upd + s.n_tup_del)::int as written
      from pg_class c join pg_stat_xact_user_tables s on s.relid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`);
  return new Map(rows.map((row) => [row.oid, row]));
}

/** Tables that other sessions cannot read, or cannot write, until the transaction ends. */
async function heavilyLocked(client: PoolClient): Promise<Set<string>> {
  const { rows } = await client.query<{ oid: string }>(`
    select distinct relation::text as oid from pg_locks where pid = pg_backend_pid() and locktype = 'relation'
      and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`);
  return new Set(rows.map(({ oid }) => oid));
}
