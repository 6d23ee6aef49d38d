import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { DatabaseError, type Pool, type PoolConfig } from 'pg';
import { useShared, type RestoreLock } from './restore-lock.ts';
import { openPool } from './pool.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/**
 * Opens a connection pool with typed queries over it. While a backup is being restored into the database, a `shared` pool refuses every
 * connection. A caller that opens the database to use it `alone` takes the exclusive lock themselves (restore-lock.ts).
 */
export function openDatabase(connection: PoolConfig, max = 20, use: RestoreLock = 'shared'): { db: Database; pool: Pool } {
  const pool = openPool({ ...connection, max }, use === 'shared' ? useShared : undefined);
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), pool };
}

/** True for PostgreSQL's unique violation (23505), of the given constraint if one is named. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return error instanceof DatabaseError && error.code === '23505' && (constraint === undefined || error.constraint === constraint);
}
