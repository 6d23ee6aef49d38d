import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/server/db/database.ts';
import { startEmbeddedPostgres } from '../../src/server/postgres/embedded.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { seedAccounts } from './factories/accounts.ts';
import { startSystemPostgres } from './servers/system-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection of the run's cluster; each test file makes itself a database in it. */
    cluster: { host: string; port: number; user: string };
  }
}

/** One PostgreSQL a run, and in it one migrated template database; stopped when the run ends, however it ends. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'notary-test-'));
  const server = await (process.env['TEST_POSTGRES'] === 'system'
    ? startSystemPostgres(folder, settings)
    : startEmbeddedPostgres({ dataDir: folder, settings }));
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { host, port, user } = server.address;
    const admin = openDatabase({ host, port, user, database: 'postgres' }, 1);
    await admin.pool.query('create database house');
    await admin.db.destroy();
    const template = openDatabase({ host, port, user, database: 'house' }, 1);
    await migrate(template.pool);
    await seedAccounts(template.db);
    await template.db.destroy();
    project.provide('cluster', { host, port, user });
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Several files at once, each with servers and their pools. Nothing here has to outlast the machine; what a commit means to other sessions
 * is as ever.
 */
const settings = { max_connections: 300, fsync: 'off', full_page_writes: 'off' };
