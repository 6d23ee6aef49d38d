import type { Pool, PoolClient } from 'pg';

/** Loads rows in bulk: the indexes (except those of keys) and the counters of the given lists are built once, after the rows. */
export async function loadInBulk(
  pool: Pool,
  tables: readonly string[],
  lists: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const indexes: { turn: number; drop: string; make: string }[] = [];
  for (const table of tables) indexes.push(...(await pool.query<(typeof indexes)[number]>(indexesOf, [table])).rows);
  for (const { drop } of indexes.toSorted((one, other) => one.turn - other.turn)) await pool.query(drop);
  const made = (turn: number) => indexes.filter((index) => index.turn === turn).map(({ make }) => make);
  const began = performance.now();
  await load();
  const loaded = performance.now();
  await overTwo(pool, made(2));
  await overTwo(pool, made(1));
  const indexed = performance.now();
  await recount(pool, lists);
  const spans = { rows: loaded - began, indexes: indexed - loaded, counters: performance.now() - indexed };
  const parts = Object.entries(spans).map(([name, ms]) => `${name} ${Math.round(ms / 1000)} s`);
  console.log(`  ${tables.join(', ')}: ${parts.join(', ')}`);
}

/** What `recount_list` does, of two lists at once: it locks the counters of all lists. Nobody else writes. */
async function recount(pool: Pool, lists: readonly string[]): Promise<void> {
  for (const table of ['list_count', 'list_count_delta', 'list_term', 'list_term_delta'])
    await pool.query(`delete from ${table} where list = any($1)`, [lists]);
  const { rows } = await pool.query<{ text: string }>(
    'select unnest(list_delta_sql(d, array[quote_ident(d.source)], array[1])) as text from list_declared d where d.list = any($1)',
    [lists],
  );
  await overTwo(
    pool,
    rows.map(({ text }) => text),
  );
  await pool.query('select compact_list_counts()');
}

/** Executes statements over two concurrent connections, each as soon as one is free. */
async function overTwo(pool: Pool, statements: readonly string[]): Promise<void> {
  const left = [...statements];
  const work = (): Promise<void> =>
    withMemory(pool, async (client) => {
      for (let statement = left.shift(); statement !== undefined; statement = left.shift()) await client.query(statement);
    });
  await Promise.all([work(), work()]);
}

/** A connection with what building an index and counting take. */
async function withMemory(pool: Pool, work: (client: PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set synchronous_commit = off");
    await work(client);
  } finally {
    client.release(true);
  }
}

/** Inserts rows $1 to $2 of $3, of users 1 to $4, half a million at a time, over two concurrent connections and without triggers. */
export async function insertInTurns(pool: Pool, statement: string, rows: number, users: number): Promise<void> {
  const chunk = 500_000;
  const starts = Array.from({ length: Math.ceil(rows / chunk) }, (_, at) => 1 + at * chunk);
  const work = async (): Promise<void> => {
    const client = await pool.connect();
    try {
      await client.query('set session_replication_role = replica; set synchronous_commit = off');
      for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
        const values = [start, Math.min(start + chunk - 1, rows), rows, users];
        await client.query(values.reduce((text, value, at) => text.replaceAll(`$${at + 1}`, String(value)), statement));
      }
    } finally {
      client.release(true);
    }
  };
  await Promise.all([work(), work()]);
}

/**
 * The statements that drop the indexes of the table $1 and, in reverse order, create them again: an index of a constraint through its
 * constraint, and first the foreign keys that depend on it.
 */
const indexesOf = `
  with index as (select i.indexrelid, i.indrelid, c.oid as constraint_id, c.conname
      from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = i.indrelid and c.contype = 'u'
    where i.indrelid = $1::regclass and not i.indisprimary)
  select 1 as turn, format('alter table %s drop constraint %I', f.conrelid::regclass, f.conname) as drop,
    format('alter table %s add constraint %I %s', f.conrelid::regclass, f.conname, pg_get_constraintdef(f.oid)) as make
  from pg_constraint f join index on index.indexrelid = f.conindid where f.contype = 'f'
  union all
  select 2,
    case when constraint_id is null then format('drop index %s', indexrelid::regclass)
      else format('alter table %s drop constraint %I', indrelid::regclass, conname) end,
    case when constraint_id is null then pg_get_indexdef(indexrelid)
      else format('alter table %s add constraint %I %s', indrelid::regclass, conname, pg_get_constraintdef(constraint_id)) end
  from index order by turn`;
