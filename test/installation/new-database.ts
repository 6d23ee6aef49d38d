import type { Pool } from 'pg';
import { inject } from 'vitest';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { uid } from './factories/evidence.ts';

export interface NewDatabase {
  /** In the form of DATABASE_URL. */
  readonly url: string;
  readonly pool: Pool;
  drop(): Promise<void>;
}

/** A database without any table, as the target of a restore. Its pool takes no locks of the program, like a foreign client. */
export async function newDatabase(): Promise<NewDatabase> {
  const { host, port, user } = inject('cluster');
  const name = `b_${uid()}`;
  const admin = openDatabase({ host, port, user, database: 'postgres' }, 1);
  await admin.pool.query(`create database ${name} template template0`);
  const { pool } = openDatabase({ host, port, user, database: name }, 2, 'alone');
  const drop = async () => {
    await pool.end();
    await admin.pool.query(`drop database ${name} with (force)`);
    await admin.pool.end();
  };
  return { url: `postgres:///${name}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`, pool, drop };
}

export async function withNewDatabase(use: (url: string, pool: Pool) => Promise<void>): Promise<void> {
  const { url, pool, drop } = await newDatabase();
  await use(url, pool).finally(drop);
}
