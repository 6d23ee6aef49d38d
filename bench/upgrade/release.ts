import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { heapOptions } from '../fork-server.ts';

export interface Listed {
  readonly version: string;
  readonly commit: string;
}

export const root = process.cwd();

/** The last release of `ops/releases.json`. */
export function lastRelease(): Listed {
  const list = JSON.parse(readFileSync(join(root, 'ops/releases.json'), 'utf8')) as Listed[];
  const last = list.at(-1);
  if (!last) throw new Error('ops/releases.json lists no release');
  return last;
}

/** A folder with that release, built from its commit and kept for the next run. */
export function buildRelease({ version, commit }: Listed, tell: (line: string) => void): string {
  const folder = join(tmpdir(), `notary-release-${commit.slice(0, 12)}`);
  const built = join(folder, 'built');
  if (existsSync(built)) return folder;
  tell(`Building release ${version} of ${commit.slice(0, 12)} in ${folder} (once; delete it when done).`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'inherit' });
  writeFileSync(built, '');
  return folder;
}

export interface Node {
  readonly name: string;
  readonly port: number;
  readonly dataDir: string;
}

export interface Running {
  readonly node: Node;
  readonly child: ChildProcess;
  output(): string;
}

/** Starts a release's server as `npm start` does. @param release the release's folder. */
export function launch(release: string, node: Node, environment: Record<string, string>): Running {
  const child = spawn(process.execPath, [...heapOptions, 'dist/server/main.js'], {
    cwd: release,
    env: { ...process.env, NODE_ENV: '', DEMO: '0', CAPTURE_WORKER: '0', ...environment, PORT: String(node.port), DATA_DIR: node.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return { node, child, output: () => text };
}

export async function start(release: string, node: Node, environment: Record<string, string>): Promise<Running> {
  const server = launch(release, node, environment);
  for (;;) {
    if (server.child.exitCode !== null) throw new Error(`the server ended (${server.child.exitCode}):\n${server.output()}`);
    const isReady = await fetch(`http://127.0.0.1:${node.port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return server;
    await sleep(100);
  }
}

/** Stops a server as a service manager does. @returns the seconds until it has ended. */
export async function stop({ child }: Running): Promise<number> {
  const began = performance.now();
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
  return (performance.now() - began) / 1000;
}
