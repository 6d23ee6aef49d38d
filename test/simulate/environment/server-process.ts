import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../../src/server/platform/db/database.ts';
import { readConfig } from '../../../src/server/platform/runtime/config.ts';
import type { Cluster } from '../../installation/cluster.ts';
import { freePort } from '../../installation/servers/running-server.ts';
import { unlimited } from './limits-off.ts';
import type { Place } from './office.ts';

/** Real servers, each a process, on a new database; some may be killed and started again. */
export interface RunningPlace extends Place {
  /** As `kill -9` does, and starts it again. @returns when it answers. */
  killAndStart(which: number): Promise<void>;
  /** Moves the clock of one of them, against the others and the database. */
  setClock(which: number, aheadMs: number): Promise<void>;
  /** What the servers printed. */
  output(): string;
  stop(): Promise<void>;
}

export interface PlaceOptions {
  readonly servers: number;
  /** Where the servers reach PostgreSQL, where that is not the cluster itself. */
  readonly database?: (name: string) => string;
  readonly nodeOptions?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

export function urlOf({ host, port, user }: Pick<Cluster, 'host' | 'port' | 'user'>, name: string): string {
  return `postgres:///${name}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`;
}

/** A new database of the cluster, with the house's tables and its first account. */
export async function newDatabase({ host, port, user }: Cluster) {
  const name = `s_${randomBytes(6).toString('hex')}`;
  const admin = openDatabase({ host, port, user, database: 'postgres' }, 1);
  await admin.pool.query(`create database ${name} template installation strategy file_copy`);
  const { db, pool } = openDatabase({ host, port, user, database: name }, 12);
  return {
    name,
    db,
    pool,
    async drop() {
      await pool.end();
      await admin.pool.query(`drop database ${name} with (force)`);
      await admin.pool.end();
    },
  };
}

export async function startPlace(cluster: Cluster, options: PlaceOptions): Promise<RunningPlace> {
  const { name, db, pool, drop } = await newDatabase(cluster);
  const folder = await mkdtemp(join(tmpdir(), 'notary-simulated-'));
  const clock = join(folder, 'clock');
  const env = {
    CLOCK_FILE: clock,
    DATA_DIR: folder,
    DATABASE_URL: options.database?.(name) ?? urlOf(cluster, name),
    ...unlimited,
    ...options.environment,
  };
  const servers: Server[] = [];
  for (let at = 0; at < options.servers; at += 1) {
    const own = at === 0 ? folder : await beside(folder, at);
    servers.push(await startServer({ ...env, DATA_DIR: own }, options.nodeOptions ?? []));
  }
  return {
    db,
    pool,
    config: readConfig({ ...env, DATABASE_URL: urlOf(cluster, name) }),
    addresses: () => servers.map(({ address }) => address),
    async killAndStart(which) {
      const server = servers[which];
      if (!server) return;
      const gone = once(server.child, 'exit');
      server.child.kill('SIGKILL');
      await gone;
      servers[which] = await server.again();
    },
    async setClock(which, aheadMs) {
      await writeFile(clock, String(aheadMs));
      servers[which]?.child.kill('SIGUSR2');
    },
    output: () => servers.map(({ output }) => output()).join('\n'),
    async stop() {
      await Promise.all(servers.map(({ stop }) => stop()));
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A data folder of another server's own, with the files of the first: as a shared disk has them. */
async function beside(folder: string, at: number): Promise<string> {
  const own = join(folder, `server-${at}`);
  await mkdir(own);
  for (const shared of ['objects', 'uploads']) {
    await mkdir(join(folder, shared), { recursive: true });
    await symlink(join(folder, shared), join(own, shared));
  }
  return own;
}

interface Server {
  readonly address: string;
  readonly child: ChildProcess;
  output(): string;
  again(): Promise<Server>;
  stop(): Promise<void>;
}

async function startServer(environment: Readonly<Record<string, string>>, nodeOptions: readonly string[], before = ''): Promise<Server> {
  const port = await freePort();
  await standInConsole();
  const child = spawn(process.execPath, ['--import', movedClock, ...nodeOptions, join(import.meta.dirname, 'server.js')], {
    env: { ...process.env, NODE_ENV: '', PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  let text = before;
  // The last of it is enough to tell a fault by.
  const keep = (chunk: string): void => void (text = (text + chunk).slice(-200_000));
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const address = `http://127.0.0.1:${port}`;
  await untilReady(address, child, () => text);
  return {
    address,
    child,
    output: () => text,
    again: () => startServer(environment, nodeOptions, text),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Loaded before a server: its clock goes as a file says, which it reads when it is told to. */
const movedClock = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs';
  const Real = Date;
  let ahead = 0;
  process.on('SIGUSR2', () => (ahead = Number(readFileSync(process.env.CLOCK_FILE, 'utf8'))));
  globalThis.Date = class Date extends Real {
    constructor(...given) {
      super(...(given.length === 0 ? [Real.now() + ahead] : given));
    }
    static now() {
      return Real.now() + ahead;
    }
  };
`)}`;

/** The server wants a page to serve; nobody looks at it here. */
async function standInConsole(): Promise<void> {
  const folder = join(import.meta.dirname, '..', 'console');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
}

async function untilReady(address: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    const isReady = await fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (child.exitCode !== null) throw new Error(`the server ended (${child.exitCode}):\n${output()}`);
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`the server is not ready after a minute:\n${output()}`);
}
