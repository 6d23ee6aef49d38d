import fastify from 'fastify';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { closeConnectionsWhenClosing } from './close-connections.ts';

/** Longer than any machine needs for a close, shorter than Node waits for a connection without a request. */
const soonMs = 15_000;

it('closes a connection on which nothing was sent, and one that is busy after its answer', async () => {
  const app = fastify({ forceCloseConnections: 'idle' });
  closeConnectionsWhenClosing(app);
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  app.get('/slow', async () => {
    await answered;
    return 'done';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;

  const silent = connect(port, '127.0.0.1').resume();
  await once(app.server, 'connection');
  const busy = connect(port, '127.0.0.1');
  busy.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(app.server, 'request');

  const silentEnded = once(silent, 'close').then(() => 'closed');
  const closed = app.close().then(() => 'closed');
  const timer = new Promise((resolve) => setTimeout(resolve, soonMs, 'still open').unref());
  expect(await Promise.race([silentEnded, timer])).toBe('closed');
  answer();
  const [reply] = (await once(busy, 'data')) as [Buffer];
  expect(reply.toString()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close[^]*\r\n\r\ndone$/i);
  expect(await Promise.race([closed, timer])).toBe('closed');
});
