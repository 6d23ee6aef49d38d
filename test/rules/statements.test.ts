import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import type { Cluster } from '../installation/cluster.ts';

/** The statements that the tests of this run sent to the embedded PostgreSQL. */
const folder = process.env['TEST_STATEMENTS'] ?? '';
const { embedded, system } = inject('bothClusters');

describe.skipIf(folder === '' || system === null)("the system's own PostgreSQL", () => {
  const pools: Pool[] = [];
  const open = (cluster: Cluster | null, database: string): Pool => {
    if (cluster === null) throw new Error('there is no PostgreSQL of the system');
    const { pool } = openDatabase({ ...cluster, database }, 1, 'alone');
    pools.push(pool);
    return pool;
  };
  let ours: Pool;
  let theirs: Pool;
  const calledIn = async (database: string): Promise<string[]> => {
    const { rows } = await open(system, database).query<{ funcname: string }>('select funcname from pg_stat_user_functions');
    return rows.map(({ funcname }) => funcname);
  };
  beforeAll(() => {
    ours = open(embedded, 'installation');
    theirs = open(system, 'installation');
  });
  afterAll(() => Promise.all(pools.map((pool) => pool.end())));

  it('takes every statement that the embedded one takes', async () => {
    const statements = readdirSync(folder).flatMap((name) => linesOf(join(folder, name)));
    const distinct = [...new Set(statements)].filter((text) => /^\s*(?:select|insert|update|delete|merge|with|values)\b/i.test(text));
    const taken: string[] = [];
    // A view or table that a test created itself is in neither template.
    for (const text of distinct) if ((await refusal(ours, text)) === null) taken.push(text);
    expect(taken.length).toBeGreaterThan(1000);
    const refused: string[] = [];
    for (const text of taken) {
      const message = await refusal(theirs, text);
      if (message !== null) refused.push(`${message}\n${text}`);
    }
    expect(refused).toEqual([]);
  });

  it('runs the triggers of every table that fire for a statement, also for one without a row', async () => {
    await theirs.query('create database t_statements template template0');
    const pool = open(system, 't_statements');
    await migrate(pool);
    const { rows } = await pool.query<{ name: string; columns: string[] }>(
      `select quote_ident(c.relname) as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         and a.attidentity <> 'a'
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by c.relname`,
    );
    for (const { name, columns } of rows) {
      await pool.query(`insert into ${name} (${columns.join()}) select ${columns.join()} from ${name} where false`);
      await pool.query(`update ${name} set ${columns.map((column) => `${column} = ${column}`).join()} where false`);
      await pool.query(`delete from ${name} where false`);
    }
    expect(rows.length).toBeGreaterThan(20);
    // Otherwise a connection reports its counts only when it is closed.
    await pool.query('select pg_stat_force_next_flush()');
  });

  it('runs every function of the schema, in a migration, in those triggers, or in one of the suites that run on both', async () => {
    const { rows: databases } = await theirs.query<{ datname: string }>("select datname from pg_database where datname ~ '^t_'");
    const called = new Set((await Promise.all(databases.map(({ datname }) => calledIn(datname)))).flat());
    const { rows: all } = await theirs.query<{ proname: string }>(
      `select distinct proname from pg_proc p join pg_language l on l.oid = p.prolang
       where p.pronamespace = 'public'::regnamespace and l.lanname = 'plpgsql' order by 1`,
    );
    expect(all.map(({ proname }) => proname).filter((name) => !called.has(name))).toEqual([]);
  });
});

/** Why it cannot be prepared, or null. */
async function refusal(pool: Pool, text: string): Promise<string | null> {
  try {
    // The extended protocol accepts only one statement.
    const prepare = { text: `prepare tried as ${text}`, queryMode: 'extended' };
    await pool.query(prepare);
    await pool.query('deallocate tried');
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as string);
}
