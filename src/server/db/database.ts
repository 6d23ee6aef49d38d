import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { DatabaseError, type Pool, type PoolConfig } from 'pg';
import { useShared, type RestoreLock } from './restore-lock.ts';
import { openPool } from './pool.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/**
 * A connection pool with typed queries over it, of `max` connections. While a backup is being restored into the database, it gives none
 * out;
 * who opens it to use it `alone` keeps the others away himself (see database-use).
 */
export function openDatabase(connection: PoolConfig, max = 20, use: RestoreLock = 'shared'): { db: Database; pool: Pool } {
  const pool = openPool({ ...connection, max }, use === 'shared' ? useShared : undefined);
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), pool };
}

/** True when an error is PostgreSQL's refusal of a second row under a unique index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return error instanceof DatabaseError && error.code === '23505' && (constraint === undefined || error.constraint === constraint);
}
