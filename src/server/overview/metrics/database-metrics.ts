import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { labelled, type Family } from '../../platform/telemetry/exposition.ts';

/** PostgreSQL's statistics of this database, without what only a superuser or monitor may read about other sessions. */
export async function databaseMetrics(db: Database): Promise<Family[]> {
  const row = await readStatistics(db);
  const one = (name: string, help: string, value: number | null, type: Family['type'] = 'gauge'): Family => ({
    name,
    help,
    type,
    values: [{ value }],
  });
  return [
    one('notary_database_size_bytes', 'Size of the database on the disk.', row.size),
    one('notary_database_connections', 'Connections to this database, of all programs.', row.connections),
    one('notary_database_max_connections', 'Connections that the whole cluster takes.', row.max_connections),
    {
      name: 'notary_database_transactions_total',
      help: 'Transactions of this database, by their end.',
      type: 'counter',
      values: labelled('result', { commit: row.commits, rollback: row.rollbacks }),
    },
    {
      name: 'notary_database_blocks_total',
      help: 'Blocks that were found in the cache of the database, or read.',
      type: 'counter',
      values: labelled('from', { cache: row.hits, disk: row.reads }),
    },
    one('notary_database_deadlocks_total', 'Deadlocks that the database broke.', row.deadlocks, 'counter'),
    one('notary_database_temporary_bytes_total', 'Written to temporary files by sorts and joins.', row.temporary, 'counter'),
    one('notary_database_oldest_transaction_seconds', 'How long the oldest transaction of this database is open.', row.oldest),
    one('notary_database_waiting_for_locks', 'Sessions that wait for a lock of another.', row.waiting),
    one('notary_database_standbys', 'Standbys that stream from this server.', row.standbys),
    one('notary_database_standby_lag_bytes', 'By how much the last of them is behind; absent without one.', row.lag),
    one(
      'notary_database_transaction_ids_used_ratio',
      'Share of the transaction ids that were used since the last freeze; at 1 it takes no more writes.',
      row.wraparound,
    ),
  ];
}

type Statistics = Readonly<
  Record<
    | 'size'
    | 'connections'
    | 'max_connections'
    | 'commits'
    | 'rollbacks'
    | 'hits'
    | 'reads'
    | 'deadlocks'
    | 'temporary'
    | 'waiting'
    | 'standbys'
    | 'wraparound',
    number
  > &
    Record<'oldest' | 'lag', number | null>
>;

async function readStatistics(db: Database): Promise<Statistics> {
  const { rows } = await sql<Statistics>`
    select pg_database_size(d.oid)::float8 as size, s.numbackends::float8 as connections,
      current_setting('max_connections')::float8 as max_connections,
      s.xact_commit::float8 as commits, s.xact_rollback::float8 as rollbacks,
      s.blks_hit::float8 as hits, s.blks_read::float8 as reads, s.deadlocks::float8 as deadlocks, s.temp_bytes::float8 as temporary,
      (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 from pg_stat_activity
        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()) as oldest,
      (select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')::float8 as waiting,
      (select count(*) from pg_stat_replication)::float8 as standbys,
      case when pg_is_in_recovery() then null
        else (select max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))::float8 from pg_stat_replication) end as lag,
      age(d.datfrozenxid)::float8 / 2147483647 as wraparound
      from pg_database d join pg_stat_database s on s.datid = d.oid where d.datname = current_database()`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('the database did not answer');
  return row;
}
