import fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drainable, onDraining, type Drain } from './drain.ts';
import { healthRoutes } from './health.ts';

let app: FastifyInstance;
let drain: Drain;
let address: string;
let nowMs: number;
let answer: () => void;
beforeEach(async () => {
  nowMs = 0;
  app = fastify();
  drain = drainable(app, () => nowMs);
  healthRoutes(app, async () => undefined, drain);
  const answered = new Promise<void>((resolve) => (answer = resolve));
  app.get('/slow', async () => {
    await answered;
    return 'done';
  });
  app.get('/stream', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
    reply.raw.write('event: here\n\n');
    onDraining(app, () => reply.raw.end());
  });
  app.put('/upload', async (request) => (request.body as string).length);
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

const status = async (path: string): Promise<number> => (await fetch(`${address}${path}`)).status;
const isOver = async (drained: Promise<void>): Promise<boolean> =>
  Promise.race([drained.then(() => true), status('/healthz').then(() => false)]);

it('says at once that it is not ready, answers what is under way, and new calls meanwhile', async () => {
  expect(await status('/readyz')).toBe(200);
  const slow = fetch(`${address}/slow`);
  await once(app.server, 'request');
  const drained = drain.begin(60_000);
  expect(await status('/readyz')).toBe(503);
  expect(await (await fetch(`${address}/readyz`)).json()).toEqual({ status: 'draining' });
  const late = await fetch(`${address}/nowhere`);
  expect([late.status, late.headers.get('connection')]).toEqual([404, 'close']);
  expect(await isOver(drained)).toBe(false);
  answer();
  expect(await (await slow).text()).toBe('done');
  await drained;
});

it('ends at once when nothing is under way and nobody balances', async () => {
  await drain.begin(60_000);
});

it('ends event streams politely, and lets an upload end', async () => {
  const reader = (await fetch(`${address}/stream`)).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('event: here');
  const upload = connect(Number(new URL(address).port), '127.0.0.1');
  upload.write('PUT /upload HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\nabc');
  await once(app.server, 'request');
  const drained = drain.begin(60_000);
  expect((await reader?.read())?.done).toBe(true);
  expect(await isOver(drained)).toBe(false);
  upload.write('def');
  const [reply] = (await once(upload, 'data')) as [Buffer];
  expect(reply.toString()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close[^]*\r\n\r\n6$/i);
  await drained;
});

it('waits no longer than it may for who never ends', async () => {
  const slow = fetch(`${address}/slow`);
  await once(app.server, 'request');
  await drain.begin(50);
  answer();
  await slow;
});

it('goes on answering until who asks regularly has been told three times', async () => {
  for (let probe = 0; probe < 3; probe += 1) {
    nowMs += 1000;
    expect(await status('/readyz')).toBe(200);
  }
  const drained = drain.begin(60_000);
  for (let probe = 0; probe < 2; probe += 1) expect(await status('/readyz')).toBe(503);
  expect(await isOver(drained)).toBe(false);
  expect(await status('/readyz')).toBe(503);
  await drained;
});

it('does not wait for who asks no more', async () => {
  for (let probe = 0; probe < 3; probe += 1) {
    nowMs += 1000;
    expect(await status('/readyz')).toBe(200);
  }
  nowMs += 60_000;
  await drain.begin(600_000);
});
