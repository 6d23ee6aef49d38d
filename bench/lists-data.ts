import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { openDatabase } from '../src/server/db/database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/server/db/embedded.ts';
import { migrate, migrations } from '../src/server/db/migrate.ts';
import loadSql from './million-users.sql?raw';

/** A PostgreSQL that holds so many users. The loaded folder is kept for the next run with the same rows and migrations. */
export async function startWithUsers(rows: number, tell: (line: string) => void): Promise<{ folder: string; postgres: EmbeddedPostgres }> {
  const version = createHash('sha256').update(JSON.stringify([rows, loadSql, migrations])).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `notary-bench-${version}`);
  const loaded = join(folder, 'loaded');
  const isLoaded = existsSync(loaded);
  // What a load that failed has left is of no use.
  if (!isLoaded) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  if (isLoaded) return { folder, postgres };
  const { db, pool } = openDatabase(postgres.address, 1);
  try {
    tell(`Loading ${rows} users into ${folder} (once; delete it when done).`);
    await migrate(pool);
    await load(pool, rows);
    await writeFile(loaded, '');
    return { folder, postgres };
  } catch (error) {
    await postgres.stop();
    throw error;
  } finally {
    await db.destroy();
  }
}

/** Two users of three hold points, as the bookings' trigger would leave them. */
const accountsSql = `insert into points_account (kind, user_id, balance) select 'user', id, 100 + id % 900 from users where id % 3 > 0 order by id;
  alter table points_transfer disable trigger points_transfer_book;
  insert into points_transfer (order_no, from_account, to_account, points, reference)
  select 'B' || a.id, h.id, a.id, a.balance, '' from points_account a join points_account h on h.kind = 'recharge' where a.user_id is not null;
  alter table points_transfer enable trigger points_transfer_book`;

/** A bulk load as an operator would do it: index and counters are made once, after the rows. */
async function load(pool: Pool, rows: number): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows: indexes } = await client.query<{ definition: string }>("select pg_get_indexdef(i) as definition from unnest(array['users_terms', 'users_all_terms']::regclass[]) i");
    await client.query('drop index users_terms, users_all_terms');
    await client.query("alter table users disable trigger user; set maintenance_work_mem = '512MB'; set work_mem = '256MB'");
    await client.query(loadSql.replaceAll('$1', String(rows)));
    await client.query('alter table users enable trigger user');
    for (const { definition } of indexes) await client.query(definition);
    await client.query(accountsSql);
    await client.query("select recount_list('users'), recount_list('users:checked_at'), recount_list('balances'), recount_list('repairs')");
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    client.release();
  }
}
