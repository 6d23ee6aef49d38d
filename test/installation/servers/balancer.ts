import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tool } from '../tool.ts';
import { freePort, root } from './running-server.ts';

export const haproxy = tool('haproxy');

export interface Balancer {
  readonly port: number;
  readonly child: ChildProcess;
  /** Kills it, and waits until it has ended. */
  stop(): Promise<void>;
}

/** The names of the example's two servers, continued. */
const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** HAProxy with the documentation's example (`ops/haproxy.cfg`) in front of servers on these ports. @param folder for its settings. */
export async function startBalancer(ports: readonly number[], folder: string, stderr: 'ignore' | 'inherit' = 'ignore'): Promise<Balancer> {
  const port = await freePort();
  const example = await readFile(join(root, 'ops/haproxy.cfg'), 'utf8');
  const lines = (suffix: (name: string) => string) =>
    ports.map((of, at) => `  server ${names[at]} 127.0.0.1:${of}${suffix(names[at] ?? '')}`).join('\n');
  const [checked, unchecked] = [lines((name) => ` cookie ${name}`), lines(() => '')];
  const text = example
    .replace('bind 127.0.0.1:8080', `bind 127.0.0.1:${port}`)
    .replace(/^ {2}server first \S+ cookie first\n {2}server second \S+ cookie second$/m, checked)
    .replace(/^ {2}server first 127.0.0.1:8081\n {2}server second 127.0.0.1:8082$/m, unchecked);
  for (const part of [`bind 127.0.0.1:${port}`, `${checked}\n`, `${unchecked}\n`])
    if (!text.includes(part)) throw new Error('ops/haproxy.cfg has another form');
  const path = join(folder, `haproxy-${port}.cfg`);
  await writeFile(path, text);
  const child = spawn(haproxy.path, ['-db', '-f', path], { stdio: ['ignore', 'ignore', stderr] });
  const balancer: Balancer = {
    port,
    child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
  for (let isUp = false; !isUp; await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`HAProxy ended (${child.exitCode})`);
    isUp = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
  return balancer;
}
