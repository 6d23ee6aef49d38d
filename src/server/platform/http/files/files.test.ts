import fastify, { type FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLocalStore } from '../../storage/local.ts';
import { createLinkSigner, type LinkedFile } from '../../storage/signed-links.ts';
import type { ObjectStore } from '../../storage/store.ts';
import { filesRoutes } from './files.ts';

const bytes = Buffer.from('0123456789');
const start = new Date('2026-11-21T02:00:00Z');
let now = start;
const links = createLinkSigner(randomBytes(32), () => now);
let root: string;
let store: ObjectStore;
let app: FastifyInstance;
let file: LinkedFile;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'files-'));
  store = await createLocalStore(root);
  app = fastify();
  await filesRoutes(app, { store, links, stillHolds: async () => true, isFaulty: async () => false });
  const { sha256 } = await store.put(Readable.from([bytes]), { maxBytes: 100 });
  file = { sha256, name: '身份证.jpg', mediaType: 'image/jpeg', disposition: 'inline' };
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true, force: true });
});
beforeEach(() => {
  now = start;
});

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => app.inject({ method, url, headers });

describe('a signed link over HTTP', () => {
  it('gives the file, inert in the browser', async () => {
    const reply = await get(links.sign(file, 600));
    expect([reply.statusCode, reply.rawPayload]).toEqual([200, bytes]);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '10',
      'accept-ranges': 'bytes',
      etag: `"${file.sha256}"`,
      'cache-control': 'private, max-age=600',
      'content-disposition': `inline; filename="___.jpg"; filename*=UTF-8''%E8%BA%AB%E4%BB%BD%E8%AF%81.jpg`,
      'x-content-type-options': 'nosniff',
    });
    expect(reply.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none';/);
  });

  it('answers HEAD as GET, without the bytes', async () => {
    const url = links.sign(file);
    const [head, whole] = [await get(url, {}, 'HEAD'), await get(url)];
    expect(head.rawPayload.length).toBe(0);
    expect({ ...head.headers, date: '' }).toEqual({ ...whole.headers, date: '' });
    expect((await get(url, { range: 'bytes=2-3' }, 'HEAD')).headers['content-length']).toBe('2');
  });

  it.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['Bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=8-9999999999999999999999', 206, '89', 'bytes 8-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=4-2', 200, '0123456789', undefined],
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
    ['lines=0-1', 200, '0123456789', undefined],
    ['bytes=-', 200, '0123456789', undefined],
    ['bytes=a-b', 200, '0123456789', undefined],
  ])('answers %s with %i', async (range, status, body, contentRange) => {
    const reply = await get(links.sign(file), { range });
    expect([reply.statusCode, reply.body, reply.headers['content-range']]).toEqual([status, body, contentRange]);
    expect(reply.headers['content-length']).toBe(String(body.length));
  });

  it('goes on with a part only when it is still the same file', async () => {
    const url = links.sign(file);
    expect((await get(url, { range: 'bytes=2-4', 'if-range': `"${file.sha256}"` })).statusCode).toBe(206);
    expect((await get(url, { range: 'bytes=2-4', 'if-range': '"another"' })).body).toBe('0123456789');
  });

  it('does not send again what the browser has', async () => {
    const reply = await get(links.sign(file), { 'if-none-match': `"${file.sha256}"` });
    expect([reply.statusCode, reply.body]).toEqual([304, '']);
  });

  it('opens a file with the longest name', async () => {
    const reply = await get(links.sign({ ...file, name: `${'长'.repeat(300)}.jpg`, disposition: 'attachment' }));
    expect([reply.statusCode, reply.body]).toEqual([200, '0123456789']);
    expect(reply.headers['content-disposition']).toMatch(/^attachment; .*\.jpg$/);
  });

  it('gives the empty file', async () => {
    const { sha256 } = await store.put(Readable.from([]), { maxBytes: 0 });
    const reply = await get(links.sign({ ...file, sha256 }));
    expect([reply.statusCode, reply.body, reply.headers['content-length']]).toEqual([200, '', '0']);
  });
});

