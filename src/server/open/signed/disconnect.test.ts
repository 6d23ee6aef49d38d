import fastify from 'fastify';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { watchDisconnect } from './mount.ts';

/** An app whose calls wait until their signal is aborted. */
async function waitingApp() {
  const app = fastify();
  const leavingOf = watchDisconnect(app);
  const ended: string[] = [];
  app.get('/:name', async (request, reply) => {
    const leaving = leavingOf(reply);
    if (!leaving.aborted) await once(leaving, 'abort');
    ended.push(request.url);
    return 'over';
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, address, ended };
}

it('a call that waits ends when its client leaves', async () => {
  const { app, address, ended } = await waitingApp();
  const client = new AbortController();
  const answer = fetch(`${address}/one`, { signal: client.signal });
  await once(app.server, 'request');
  client.abort();
  await expect(answer).rejects.toThrow('aborted');
  await expect.poll(() => ended).toEqual(['/one']);
  await app.close();
});

it('all calls that wait are answered when the server stops', async () => {
  const { app, address, ended } = await waitingApp();
  const answers = [fetch(`${address}/one`), fetch(`${address}/two`)];
  await once(app.server, 'request');
  await expect.poll(() => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))).toBe(2);
  await app.close();
  const texts = await Promise.all(answers.map(async (answer) => (await answer).text()));
  expect(texts).toHaveLength(2);
  expect(ended).toContain('/one');
});
