import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../../src/server/platform/postgres/embedded.ts';
import { seedAccounts } from './factories/accounts.ts';
import { startPooler } from './servers/postgres/pooler.ts';
import { startSystemPostgres } from './servers/postgres/system-postgres.ts';

export interface Cluster {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Deleted with the cluster; tests may store shared files in it. */
  readonly folder: string;
  /** Whether the databases stay until the end: test/rules/statements.test.ts reads from their statistics which functions were called. */
  readonly keepsDatabases: boolean;
  /** Whether PgBouncer is between the server and PostgreSQL. */
  readonly pooled: boolean;
}
declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster of the project's tests; each test file creates its own database in it. */
    readonly cluster: Cluster;
  }
}

/**
 * Starts one PostgreSQL of each kind per run, shared by the projects, with one migrated template database; it stops with the last of them.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { cluster, release } = await useCluster(kindFor(project.name));
  project.provide('cluster', cluster);
  return release;
}

/** `pooled` is the system's PostgreSQL behind PgBouncer, which pools sessions. */
type Kind = 'embedded' | 'system' | 'pooled';

function kindFor(project: string): Kind {
  const wanted = process.env['TEST_POSTGRES'];
  if (project === 'pgbouncer' || wanted === 'pgbouncer') return 'pooled';
  return project === 'postgres15' || wanted === 'system' ? 'system' : 'embedded';
}

/** Each project loads this module anew, so shared state is on `globalThis`. */
const shared = globalThis as { testClusters?: Map<Kind, { users: number; readonly started: ReturnType<typeof startCluster> }> };

export async function useCluster(kind: Kind): Promise<{ cluster: Cluster; release: () => Promise<void> }> {
  const clusters = (shared.testClusters ??= new Map());
  const used = clusters.get(kind) ?? { users: 0, started: startCluster(kind) };
  clusters.set(kind, used);
  used.users += 1;
  const { cluster, stop } = await used.started;
  return {
    cluster,
    async release() {
      used.users -= 1;
      if (used.users > 0) return;
      clusters.delete(kind);
      await stop();
    },
  };
}

async function startCluster(kind: Kind): Promise<{ cluster: Cluster; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'notary-test-'));
  const server = await (kind === 'embedded'
    ? startEmbeddedPostgres({ dataDir: folder, settings })
    : startSystemPostgres(folder, { ...settings, track_functions: 'all' }));
  let pooler: Awaited<ReturnType<typeof startPooler>> | undefined;
  const stop = async (): Promise<void> => {
    await pooler?.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { host, port, user } = server.address;
    const admin = openDatabase({ host, port, user, database: 'postgres' }, 1);
    await admin.pool.query('create database installation');
    await admin.db.destroy();
    const template = openDatabase({ host, port, user, database: 'installation' }, 1);
    await migrate(template.pool);
    await seedAccounts(template.db);
    await template.db.destroy();
    // Idle backends end soon, because nobody returns to the database of a finished test.
    if (kind === 'pooled') pooler = await startPooler(folder, { host, port, user }, { pool_mode: 'session', server_idle_timeout: 2 });
    const address = pooler?.address ?? { host, port, user };
    return { cluster: { ...address, folder, keepsDatabases: kind === 'system', pooled: pooler !== undefined }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Enough connections for several files at once, each with servers and their pools. Nothing here has to survive a crash of the machine;
 * commits are visible to other sessions as usual.
 */
const settings = { max_connections: 300, fsync: 'off', full_page_writes: 'off', max_wal_size: '1GB', checkpoint_timeout: '1h' };
