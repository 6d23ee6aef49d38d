import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { DatabaseError, Pool, type PoolConfig } from 'pg';
import { useShared, type DatabaseUse } from './database-use.ts';
import type { Tables } from './tables.ts';
import { quickTypes } from './timestamps.ts';

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/**
 * A connection pool with typed queries over it, of `max` connections. While a backup is being restored into the database, it gives none out;
 * who opens it to use it `alone` keeps the others away himself (see database-use).
 */
export function openDatabase(connection: PoolConfig, max = 20, use: DatabaseUse = 'shared'): { db: Database; pool: Pool } {
  const pool = new Pool({
    ...connection,
    ...(use === 'shared' ? { onConnect: useShared } : {}),
    max,
    types: quickTypes,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // What stands in between forgets a connection that is still for some minutes; a restore holds one for as long as files are copied.
    keepAliveInitialDelayMillis: 30_000,
  });
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  // One that dies in use fails the query under way; without a listener of its own it would end the process too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), pool };
}

/** True when an error is PostgreSQL's refusal of a second row under a unique index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return error instanceof DatabaseError && error.code === '23505' && (constraint === undefined || error.constraint === constraint);
}
