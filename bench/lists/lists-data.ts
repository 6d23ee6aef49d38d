import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { openDatabase, type Database } from '../../src/server/platform/db/database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/server/platform/postgres/embedded.ts';
import { buildLateIndexes, migrate, migrations } from '../../src/server/platform/db/migrate.ts';
import { insertInTurns, loadInBulk } from './bulk-load.ts';
import applicationsSql from './million-applications.sql?raw';
import usersSql from './million-users.sql?raw';
import ordersSql from './five-million-orders.sql?raw';
import searchSql from './search-records.sql?raw';
import evidenceSql from './ten-million-evidence.sql?raw';

export interface Loaded {
  readonly folder: string;
  readonly postgres: EmbeddedPostgres;
}

export interface Loading {
  readonly pool: Pool;
  readonly db: Database;
  readonly folder: string;
}

/** A PostgreSQL with this many users. The loaded folder is kept for the next run with the same rows and migrations. */
export async function startWithUsers(rows: number, tell: (line: string) => void): Promise<Loaded> {
  return startLoaded([rows, usersSql, migrations], `${rows} users`, tell, ({ pool }) => loadUsers(pool, rows));
}

/** As `startWithUsers`, with this many pieces of evidence of these users. */
export async function startWithEvidence(users: number, rows: number, tell: (line: string) => void): Promise<Loaded> {
  return startLoaded(
    [users, rows, usersSql, evidenceSql, migrations],
    `${users} users and ${rows} pieces of evidence`,
    tell,
    async ({ pool }) => {
      await loadUsers(pool, users);
      await loadEvidence(pool, users, rows);
    },
  );
}

/** As `startWithUsers`, with this many applications for notarization; the account `bench` is the acceptor of one of twenty. */
export async function startWithApplications(users: number, rows: number, tell: (line: string) => void): Promise<Loaded> {
  return startLoaded(
    [users, rows, usersSql, applicationsSql, migrations],
    `${users} users and ${rows} applications`,
    tell,
    async ({ pool }) => {
      await loadUsers(pool, users);
      await loadApplications(pool, users, rows);
    },
  );
}

/** As `startWithUsers`, with this many orders of notarization. */
export async function startWithOrders(users: number, rows: number, tell: (line: string) => void): Promise<Loaded> {
  return startLoaded([users, rows, usersSql, ordersSql, migrations], `${users} users and ${rows} orders`, tell, async ({ pool }) => {
    await loadUsers(pool, users);
    await loadOrders(pool, users, rows);
  });
}

/** All records that have numbers to search: evidence, and `rows` each of orders, captures, invoices and recharges. */
export async function startWithRecords(users: number, evidence: number, rows: number, tell: (line: string) => void): Promise<Loaded> {
  const contents = [users, evidence, rows, usersSql, evidenceSql, ordersSql, searchSql, migrations];
  return startLoaded(contents, `${users} users, ${evidence} pieces of evidence and ${4 * rows} other records`, tell, async ({ pool }) => {
    await loadUsers(pool, users);
    await loadEvidence(pool, users, evidence);
    await loadOrders(pool, users, rows);
    await loadOthers(pool, users, rows);
  });
}

async function startLoaded(
  contents: unknown,
  name: string,
  tell: (line: string) => void,
  load: (loading: Loading) => Promise<void>,
): Promise<Loaded> {
  const folder = await loadedFolder(contents, name, tell, load);
  return { folder, postgres: await startEmbeddedPostgres({ dataDir: folder }) };
}

/** The data folder of an installation that was loaded so. It is kept for the next run with the same contents. No PostgreSQL runs. */
export async function loadedFolder(
  contents: unknown,
  name: string,
  tell: (line: string) => void,
  load: (loading: Loading) => Promise<void>,
): Promise<string> {
  const version = createHash('sha256').update(JSON.stringify(contents)).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `notary-bench-${version}`);
  const loaded = join(folder, 'loaded');
  const isLoaded = existsSync(loaded);
  // The remains of a failed load are useless.
  if (!isLoaded) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  if (!isLoaded) {
    tell(`Loading ${name} into ${folder} (once; delete it when done).`);
    const started = performance.now();
    await loadInto(folder, load);
    await writeFile(loaded, '');
    tell(`Loaded in ${Math.round((performance.now() - started) / 1000)} s.`);
  }
  return folder;
}

/** The measurement runs with the settings of every installation, the load without crash safety. */
async function loadInto(folder: string, load: (loading: Loading) => Promise<void>): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, settings: loading });
  const { db, pool } = openDatabase(postgres.address, 4);
  try {
    await migrate(pool);
    await buildLateIndexes(pool);
    await load({ pool, db, folder });
    await pool.query('vacuum analyze');
  } finally {
    await db.destroy();
    await postgres.stop();
  }
}

const loading = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  shared_buffers: '1GB',
};

/** Two of three users have points, in the state that the bookings' trigger would leave. */
const accountsSql = `insert into points_account (kind, user_id, balance)
    select 'user', id, 100 + id % 900 from users where id % 3 > 0 order by id;
  alter table points_transfer disable trigger points_transfer_book;
  insert into points_transfer (order_no, from_account, to_account, points, reference)
  select 'B' || a.id, h.id, a.id, a.balance, ''
      from points_account a join points_account h on h.kind = 'recharge' where a.user_id is not null;
  alter table points_transfer enable trigger points_transfer_book`;

/** Captures, invoices and recharges. */
async function loadOthers(pool: Pool, users: number, rows: number): Promise<void> {
  const tables = ['capture', 'invoice', 'charge_order'];
  await loadInBulk(pool, tables, ['capture', 'invoices', 'charges'], () => insertInTurns(pool, searchSql, rows, users));
  await pool.query("select recount_list('applications')");
}

/** Loads in bulk: index and counters are built once, after the rows. */
export async function loadUsers(pool: Pool, rows: number): Promise<void> {
  await loadInBulk(pool, ['users'], ['users', 'users:checked_at', 'balances'], () => insertInTurns(pool, usersSql, rows, rows));
  await pool.query(accountsSql);
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
}

/** The same for applications. */
async function loadApplications(pool: Pool, users: number, rows: number): Promise<void> {
  await loadInBulk(pool, ['notarization_order'], ['applications', 'urgent', 'urgent:created_at'], async () => {
    const client = await pool.connect();
    try {
      await client.query("set session_replication_role = replica; set work_mem = '256MB'; set synchronous_commit = off");
      await client.query(applicationsSql.replaceAll('$1', String(rows)).replaceAll('$2', String(users)));
    } finally {
      client.release(true);
    }
  });
}

/** The same for evidence of these users. */
export async function loadEvidence(pool: Pool, users: number, rows: number): Promise<void> {
  await loadInBulk(pool, ['evidence'], ['evidence'], () => insertInTurns(pool, evidenceSql, rows, users));
}

async function loadOrders(pool: Pool, users: number, rows: number): Promise<void> {
  await loadInBulk(pool, ['notarization_order'], ['orders', 'orders:paid_at'], () => insertInTurns(pool, ordersSql, rows, users));
}
