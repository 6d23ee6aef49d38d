import type { ChildProcess } from 'node:child_process';
import { totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { StartupError } from '../runtime/startup-error.ts';
import { lastError, pgDatabase, pgUser } from './cluster.ts';
import type { Launch } from './unprivileged.ts';

/** What `pg` needs to connect through the socket. */
export interface PgAddress {
  /** The folder of the Unix socket. */
  host: string;
  port: number;
  user: string;
  database: string;
}

export interface Postmaster {
  pid: number;
  /** The last lines that PostgreSQL logged, at most 40. */
  lastLines: readonly string[];
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  hasEnded(): boolean;
  signal(signal: NodeJS.Signals): void;
}

const port = 5432; // Only names the socket file: PostgreSQL listens on no network address.

export const socketFileName = `.s.PGSQL.${port}`;

export function addressIn(socketDir: string): PgAddress {
  return { host: socketDir, port, user: pgUser, database: pgDatabase };
}

/** Starts the server process, which is not ready yet. A process group of its own shields it from the terminal's Ctrl-C. */
export function launchPostmaster(
  launch: Launch,
  postgres: string,
  pgDir: string,
  socketDir: string,
  other: PgSettings,
  log: (line: string) => void,
): Postmaster {
  const settings = Object.entries({ ...settingsFor(socketDir), ...other }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = launch(postgres, ['-D', pgDir, ...settings], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const lastLines: string[] = [];
  let isStopping = false;
  eachLine(child, (line) => {
    // Logged for a connection that is closed during the shutdown.
    if (isStopping && /FATAL: {2}terminating .* due to administrator command/.test(line)) return;
    if (/FATAL: {2}the database system is (starting up|not yet accepting connections)/.test(line)) return; // Answers to our own polling.
    lastLines.push(line);
    if (lastLines.length > 40) lastLines.shift();
    log(line);
  });
  let hasEnded = false;
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on('error', (error) => {
      lastLines.push(error.message);
      if (child.pid !== undefined) return; // A signal could not be sent.
      hasEnded = true;
      resolve({ code: null, signal: null });
    });
    child.once('exit', (code, signal) => {
      hasEnded = true;
      // Its last lines may still be in the pipe, which a child that outlives it may keep open.
      const settle = (): void => resolve({ code, signal });
      child.once('close', settle);
      setTimeout(settle, 500).unref();
    });
  });
  // Covers process.exit and uncaught errors: if the process exits without `stop`, PostgreSQL still gets an orderly shutdown.
  const onExit = (): boolean => child.kill('SIGINT');
  process.once('exit', onExit);
  void ended.then(() => process.off('exit', onExit));
  const signal = (name: NodeJS.Signals): void => {
    isStopping = true;
    child.kill(name);
  };
  return { pid: child.pid ?? 0, lastLines, ended, hasEnded: () => hasEnded, signal };
}

/** Waits until PostgreSQL answers, through a crash recovery of any length. @throws StartupError with PostgreSQL's own reason if it ends. */
export async function untilReady(postmaster: Postmaster, address: PgAddress): Promise<void> {
  while (!postmaster.hasEnded()) {
    if (await answers(address)) return;
    await Promise.race([sleep(20), postmaster.ended]);
  }
  await postmaster.ended;
  throw new StartupError(`PostgreSQL ended while starting: ${lastError(postmaster.lastLines)}`);
}

export async function answers(address: PgAddress): Promise<boolean> {
  const client = new Client({ ...address, connectionTimeoutMillis: 5000 });
  client.on('error', () => {}); // A server that goes away under an idle connection; the query below reports it.
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false; // Not listening yet, or still recovering; the caller retries or gives up.
  } finally {
    await client.end().catch(() => {});
  }
}

/** Keyed by PostgreSQL's own setting names. */
export type PgSettings = Readonly<Record<string, string | number>>;

function settingsFor(socketDir: string): PgSettings {
  // The container's limit if there is one; 0 or an absurdly large number means that there is none.
  const memoryMb = Math.floor(Math.min(process.constrainedMemory() || Infinity, totalmem()) / 2 ** 20);
  return {
    listen_addresses: '',
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`, // A list: unquoted, a comma in the path would split it.
    unix_socket_permissions: '0700',
    port,
    max_connections: 100,
    shared_buffers: `${Math.max(16, Math.min(128, Math.floor(memoryMb / 8)))}MB`,
    work_mem: '32MB',
    effective_cache_size: `${Math.max(64, Math.floor(memoryMb / 2))}MB`,
    random_page_cost: 1.1, // For solid-state disks; with the default 4, PostgreSQL avoids the indexes.
    jit: 'off',
    fsync: 'on',
    synchronous_commit: 'on',
    // `replica`, not `minimal`, because an online backup (pg_backup_start) needs it. There is no replication.
    wal_level: 'replica',
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    min_wal_size: '48MB',
    max_wal_size: '512MB',
    timezone: 'Asia/Shanghai',
    log_timezone: 'Asia/Shanghai',
    log_checkpoints: 'off',
    // Failed statements and their details contain people's names and numbers, which do not belong in a log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
}

function eachLine(child: ChildProcess, take: (line: string) => void): void {
  let rest = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') take(line);
  });
}
