import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { openDatabase, type Database } from '../../src/server/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../src/server/platform/postgres/embedded.ts';
import { seedAccounts } from '../../test/installation/factories/accounts.ts';
import { startS3, storageUrl, type S3Server } from '../../test/installation/s3/server.ts';
import { startBalancer, type Balancer } from '../../test/installation/servers/balancer.ts';
import { freePort } from '../../test/installation/servers/running-server.ts';
import { loadUsers } from '../lists/lists-data.ts';
import { root, start, stop, type Running } from '../upgrade/release.ts';

/** Servers and workers of the built program on one PostgreSQL and one object store, behind HAProxy. More can be added at any time. */
export interface Farm {
  readonly db: Database;
  readonly pool: Pool;
  readonly environment: Readonly<Record<string, string>>;
  /** Increases the number of servers, and puts a balancer in front of all of them. @returns its port. */
  grow(servers: number): Promise<number>;
  /** Starts workers for captures, with one browser each; `endWorkers` ends them. */
  startWorkers(count: number): void;
  endWorkers(): Promise<void>;
  endServers(): Promise<void>;
  /** The ids of the processes of each part; their processor time includes their descendants. */
  processes(): Readonly<Record<Part, readonly number[]>>;
  stop(): Promise<void>;
}

export type Part = 'servers' | 'PostgreSQL' | 'S3' | 'HAProxy' | 'workers';

/** All calls come from one address here, and the limits are not measured. */
const unbounded = {
  RATE_LIMIT_PER_MINUTE: '0',
  INTAKE_RATE_PER_MINUTE: '0',
  UPLOADS_PER_CLIENT: '0',
  UPLOADS_PER_OPERATOR: '0',
  UPLOADS_PER_ADDRESS: '0',
};

export async function startFarm(users: number, tell: (line: string) => void): Promise<Farm> {
  const folder = mkdtempSync(join(tmpdir(), 'notary-bench-scaling-'));
  // Enough for the connections of all servers: the number that they need is one of the figures.
  const postgres = await startEmbeddedPostgres({ dataDir: folder, settings: { max_connections: 400 } });
  const { host, port, user, database } = postgres.address;
  const s3 = await startS3();
  const environment = {
    // As in `npm start`.
    UV_THREADPOOL_SIZE: '32',
    MALLOC_ARENA_MAX: '2',
    DATABASE_URL: `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`,
    STORAGE_URL: storageUrl(s3.place(), { presign: '0' }),
    TRUST_PROXY: '1',
    CAPTURE_ALLOW_PRIVATE: '1',
    CAPTURE_AT_ONCE: '1',
    ...unbounded,
  };
  const { db, pool } = openDatabase(postgres.address, 4);
  const servers: Running[] = [];
  const farm = growing({ folder, environment, db, pool, s3, servers, postgresPid: postgres.pid });
  const stopAll = async (): Promise<void> => {
    await farm.stop();
    await db.destroy();
    s3.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await farm.grow(1);
    tell(`Loading ${users} users.`);
    await seedAccounts(db);
    await loadUsers(pool, users);
    await pool.query("select setval(pg_get_serial_sequence('users', 'id'), (select max(id) from users))");
  } catch (error) {
    await stopAll();
    throw error;
  }
  return { ...farm, stop: stopAll };
}

interface Ground {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly db: Database;
  readonly pool: Pool;
  readonly s3: S3Server;
  readonly servers: Running[];
  readonly postgresPid: number;
}

function growing({ folder, environment, db, pool, s3, servers, postgresPid }: Ground): Farm {
  let balancer: Balancer | undefined;
  let workers: ChildProcess[] = [];
  const endWorkers = async (): Promise<void> => {
    const ending = workers.map((child) => ended(child));
    for (const child of workers) child.kill('SIGTERM');
    workers = [];
    await Promise.all(ending);
  };
  const endServers = async (): Promise<void> => {
    await balancer?.stop();
    await Promise.all(servers.splice(0).map(stop));
  };
  const endNow = (): void => [...workers, ...servers.map(({ child }) => child), balancer?.child].forEach((one) => one?.kill('SIGKILL'));
  process.once('SIGINT', () => process.exit(130));
  process.once('exit', endNow);
  return {
    db,
    pool,
    environment,
    async grow(count) {
      while (servers.length < count) {
        const name = `server-${servers.length}`;
        const node = { name, port: await freePort(), dataDir: mkdtempSync(join(folder, `${name}-`)) };
        servers.push(await start(root, node, environment));
      }
      await balancer?.stop();
      const ports = servers.map(({ node }) => node.port);
      balancer = await startBalancer(ports, folder, 'inherit');
      return balancer.port;
    },
    startWorkers(count) {
      for (let at = 0; at < count; at += 1)
        workers.push(
          spawn(process.execPath, ['--max-semi-space-size=2', 'dist/server/worker.js'], {
            cwd: root,
            env: { ...process.env, NODE_ENV: '', ...environment, DATA_DIR: mkdtempSync(join(folder, 'worker-')) },
            stdio: 'ignore',
          }),
        );
    },
    endWorkers,
    processes: () => ({
      servers: servers.map(({ child }) => child.pid ?? 0),
      PostgreSQL: [postgresPid],
      S3: [s3.pid],
      HAProxy: [balancer?.child.pid ?? 0],
      workers: workers.map(({ pid }) => pid ?? 0),
    }),
    endServers,
    async stop() {
      await endWorkers();
      await endServers();
    },
  };
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => void child.once('exit', () => resolve()));
}
