import fastify from 'fastify';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { onClosed } from './on-closed.ts';

/** An app that listens to the end of a call before or after its connection has closed. */
async function watchedApp(waitForClose: boolean) {
  const app = fastify();
  const ended: string[] = [];
  app.get('/', async (request, reply) => {
    if (waitForClose) await once(reply.raw, 'close');
    onClosed(reply, () => ended.push(request.id));
    return 'over';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  return { app, ended, port: typeof address === 'object' && address ? address.port : 0 };
}

it('an answered call has ended, once', async () => {
  const { app, ended, port } = await watchedApp(false);
  await (await fetch(`http://127.0.0.1:${port}/`)).text();
  await expect.poll(() => ended).toHaveLength(1);
  await app.close();
  expect(ended).toHaveLength(1);
});

it('a call whose connection closed before anybody listened has ended, too', async () => {
  const { app, ended, port } = await watchedApp(true);
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(app.server, 'request');
  socket.resetAndDestroy();
  await expect.poll(() => ended).toHaveLength(1);
  await app.close();
});
