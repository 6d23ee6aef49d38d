import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { NotaryClient } from '../client.ts';
import { sha256Hex } from './signature.ts';

interface Seen {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}
type Behaviour = (response: ServerResponse, seen: Seen) => void;

const servers: { close(): void; closeAllConnections(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server that answers each request with the next behaviour, and repeats the last one. */
async function officeOf(...behaviours: Behaviour[]) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => Buffer.alloc(0));
    seen.push({ method: request.method ?? '', target: request.url ?? '', headers: request.headers, body });
    (behaviours[seen.length - 1] ?? behaviours.at(-1))?.(response, seen.at(-1) ?? fail());
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return { seen, baseUrl, client: new NotaryClient({ baseUrl, appId: 'app', securityKey: 'key', retryForMs: 20_000 }) };
}
const fail = (): never => {
  throw new Error('nothing was seen');
};
const answer =
  (value: unknown): Behaviour =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
const refuse =
  (status: number, code: string, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end(JSON.stringify({ error: { code, message: 'because' } }));
const hangUp: Behaviour = (response) => void response.destroy();
const order = { user_id: '1', points: 5 };

it('repeats a creating call with the same unique_id and another nonce, whatever broke', async () => {
  const { seen, client } = await officeOf(
    hangUp,
    refuse(503, 'unavailable'),
    refuse(500, 'fault'),
    answer({ order_no: 'r', money: '5.00' }),
  );
  expect(await client.createRecharge(order)).toEqual({ order_no: 'r', money: '5.00' });
  const ids = seen.map(({ body }) => (JSON.parse(body.toString()) as { unique_id: string }).unique_id);
  expect([ids.length, new Set(ids).size]).toEqual([4, 1]);
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(seen.map(({ headers }) => headers['x-nonce'])).size).toBe(4);
});

it('does not repeat what would be done twice, nor what was refused', async () => {
  const withdrawn = await officeOf(hangUp);
  await expect(withdrawn.client.withdrawNotarization({ orderId: '7' })).rejects.toMatchObject({
    name: 'NotaryUnreachable',
    isUnsent: false,
  });
  expect(withdrawn.seen).toMatchObject([{ method: 'POST', target: '/open/v1/notarizations/7/withdraw' }]);
  const poor = await officeOf(refuse(402, 'points'));
  await expect(poor.client.createRecharge(order)).rejects.toMatchObject({
    name: 'NotaryRefusal',
    status: 402,
    code: 'points',
    message: 'because',
  });
  expect(poor.seen).toHaveLength(1);
});

it('comes again no earlier than it is told to, also with a call that is not repeated otherwise', async () => {
  const { seen, client } = await officeOf(refuse(429, 'rate', { 'retry-after': '1' }), answer({ orderId: '7' }));
  const startMs = performance.now();
  await client.withdrawNotarization({ orderId: '7' });
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(990);
  expect(seen).toHaveLength(2);
});

it('sends a file from its beginning again, and hashes it on the way', async () => {
  const file = Buffer.from('内容'.repeat(1000));
  const kept = answer({ baoquan: 'B', sha256: sha256Hex(file), saveTime: 't' });
  const { seen, client } = await officeOf(hangUp, kept);
  const sent: number[] = [];
  const input = { user_id: '1', title: '甲"乙"', file: { content: file, name: '名 "a"\r\n.txt' } };
  expect(await client.createEvidence(input, { onProgress: (bytes) => sent.push(bytes) })).toMatchObject({ baoquan: 'B' });
  expect(seen).toHaveLength(2);
  expect(seen[1]?.headers).toMatchObject({ 'x-content-sha256': 'UNSIGNED-PAYLOAD', 'content-length': String(seen[1]?.body.length) });
  expect(seen[1]?.body.toString()).toContain('filename="名 %22a%22%0D%0A.txt"\r\nContent-Type: text/plain\r\n\r\n内容');
  expect(sent).toEqual([0, file.length, 0, file.length]);

  const other = await officeOf(answer({ baoquan: 'B', sha256: sha256Hex('other'), saveTime: 't' }));
  await expect(other.client.createEvidence(input)).rejects.toThrow('another hash');
});

it('sends a stream once, and tells what its source threw', async () => {
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a');
  }
  const once = await officeOf(hangUp);
  await expect(once.client.createEvidence({ user_id: '1', title: 't', file: stream() })).rejects.toMatchObject({
    name: 'NotaryUnreachable',
  });
  expect(once.seen).toHaveLength(1);
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a');
    throw new Error('the disk is gone');
  }
  const { client } = await officeOf(answer({}));
  await expect(client.createEvidence({ user_id: '1', title: 't', file: broken() })).rejects.toThrow('the disk is gone');
});

it('reads queries that repeat, encodes what stands in paths, and tells of missing and unknown fields before anything is sent', async () => {
  const { seen, client } = await officeOf(answer({ list: [], next: null }));
  await client.listEvents({ type: ['evidence.*', 'order.paid'], limit: 3 });
  await client.getCapture({ baoquan_no: 'a/b 中' });
  expect(seen.map(({ target }) => target)).toEqual([
    '/open/v1/events?type=evidence.*&type=order.paid&limit=3',
    '/open/v1/captures/a%2Fb%20%E4%B8%AD',
  ]);
  await expect(client.getCapture({ baoquan_no: '' })).rejects.toThrow('baoquan_no: is missing');
  await expect(client.getMe({ name: 'x' } as never)).rejects.toThrow('name: is no field of this call');
  expect(seen).toHaveLength(2);
});

it('reads a refusal that comes before the end of a large body', async () => {
  const server = createServer(
    (_request, response) => void response.writeHead(401).end('{"error":{"code":"signature","message":"X-App-Id: unknown"}}'),
  );
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const address = server.address();
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const client = new NotaryClient({ baseUrl, appId: 'app', securityKey: 'key' });
  const call = client.createEvidence({ user_id: '1', title: 't', file: new Uint8Array(30_000_000) });
  await expect(call).rejects.toMatchObject({ status: 401, code: 'signature' });
});

it('ends at once when it is cancelled', async () => {
  const { client } = await officeOf(() => undefined);
  const stop = new AbortController();
  const call = client.getMe({}, { signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
});

it.each(['notary.example', 'ftp://notary.example', 'https://notary.example/open/v1'])(
  'refuses %s as the address of a server',
  (baseUrl) => {
    expect(() => new NotaryClient({ baseUrl, appId: 'a', securityKey: 'k' })).toThrow('baseUrl');
  },
);

it('waits for a silent server as long as a call asks for, where that is longer than its own patience', async () => {
  const late: Behaviour = (response) => void setTimeout(() => response.end('{"user_id":null}'), 400);
  const { baseUrl } = await officeOf(late);
  const client = new NotaryClient({ baseUrl, appId: 'app', securityKey: 'key', retryForMs: 0, idleMs: 20 });
  await expect(client.getMe()).rejects.toThrow('nothing came for 20 ms');
  expect(await client.getMe({}, { silentForMs: 60_000 })).toEqual({ user_id: null });
});
