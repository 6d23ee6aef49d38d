import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { steadyLoad, type Call } from '../../bench/upgrade/steady-load.ts';
import { closeConnectionsWhenClosing } from '../../src/server/platform/http/close-connections.ts';
import { drainable, type Drain } from '../../src/server/platform/http/drain.ts';
import { healthRoutes } from '../../src/server/platform/http/health.ts';
import { haproxy, startBalancer, type Balancer } from '../installation/servers/balancer.ts';
import { freePort } from '../installation/servers/running-server.ts';

/** Only how servers come and go behind the balancer. `npm run bench:upgrade` runs the whole upgrade, with two releases and a database. */
let folder: string;
let proxy: Balancer | undefined;
const servers = new Map<number, { app: FastifyInstance; drain: Drain }>();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-balancer-'));
});
afterEach(async () => {
  await proxy?.stop();
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
    proxy = await startBalancer(ports, folder);
    const load = steadyLoad(proxy.port, 100, callAt);
    for (const port of ports) {
      // Until the balancer has polled both several times.
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
