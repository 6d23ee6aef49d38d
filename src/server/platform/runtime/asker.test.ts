import fastify from 'fastify';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { HeavyQueryQueue } from '../../desk/lists/sharing/heavy-query-queue.ts';
import { Singleflight } from '../../desk/lists/sharing/singleflight.ts';
import { keptAnswers } from '../http/kept-answers.ts';
import { askedBy, CallerLeft, evenIfCallerLeaves, turnOf } from './asker.ts';
import { createInTurn } from './in-turn.ts';

type Work = () => Promise<unknown>;
const ends: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(ends.splice(0).map((end) => end())));

/** A server that runs each call's work as asked for by it. */
async function servedWork(workOf: (name: string) => unknown) {
  const app = fastify({ forceCloseConnections: true });
  const failed: unknown[] = [];
  app.get<{ Params: { name: string } }>('/:name', async ({ params }, reply) =>
    askedBy('client', reply, async () => workOf(params.name)).catch((error: unknown) => {
      failed.push(error);
      throw error;
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  ends.push(() => app.close());
  const { port } = app.server.address() as { port: number };
  /** Calls and, as soon as it is wanted, leaves. */
  const call = (name: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`GET /${name} HTTP/1.1\r\nhost: a\r\n\r\n`);
    return () => socket.destroy();
  };
  return { call, failed };
}

/** Work that lasts until it is told to end. */
function work() {
  const begun: string[] = [];
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (end = resolve));
  const begin =
    (name: string): Work =>
    async () => {
      begun.push(name);
      await over;
    };
  return { begun, begin, end: () => end() };
}

it.each([
  [
    'a limited queue',
    (inTurn = createInTurn({ most: 1 })) =>
      (name: string, begin: Work) =>
        inTurn(name, begin),
  ],
  [
    'the heavy-query queue',
    (queue = new HeavyQueryQueue(1)) =>
      (name: string, begin: Work) =>
        queue.run(name, begin),
  ],
] as const)('takes what waits in %s for a caller who has left out of it, and only that', async (_queue, makeQueue) => {
  const run = makeQueue();
  const { begun, begin, end } = work();
  const { call, failed } = await servedWork((name) => run(name, begin(name)));
  const leaveFirst = call('first');
  await expect.poll(() => begun).toEqual(['first']);
  const leaveSecond = call('second');
  await new Promise((resolve) => setTimeout(resolve, 50));
  call('third');
  await new Promise((resolve) => setTimeout(resolve, 50));
  leaveSecond();
  await expect.poll(() => failed).toEqual([expect.any(CallerLeft)]);
  // What has begun goes on.
  leaveFirst();
  await new Promise((resolve) => setTimeout(resolve, 50));
  end();
  await expect.poll(() => begun).toEqual(['first', 'third']);
  expect(failed).toHaveLength(1);
});

it('does not begin what a caller asks for who has left before', async () => {
  const { begun, begin, end } = work();
  const inTurn = createInTurn({});
  let proceed: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (proceed = resolve));
  const { call, failed } = await servedWork(async () => {
    await gone;
    await inTurn('late', begin('late'));
  });
  const leave = call('late');
  await new Promise((resolve) => setTimeout(resolve, 50));
  leave();
  await new Promise((resolve) => setTimeout(resolve, 50));
  proceed();
  await expect.poll(() => failed).toEqual([expect.any(CallerLeft)]);
  expect(begun).toEqual([]);
  end();
});

it.each([
  [
    'an answer that is kept',
    (kept = keptAnswers<unknown>({ keptMs: 1000 })) =>
      (make: Work) =>
        kept.get('key', make),
  ],
  [
    'a read that is shared',
    (shared = new Singleflight(1)) =>
      (make: Work) =>
        shared.read('key', make),
  ],
  ['what is made ahead', () => (make: Work) => evenIfCallerLeaves(make)],
] as const)('makes %s although its first caller left', async (_what, makeShared) => {
  const share = makeShared();
  const { begun, begin, end } = work();
  const inTurn = createInTurn({ most: 1 });
  const { call, failed } = await servedWork((name) =>
    name === 'first' ? inTurn('a', begin('first')) : share(() => inTurn('b', begin('shared'))),
  );
  call('first');
  await expect.poll(() => begun).toEqual(['first']);
  const leave = call('shared');
  await new Promise((resolve) => setTimeout(resolve, 50));
  leave();
  await new Promise((resolve) => setTimeout(resolve, 50));
  end();
  await expect.poll(() => begun).toEqual(['first', 'shared']);
  expect(failed).toEqual([]);
});

it('knows whose turn it is: of who calls, for a user, and else the user’s own', async () => {
  const turns: unknown[] = [];
  const { call } = await servedWork(() =>
    turns.push(
      turnOf('7'),
      evenIfCallerLeaves(() => turnOf('8')),
    ),
  );
  call('any');
  await expect.poll(() => turns).toHaveLength(2);
  expect([...turns, turnOf('7')]).toEqual([
    { asker: 'client', user: '7' },
    { asker: 'client', user: '8' },
    { asker: '7', user: '7' },
  ]);
});
