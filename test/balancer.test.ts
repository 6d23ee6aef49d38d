import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { steadyLoad, type Call } from '../bench/upgrade/steady-load.ts';
import { closeConnectionsWhenClosing } from '../src/server/http/close-connections.ts';
import { drainable, type Drain } from '../src/server/http/drain.ts';
import { healthRoutes } from '../src/server/http/health.ts';
import { freePort } from './installation/servers/running-server.ts';
import { tool } from './installation/tool.ts';

/** The whole of it, with two releases and a database: `npm run bench:upgrade`. Here only how servers come and go behind the balancer. */
const haproxy = tool('haproxy');

let folder: string;
let proxy: ChildProcess | undefined;
const servers = new Map<number, { app: FastifyInstance; drain: Drain }>();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-balancer-'));
});
afterEach(async () => {
  proxy?.kill('SIGKILL');
  for (const { app } of servers.values()) await app.close();
  servers.clear();
  await rm(folder, { recursive: true, force: true });
});

async function startServer(port: number): Promise<void> {
  const app = fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  closeConnectionsWhenClosing(app);
  const drain = drainable(app);
  healthRoutes(app, async () => undefined, drain);
  const work = async () => sleep(20, 'done');
  app.get('/work', work);
  app.post('/work', work);
  await app.listen({ port, host: '127.0.0.1' });
  servers.set(port, { app, drain });
}

async function startProxy(ports: readonly number[]): Promise<number> {
  const port = await freePort();
  const text = readFileSync(join(import.meta.dirname, '../ops/haproxy.cfg'), 'utf8')
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replace('127.0.0.1:8081', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:8082', `127.0.0.1:${ports[1]}`);
  await writeFile(join(folder, 'haproxy.cfg'), text);
  proxy = spawn(haproxy.path, ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' });
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/work`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(answers).toBe(true);
  return port;
}

const callAt = (at: number): Call => ({
  name: at % 2 === 0 ? 'question' : 'act',
  method: at % 2 === 0 ? 'GET' : 'POST',
  path: '/work',
  headers: {},
  fault: (status, body) => (status === 200 && body === 'done' ? null : `${status} ${body}`),
});

it.skipIf(haproxy.isMissing)(
  `servers behind HAProxy are replaced one after the other, and no call fails, of those that act neither${haproxy.note}`,
  async () => {
    const ports = [await freePort(), await freePort()];
    for (const port of ports) await startServer(port);
    const load = steadyLoad(await startProxy(ports), 100, callAt);
    for (const port of ports) {
      // The balancer has asked both for a while.
      await sleep(4000);
      const { app, drain } = servers.get(port) ?? {};
      await drain?.begin(30_000);
      await app?.close();
      await startServer(port);
    }
    await sleep(4000);
    const answered = await load.end();
    expect(answered.length).toBeGreaterThan(800);
    expect(answered.filter(({ fault }) => fault !== null)).toEqual([]);
  },
);
