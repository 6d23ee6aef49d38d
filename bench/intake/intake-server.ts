import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { attachEmbeddedPostgres, type EmbeddedPostgres } from '../../src/server/platform/postgres/embedded.ts';
import { heapOptions } from '../fork-server.ts';

export interface BuiltServer {
  readonly port: number;
  readonly folder: string;
  readonly postgres: EmbeddedPostgres;
  cpuSeconds(): Promise<CpuSeconds>;
  stop(): Promise<void>;
}

/** Processor time so far, user and system. */
export interface CpuSeconds {
  /** The server's process, and its JavaScript thread; the rest is file access, hashing and garbage collection. */
  readonly server: number;
  readonly main: number;
  /** All processes of its PostgreSQL. */
  readonly postgres: number;
}

/**
 * Starts the built server as `npm start` does in production, on a new folder with its own PostgreSQL. @param checkout of another version
 * than this.
 */
export async function startBuiltServer(checkout = process.cwd()): Promise<BuiltServer> {
  const folder = await mkdtemp(join(tmpdir(), 'notary-bench-intake-'));
  const port = await freePort();
  const profile = process.env['BENCH_PROF'];
  const child = spawn(
    process.execPath,
    [...heapOptions, ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []), 'scripts/start.mjs'],
    {
      cwd: checkout,
      env: { ...process.env, NODE_ENV: 'production', DATA_DIR: folder, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  while (
    !(await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`the server ended (${child.exitCode})`);
    await sleep(100);
  }
  const postgres = await attachEmbeddedPostgres(folder);
  if (!postgres) throw new Error('the server has no database');
  return {
    port,
    folder,
    postgres,
    cpuSeconds: async () => ({
      server: (await ticks(child.pid ?? 0)).seconds,
      main: (await ticks(`${child.pid}/task/${child.pid}`)).seconds,
      postgres: await familySeconds(postgres.pid),
    }),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A process, its children, and those of its children that have ended. */
async function familySeconds(parent: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const family = (await Promise.all(pids.map(async (pid) => ({ pid, ...(await ticks(pid)) })))).filter(
    ({ pid, parent: of }) => pid === parent || of === parent,
  );
  return family.reduce((sum, { pid, seconds, ended }) => sum + seconds + (pid === parent ? ended : 0), 0);
}

/** Source: proc(5), /proc/pid/stat; a tick is 10 ms on Linux. */
async function ticks(pid: number | string): Promise<{ parent: number; seconds: number; ended: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const sum = (...at: number[]) => at.reduce((total, index) => total + (fields[index] ?? 0), 0) / 100;
  return { parent: fields[1] ?? 0, seconds: sum(11, 12), ended: sum(13, 14) };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