describe('a link that opens nothing', () => {
  const refusal = { code: 404, message: '链接无效或已过期', msg: '链接无效或已过期', data: null };

  it.each([
    '/files/',
    '/files/x',
    '/files/x/y',
    '/files/a.b/c',
    '/files/..%2f..%2fetc/passwd',
    '/files/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/files//etc/passwd',
    '/files/%00',
    `/files/${'a'.repeat(3000)}/x`,
  ])('is refused: %s', async (path) => {
    const reply = await get(path);
    expect([reply.statusCode, reply.json()]).toEqual([404, refusal]);
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
  });

  it('is refused when it is over', async () => {
    const url = links.sign(file, 60);
    now = new Date(start.getTime() + 60_000);
    expect((await get(url)).json()).toEqual(refusal);
  });

  it('is refused when its file is not there', async () => {
    const reply = await get(links.sign({ ...file, sha256: '0'.repeat(64) }));
    expect([reply.statusCode, reply.json()]).toEqual([404, refusal]);
  });

  it('is refused whole when its file goes while it is being opened', async () => {
    const vanishing: ObjectStore = { ...store, stat: async () => ({ sizeBytes: 10 }) };
    const other = fastify();
    await filesRoutes(other, { store: vanishing, links, stillHolds: async () => true, isFaulty: async () => false });
    const reply = await other.inject({ url: links.sign({ ...file, sha256: '0'.repeat(64) }) });
    expect([reply.statusCode, reply.json()]).toEqual([404, refusal]);
    expect(reply.headers).not.toHaveProperty('content-disposition');
    expect(reply.headers['content-length']).toBe(String(Buffer.byteLength(JSON.stringify(refusal))));
    await other.close();
  });
});

describe('a file from a store that', () => {
  /** Starts an app whose store has this `open`. @returns a link to the file. */
  async function served(open: ObjectStore['open']): Promise<{ url: string; close: () => Promise<unknown> }> {
    const other = fastify({ forceCloseConnections: true });
    await filesRoutes(other, { store: { ...store, open }, links, stillHolds: async () => true, isFaulty: async () => false });
    const address = await other.listen({ port: 0, host: '127.0.0.1' });
    return { url: `${address}${links.sign(file, 600)}`, close: () => other.close() };
  }
  /** A stream that delivers `first` and then waits for `goOn`. */
  function slowly(first: Buffer): { stream: Readable; goOn: (rest: Buffer | Error) => void } {
    const stream = new Readable({ read: () => undefined });
    stream.push(first);
    return { stream, goOn: (rest) => void (rest instanceof Error ? stream.destroy(rest) : (stream.push(rest), stream.push(null))) };
  }

  it('is late comes whole, and keeps nobody else waiting', async () => {
    const late = slowly(bytes.subarray(0, 3));
    const { url, close } = await served(async () => ({ stream: late.stream, sizeBytes: bytes.length }));
    const reply = await fetch(url);
    expect((await fetch(url, { method: 'HEAD' })).headers.get('content-length')).toBe('10');
    late.goOn(bytes.subarray(3));
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(bytes);
    await close();
  });

  it('fails is no file that is missing, and says nothing of why', async () => {
    const { url, close } = await served(() => Promise.reject(new Error('EIO: i/o error, open /secret/place')));
    const reply = await fetch(url);
    expect([reply.status, await reply.text()]).toEqual([500, expect.not.stringMatching(/EIO|secret/)]);
    await close();
  });

  it('breaks off in the middle is not passed off as a whole one', async () => {
    const broken = slowly(bytes.subarray(0, 3));
    const { url, close } = await served(async () => ({ stream: broken.stream, sizeBytes: bytes.length }));
    const reply = await fetch(url);
    broken.goOn(new Error('EIO: i/o error, read'));
    await expect(reply.arrayBuffer()).rejects.toThrow();
    await close();
  });

  it('says nothing any more is let go of when the browser leaves', async () => {
    const { stream } = slowly(bytes.subarray(0, 3));
    const { url, close } = await served(async () => ({ stream, sizeBytes: bytes.length }));
    const leaving = new AbortController();
    await fetch(url, { signal: leaving.signal });
    leaving.abort();
    await expect.poll(() => stream.destroyed).toBe(true);
    await close();
  });
});
