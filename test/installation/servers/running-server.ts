import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { besideUnit, isUnderSystemd, underSystemd } from './under-systemd/under-systemd.ts';

/** The project's root, from the sources and from the bundle of a benchmark. */
export const root = projectAbove(import.meta.dirname);

function projectAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : projectAbove(dirname(folder));
}

export interface RunningServer {
  readonly address: string;
  readonly dataDir: string;
  readonly child: ChildProcess;
  /** Its output so far, both streams. */
  output(): string;
  /** Runs the admin command on the same data folder. @returns its standard output. */
  admin(...args: string[]): Promise<string>;
  stop(): Promise<number | null>;
}

/**
 * How a server runs: `alone`, or as in `npm start`, where the child is the shell that restarts it after a fault, or under the unit of
 * `ops/systemd`, where the child is the shell around a systemd.
 */
export type Keeper = 'alone' | 'npm' | 'systemd';

/**
 * Starts the built server, and waits until it is ready. A worker for web captures runs only if `CAPTURE_WORKER` asks for it.
 * @param nodeOptions for Node itself, before the script.
 */
export async function startServer(
  environment: Record<string, string> = {},
  nodeOptions: readonly string[] = [],
  keeper: Keeper = isUnderSystemd ? 'systemd' : 'alone',
): Promise<RunningServer> {
  const dataDir = environment['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'notary-run-')));
  const port = Number(environment['PORT'] ?? (await freePort()));
  const env = {
    ...process.env,
    NODE_ENV: '',
    PORT: String(port),
    DATA_DIR: dataDir,
    CAPTCHA_FIXED_CODE: 'test',
    RATE_LIMIT_PER_MINUTE: '0',
    LOGIN_RATE_PER_MINUTE: '0',
    CAPTURE_WORKER: keeper === 'npm' ? '1' : '0',
    ...environment,
  };
  const run = launchBy(keeper, nodeOptions, env, dataDir);
  const address = `http://127.0.0.1:${port}`;
  await untilReady(address, run);
  return {
    address,
    dataDir,
    child: run.child,
    output: run.output,
    admin: (...args) => runAdmin(args, env, keeper === 'systemd' ? run.child.pid : undefined),
    async stop() {
      if (run.child.exitCode === null && run.child.signalCode === null) {
        run.child.kill('SIGTERM');
        await once(run.child, 'exit');
      }
      if (environment['DATA_DIR'] === undefined) await rm(dataDir, { recursive: true, force: true });
      return run.child.exitCode;
    },
  };
}

/**
 * Runs the admin command on the data folder of a running server, which another process may have started.
 * @param unit the process of the systemd around a server that runs under one.
 * @returns its standard output.
 */
export async function runAdmin(args: readonly string[], env: NodeJS.ProcessEnv, unit?: number): Promise<string> {
  const command = unit === undefined ? launch([built('admin'), ...args], env, true) : adminBeside(unit, env, args);
  if (command.child.exitCode === null) await once(command.child, 'close');
  if (command.child.exitCode !== 0) throw new Error(command.output());
  return command.output();
}

/** Starts it and stops it as soon as `isMoment` says so; waits until it has ended. */
export async function startInterrupted(
  environment: Record<string, string>,
  isMoment: () => Promise<boolean>,
): Promise<{ code: number | null; output: string }> {
  const run = launch([built('main')], { ...process.env, NODE_ENV: '', ...environment });
  while (run.child.exitCode === null && !(await isMoment())) await sleep(50);
  run.child.kill('SIGTERM');
  if (run.child.exitCode === null) await once(run.child, 'close');
  return { code: run.child.exitCode, output: run.output() };
}

/** Starts it in a situation in which it must refuse, and waits until it has ended. */
export async function startInVain(environment: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const run = launch([built('main')], { ...process.env, NODE_ENV: '', ...environment });
  const timer = setTimeout(() => run.child.kill('SIGTERM'), 180_000);
  await once(run.child, 'close');
  clearTimeout(timer);
  return { code: run.child.exitCode, output: run.output() };
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** The scripts that `npm start` and `npm run admin` run once they have checked that the build is up to date. */
const built = (name: 'main' | 'admin'): string => `dist/server/${name}.js`;

function launchBy(keeper: Keeper, nodeOptions: readonly string[], env: NodeJS.ProcessEnv, dataDir: string): ReturnType<typeof launch> {
  if (keeper === 'alone') return launch([...nodeOptions, built('main')], env);
  if (keeper === 'npm') return launch(['scripts/keep-up.sh', process.execPath, ...nodeOptions, 'scripts/start.mjs'], env, false, 'sh');
  const { command, args } = underSystemd('notary', { script: [...nodeOptions, built('main')], environment: env, dataDir, root });
  return launch(args, process.env, false, command);
}

function adminBeside(unit: number, env: NodeJS.ProcessEnv, words: readonly string[]): ReturnType<typeof launch> {
  const { command, args } = besideUnit('notary', unit, [`/srv/notary/${built('admin')}`, ...words]);
  return launch(args, { ...env, DATA_DIR: '/var/lib/notary' }, true, command);
}

function launch(args: string[], env: NodeJS.ProcessEnv, quiet = false, command = process.execPath) {
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  if (!quiet) child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return { child, output: () => text };
}

async function untilReady(address: string, run: ReturnType<typeof launch>): Promise<void> {
  for (let attempt = 0; attempt < 1800; attempt += 1) {
    const ready = await fetch(`${address}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (ready) return;
    if (run.child.exitCode !== null) throw new Error(`the server ended (${run.child.exitCode}):\n${run.output()}`);
    await sleep(100);
  }
  run.child.kill('SIGTERM');
  throw new Error(`the server is not ready after three minutes:\n${run.output()}`);
}
