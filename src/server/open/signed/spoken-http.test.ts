import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { uid } from '../../../../test/installation/factories/evidence.ts';
import { media } from '../../../../test/installation/factories/media.ts';
import { recordingMaker } from '../../../../test/installation/factories/recordings.ts';
import { listening, rawUpload } from '../../../../test/installation/raw-upload.ts';

// The open API takes HTTP as clients and proxies speak it.

const installation = testApp();
const recordings = recordingMaker(installation);
const make = recordings.evidence;
let port = 0;
beforeAll(async () => {
  await make.open();
  port = await listening(installation.app);
});
type Method = 'GET' | 'POST' | 'HEAD' | 'PATCH' | 'DELETE';
const inject = (method: Method, url: string, headers: Record<string, string>, payload?: Buffer | string) =>
  installation.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
const register = () =>
  JSON.stringify({
    unique_id: uid(),
    type: 1,
    mobile: `1${String(Date.now() + Math.random() * 1e9)
      .slice(-10)
      .replace('.', '1')}`,
    name: '某人',
  });

describe('an upload behind a proxy that knows no PATCH', () => {
  const tus = { 'tus-resumable': '1.0.0' };
  async function begun() {
    const file = media.ofBytes(50_000);
    return { file, ...(await recordings.begun(await make.user('personal', 20), file)) };
  }
  const overridden = (
    url: string,
    signedAs: Method,
    as: string,
    body: Buffer,
    more: Record<string, string> = {},
  ): Record<string, string> => ({
    ...make.client().headersOf({ method: signedAs, path: url, body }),
    ...tus,
    'x-http-method-override': as,
    ...more,
  });

  it.each<[signedAs: Method, as: string]>([
    ['PATCH', 'PATCH'],
    ['POST', 'PATCH'],
    ['PATCH', 'patch'],
    ['PATCH', ' Patch '],
  ])('sends a chunk as POST, signed as %s, with X-HTTP-Method-Override: %j', async (signedAs, as) => {
    const { file, url } = await begun();
    const headers = overridden(url, signedAs, as, file, {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'upload-length': String(file.length),
    });
    const reply = await inject('POST', url, headers, file);
    expect([reply.statusCode, reply.headers['upload-offset']]).toEqual([204, String(file.length)]);
  });

  it('asks for its place by a POST, and by the same chunk with another key nothing is taken', async () => {
    const { file, url } = await begun();
    const head = await inject('POST', url, overridden(url, 'HEAD', 'HEAD', Buffer.alloc(0)));
    expect([head.statusCode, head.headers['upload-offset'], head.body]).toEqual([200, '0', '']);
    const forged = overridden(url, 'PATCH', 'PATCH', file, { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' });
    forged['x-signature'] = '0'.repeat(64);
    expect((await inject('POST', url, forged, file)).statusCode).toBe(401);
  });

  it.each(['DELETE', 'FOO', 'GET', ''])('is 405 for the override %j, which no upload has', async (as) => {
    const { url } = await begun();
    const reply = await inject('POST', url, overridden(url, 'POST', as, Buffer.alloc(0)));
    expect([reply.statusCode, reply.headers['allow']]).toEqual([405, 'HEAD, OPTIONS, PATCH']);
  });

  it('overrides no other call', async () => {
    const headers = make.client().headersOf({ method: 'POST', path: '/open/v1/captures/abc', body: '' });
    const reply = await inject('POST', '/open/v1/captures/abc', { ...headers, 'x-http-method-override': 'DELETE' });
    expect(reply.statusCode).toBe(405);
  });

  it.each(['application/offset+octet-stream; charset=utf-8', 'Application/Offset+Octet-Stream'])(
    'takes a chunk of type %s',
    async (type) => {
      const { file, url } = await begun();
      const headers = { ...recordings.patchHeaders(url, 0, file), 'content-type': type };
      expect((await inject('PATCH', url, headers, file)).statusCode).toBe(204);
    },
  );
});

describe('a target in absolute form', () => {
  it.each([
    ['http', 'notary.example'],
    ['HTTP', 'notary.example:8080'],
    ['https', '[::1]:8080'],
  ])('%s://%s is taken as its path, which is what is signed', async (scheme, host) => {
    const body = register();
    const headers = make.client().headersOf({ method: 'POST', path: '/open/v1/users', body, contentType: 'application/json' });
    const call = await rawUpload(
      port,
      'POST',
      `${scheme}://${host}/open/v1/users`,
      { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
      body,
    );
    expect(await call.closed).toMatch(/^HTTP\/1\.1 200 [^]*"user_id"/);
  });

  it.each([
    ['/healthz', 200],
    ['/healthz?x=1', 200],
    ['', 200],
    ['?x=1', 200],
    ['/api/nothing', 404],
    ['/open/v1/%zz', 404],
  ])('http://notary.example%s is answered as its path', async (path, status) => {
    const call = await rawUpload(port, 'GET', `http://notary.example${path}`, { connection: 'close' });
    const expected = path === '' || path.startsWith('?') ? 404 : status;
    expect(await call.status).toBe(expected);
  });
});

describe('a POST without a body', () => {
  it.each([
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'application/octet-stream',
    'nonsense',
  ])('may have the type %s where the call needs none', async (type) => {
    const path = '/open/v1/notarizations/1/withdraw';
    for (const length of [{}, { 'content-length': '0' }] as Record<string, string>[]) {
      const headers = { ...make.client().headersOf({ method: 'POST', path }), 'content-type': type, ...length };
      const reply = await inject('POST', path, headers);
      expect([reply.statusCode, reply.json()]).toMatchObject([404, { error: { code: 'unknown' } }]);
    }
    const path2 = '/open/v1/captures/ABC';
    const headers = { ...make.client().headersOf({ method: 'DELETE', path: path2 }), 'content-type': type };
    expect((await inject('DELETE', path2, headers)).statusCode).toBe(404);
  });

  it.each([
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=b',
    'application/x-www-form-urlencoded',
    'nonsense',
    undefined,
  ])('may be sent in chunks of which there is none, with the type %s', async (type) => {
    const path = '/open/v1/notarizations/1/withdraw';
    const typed = { 'transfer-encoding': 'chunked', ...(type !== undefined && { 'content-type': type }) };
    for (const end of ['at once', 'later']) {
      const headers = { ...make.client().headersOf({ method: 'POST', path }), ...typed };
      const call = await rawUpload(port, 'POST', path, headers, end === 'at once' ? '0\r\n\r\n' : '');
      if (end === 'later') await call.write('0\r\nTrailer: x\r\n\r\n');
      expect(await call.status).toBe(404);
      // The connection serves the next request.
      await call.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
      expect(await call.closed).toMatch(/^HTTP\/1\.1 404 [^]*"unknown"[^]*HTTP\/1\.1 200 /);
    }
    const { token } = await installation.signIn('admin@example.com');
    const list = '/api/invoice/invoiceList';
    const call = await rawUpload(port, 'POST', list, { authorization: `Bearer ${token}`, connection: 'close', ...typed }, '0\r\n\r\n');
    expect(await call.closed).toMatch(/"code":200/);
  });

  it('that has bytes after all is read whole', async () => {
    const body = register();
    const headers = make.client().headersOf({ method: 'POST', path: '/open/v1/users', body, contentType: 'application/json' });
    const call = await rawUpload(port, 'POST', '/open/v1/users', { ...headers, 'transfer-encoding': 'chunked', connection: 'close' });
    for (const part of [body.slice(0, 10), body.slice(10)]) await call.write(`${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`);
    await call.write('0\r\n\r\n');
    expect(await call.closed).toMatch(/^HTTP\/1\.1 200 [^]*"user_id"/);
  });

  it('is told which field is missing where the call needs one', async () => {
    const headers = { ...make.client().headersOf({ method: 'POST', path: '/open/v1/users' }), 'content-type': 'application/json' };
    const reply = await inject('POST', '/open/v1/users', headers);
    expect([reply.statusCode, reply.json()]).toMatchObject([
      400,
      { error: { code: 'malformed', message: expect.stringContaining('unique_id') } },
    ]);
  });

  it('is taken by the console, too', async () => {
    const { token } = await installation.signIn('admin@example.com');
    const reply = await inject('POST', '/api/invoice/invoiceList', {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    });
    expect(reply.json()).toMatchObject({ code: 200 });
  });
});

describe('415', () => {
  const ask = (path: string, type: string, payload: Buffer | string, more: Record<string, string> = {}, method: Method = 'POST') =>
    inject(method, path, { ...make.client().headersOf({ method, path, body: payload }), 'content-type': type, ...more }, payload);

  it.each(['gzip', 'GZIP', 'deflate', 'br', 'zstd', 'gzip, identity'])('says that a body in %s is not accepted', async (encoding) => {
    const reply = await ask('/open/v1/users', 'application/json', gzipSync(register()), { 'content-encoding': encoding });
    expect([reply.statusCode, reply.headers['accept-encoding']]).toEqual([415, 'identity']);
    expect(reply.json()).toEqual({
      error: { code: 'type', message: `Content-Encoding: ${encoding.toLowerCase()} is not accepted; send the body as it is` },
    });
    const login = await inject(
      'POST',
      '/api/login/login',
      { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': encoding },
      'x',
    );
    expect(login.json()).toMatchObject({ code: 415, message: `请求内容不能压缩（${encoding.toLowerCase()}），请发送原文` });
  });

  // RFC 9112, 6.1: a transfer coding other than chunked. Node itself refuses one whose end it cannot know.
  it.each(['gzip', 'gzip, chunked', 'deflate, chunked', 'x-other'])(
    'says that a body transferred as %s is not accepted',
    async (coding) => {
      for (const path of ['/open/v1/users', '/open/v1/verify', '/api/login/login']) {
        const socket = connect(port, '127.0.0.1').setEncoding('utf8');
        const head = [`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Type: application/json', `Transfer-Encoding: ${coding}`, '', ''];
        socket.write(`${head.join('\r\n')}1\r\nx\r\n0\r\n\r\n`);
        const said = (await socket.toArray()).join('');
        expect(said).toMatch(/^HTTP\/1\.1 40[05] /);
        const words = `Transfer-Encoding: ${coding} is not accepted|传输编码不支持（${coding}）`;
        if (path !== '/open/v1/verify') expect(said).toMatch(new RegExp(words));
      }
    },
  );

  it('does not mind identity', async () => {
    expect((await ask('/open/v1/users', 'application/json', register(), { 'content-encoding': 'identity' })).statusCode).toBe(200);
  });

  it.each([
    ['/open/v1/users', 'text/plain', 'application/json is expected'],
    ['/open/v1/users', 'multipart/form-data; boundary=b', 'application/json is expected'],
    ['/open/v1/users', 'application/x-www-form-urlencoded', 'application/json is expected'],
    ['/open/v1/evidence', 'application/json', 'multipart/form-data is expected'],
    ['/open/v1/evidence', 'application/octet-stream', 'multipart/form-data is expected'],
    ['/open/v1/users/1/verification', 'text/plain', 'multipart/form-data is expected'],
    ['/open/v1/payments', 'text/plain', 'application/json or multipart/form-data is expected'],
  ])('names what %s expects instead of %s', async (path, type, message) => {
    const reply = await ask(
      path,
      type,
      type.startsWith('multipart') ? '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n' : '{}',
    );
    expect([reply.statusCode, reply.json()]).toEqual([415, { error: { code: 'type', message } }]);
  });

  it.each(['application/octet-stream', 'application/json', 'multipart/form-data; boundary=b', 'video/mp4'])(
    'names what a chunk is, sent as %s',
    async (type) => {
      const { url } = await recordings.begun(await make.user('personal', 20), randomBytes(10));
      const more = { 'tus-resumable': '1.0.0', 'upload-offset': '0' };
      const reply = await ask(url, type, 'not JSON', more, 'PATCH');
      expect([reply.statusCode, reply.json()]).toEqual([
        415,
        { error: { code: 'type', message: 'application/offset+octet-stream is expected' } },
      ]);
    },
  );
});
