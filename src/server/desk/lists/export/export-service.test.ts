import fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { answerErrors } from '../../../platform/http/errors.ts';
import { createExportService, type ExportRules } from './export-service.ts';
import { refuse } from '../../../platform/http/refusal.ts';

const mebibyte = 1_048_576;
/** More than a connection's buffers hold. */
const large = 32 * mebibyte;
const apps: FastifyInstance[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const app of apps.splice(0)) {
    app.server.closeAllConnections();
    await app.close();
  }
});

it('lets a third operator have his export while two read nothing of theirs', async () => {
  const { ask, stall, made } = await desk({ spoolBytes: 2 * large });
  await stall('a');
  await stall('b');
  await expect.poll(made, patience).toBe(2);
  const third = await ask('c');
  expect((await third.arrayBuffer()).byteLength).toBe(large);
});

it('drops a reader who takes nothing, and refuses in words meanwhile where no connection is free', async () => {
  const { ask, stall } = await desk({ spoolBytes: mebibyte, waitMs: 50, stallMs: 5000 });
  const dropped = [await stall('a'), await stall('b')].map((socket) => once(socket, 'close'));
  expect(await (await ask('c')).json()).toMatchObject({ code: 403, message: 'failed', data: { msg: '系统繁忙，请稍后再试' } });
  await expect.poll(async () => (await ask('c')).headers.get('content-type'), patience).toBe('text/x-test');
  for (const socket of sockets) socket.resume();
  await Promise.all(dropped);
});

it('sends an operator one export at a time, and others go on', async () => {
  const { ask, stall } = await desk({ spoolBytes: 2 * large });
  const first = await stall('a');
  expect(await (await ask('a')).json()).toMatchObject({
    code: 403,
    message: 'failed',
    data: { msg: '您有一个导出正在进行，请等它完成后再试' },
  });
  expect((await (await ask('b')).arrayBuffer()).byteLength).toBe(large);
  first.destroy();
  await expect.poll(async () => (await ask('a')).headers.get('content-type'), patience).toBe('text/x-test');
});

it('answers what keeps an export from being made as any other call, and has its place free again', async () => {
  const { ask } = await desk({ waitMs: 50 });
  for (let i = 0; i < 4; i += 1) expect(await (await ask('refused')).json()).toMatchObject({ code: 403, data: { msg: '不行' } });
  for (let i = 0; i < 4; i += 1) expect((await (await ask('a')).arrayBuffer()).byteLength).toBe(large);
});

const patience = { timeout: 120_000 };

/** An app whose exports have `large` bytes; the path names the operator. */
async function desk(rules: Partial<ExportRules>) {
  const app = fastify();
  apps.push(app);
  answerErrors(app);
  const exports = createExportService({ waitMs: 10_000, stallMs: 60_000, spoolBytes: mebibyte, ...rules });
  let whole = 0;
  app.get<{ Params: { by: string } }>('/:by', (request, reply) =>
    exports.send(reply, request.params.by, async () => {
      if (request.params.by === 'refused') throw refuse('不行');
      const body = Readable.from(
        (function* () {
          for (let at = 0; at < large; at += 65_536) yield Buffer.alloc(65_536, 1);
          whole += 1;
        })(),
      );
      return { name: 'a.bin', mediaType: 'text/x-test', open: () => body };
    }),
  );
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    /** The number of exports that were written completely. */
    made: () => whole,
    ask: (by: string) => fetch(`${address}/${by}`),
    /** Requests an export, reads the beginning of the answer and then stops reading. */
    async stall(by: string): Promise<Socket> {
      const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined);
      sockets.push(socket);
      socket.write(`GET /${by} HTTP/1.1\r\nHost: a\r\n\r\n`);
      await once(socket, 'data');
      return socket.pause();
    },
  };
}
