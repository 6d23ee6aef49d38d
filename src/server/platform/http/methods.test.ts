import { sql } from 'kysely';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { listening } from '../../../../test/installation/raw-upload.ts';
import { contract } from '../../../contract/console/index.ts';
import { intakeCalls, unsignedCalls } from '../../../contract/open/index.ts';

const installation = testApp();
const ask = (method: string, url: string, headers: Record<string, string> = {}) =>
  installation.app.inject({ method: method as 'GET', url, headers });
/** An address of a route, with something in the place of its parameters. */
const filled = (path: string) => path.replaceAll(/:\w+/g, 'x');

const consolePaths = methodsByPath(contract);
const openPaths = methodsByPath({ ...intakeCalls, ...unsignedCalls });
function methodsByPath(calls: Record<string, { readonly path: string; readonly method: string }>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { path, method } of Object.values(calls)) found.set(path, [...(found.get(path) ?? []), method].toSorted());
  return found;
}

it('a wrong method on any call of the console is 405 and names the right one', async () => {
  for (const [path, methods] of consolePaths)
    for (const wrong of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].filter((one) => !methods.includes(one))) {
      const reply = await ask(wrong, filled(path));
      expect([path, wrong, reply.statusCode, reply.headers['allow']]).toEqual([path, wrong, 405, methods.join(', ')]);
      if (wrong === 'GET') expect(reply.json()).toMatchObject({ code: 405, message: '请求方法不支持' });
    }
});

it('a wrong method on any open call is 405, without a signature and in the form of the open API', async () => {
  for (const [path, methods] of openPaths)
    for (const wrong of ['GET', 'PUT', 'TRACE'].filter((one) => !methods.includes(one))) {
      // An address with a parameter may also be another call's.
      const reply = await ask(wrong, filled(path));
      expect([path, wrong, reply.statusCode]).toEqual([path, wrong, 405]);
      for (const method of methods) expect(String(reply.headers['allow']).split(', ')).toContain(method);
      expect(reply.json()).toMatchObject({ error: { code: 'method' } });
    }
});

/** Every method that Node reads; it refuses others itself, and takes CONNECT apart. */
const unrouted = METHODS.filter(
  (method) => !['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'].includes(method),
);

// fastify/fastify#505: WebDAV clients and scanners ask with methods that the router does not know.
it.each(unrouted)('%s is 405 on every address there is, and 404 on others', async (method) => {
  expect(unrouted.length).toBeGreaterThan(20);
  for (const [path, methods] of [...openPaths].slice(0, 6)) {
    const reply = await ask(method, filled(path), { 'content-type': 'text/xml' });
    expect([path, reply.statusCode]).toEqual([path, 405]);
    for (const known of methods) expect(String(reply.headers['allow']).split(', ')).toContain(known);
    expect(reply.json()).toMatchObject({ error: { code: 'method', message: `${method} is not a method of this address; see Allow` } });
  }
  for (const [path, methods] of [...consolePaths].slice(0, 3)) {
    const reply = await ask(method, filled(path));
    expect([path, reply.statusCode, reply.headers['allow']]).toEqual([path, 405, methods.join(', ')]);
  }
  for (const path of ['/open/v1/nothing', '/api/nothing', '/nothing']) expect((await ask(method, path)).statusCode).toBe(404);
});

function firstLineOf(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.on('error', reject).on('close', () => resolve(text.split('\r\n', 1)[0] ?? ''));
  });
}

it('methods of others over a socket: known to Node 405, unknown 400, and the server lives', async () => {
  const port = await listening(installation.app);
  const send = (method: string, body = '') =>
    firstLineOf(port, `${method} /open/v1/me HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
  expect(await send('PROPFIND', '<propfind/>')).toBe('HTTP/1.1 405 Method Not Allowed');
  expect(await send('LOCK', '<lockinfo/>')).toBe('HTTP/1.1 405 Method Not Allowed');
  expect(await send('FOO')).toBe('HTTP/1.1 400 Bad Request');
  expect(await send('get')).toBe('HTTP/1.1 400 Bad Request');
  expect(await send('CONNECT')).not.toMatch(/ [25]\d\d /);
  expect(await send('GET')).toBe('HTTP/1.1 401 Unauthorized');
});

it.each([
  ['POST', '/healthz', 'GET, HEAD'],
  ['DELETE', '/log/checkpoint', 'GET, HEAD'],
  ['PUT', '/.well-known/notary-keys.json', 'GET, HEAD'],
  ['POST', '/s/abc', 'GET, HEAD'],
  ['POST', '/s/abc/dossier', 'GET'],
  ['POST', '/files/abc', 'GET, HEAD'],
  ['POST', '/files/batch/abc/a.zip', 'GET'],
  ['POST', '/files/package/abc/a.zip', 'GET, HEAD'],
  ['PUT', '/files/document/abc', 'GET, HEAD'],
  ['POST', '/events/presence', 'GET'],
  ['GET', '/events/presence/abc', 'POST'],
  ['POST', '/metrics', 'GET'],
  ['POST', '/open/docs', 'GET, HEAD'],
  ['POST', '/open/v1/openapi.json', 'GET, HEAD'],
  ['POST', '/open/v1/verify', 'GET, HEAD'],
  ['POST', '/open/v1/verify?number=ABC', 'GET, HEAD'],
  ['DELETE', '/open/v1/verify/ABC/proof', 'GET, HEAD'],
  ['POST', '/open/v1/versions/latest?type=1', 'GET, HEAD'],
  ['HEAD', '/open/v1/me', 'GET'],
  ['HEAD', '/open/v1/events', 'GET'],
  ['HEAD', '/open/v1/evidence/abc/package', 'GET'],
  ['GET', '/open/v1/uploads/abc', 'HEAD, OPTIONS, PATCH'],
  ['DELETE', '/open/v1/uploads/abc', 'HEAD, OPTIONS, PATCH'],
])('%s %s is 405 and names %s', async (method, path, allow) => {
  const reply = await ask(method, path);
  expect([reply.statusCode, reply.headers['allow']]).toEqual([405, allow]);
});

it.each([
  ['GET', '/api/nothing'],
  ['DELETE', '/api/nothing'],
  ['HEAD', '/api/nothing'],
  ['PUT', '/open/v1/nothing'],
])('%s %s, which is no address, stays 404', async (method, path) => {
  expect((await ask(method, path)).statusCode).toBe(404);
});

it.each([
  [`/open/v1/verify?number=${'0'.repeat(32)}`, 200],
  ['/open/v1/verify', 400],
  ['/open/v1/verify/ABC/proof', 404],
  ['/open/v1/versions/latest?type=9', 400],
  ['/open/docs/notary-client.tgz', null],
])('HEAD %s is answered as GET, without a body', async (path, status) => {
  const [head, get] = [await ask('HEAD', path), await ask('GET', path)];
  expect([head.statusCode, head.body]).toEqual([status ?? get.statusCode, '']);
  expect(head.headers['content-type']).toBe(get.headers['content-type']);
});

it.each([
  ['/open/nothing', 'described at /open/docs'],
  ['/open/v2/users', 'described at /open/docs'],
  ['/open/docs/nothing', 'described at /open/docs'],
  ['/api/docs/nothing', '开放接口的在 /open/docs'],
  ['/api/docsx', '开放接口的在 /open/docs'],
])('GET %s, which is no address, says where the calls are described', async (path, words) => {
  const reply = await ask('GET', path);
  expect([reply.statusCode, reply.body]).toEqual([404, expect.stringContaining(words)]);
});

it('HEAD never runs an act or an export, and writes nothing on the trail', async () => {
  const { token } = await installation.signIn('admin@example.com');
  const trail = async () => (await sql<{ n: string }>`select count(*) n from trail`.execute(installation.db)).rows[0]?.n;
  const before = await trail();
  for (const [path, methods] of consolePaths)
    if (methods.includes('GET')) {
      const reply = await ask('HEAD', `${filled(path)}?type=1`, { authorization: `Bearer ${token}`, cookie: `token=${token}` });
      expect([path, reply.statusCode, reply.headers['allow']]).toEqual([path, 405, methods.join(', ')]);
    }
  expect(await trail()).toBe(before);
});

it.each(['/healthz', '/open/docs', '/open/v1/openapi.json', '/api/openapi.json'])(
  'HEAD works where something public is read: %s',
  async (path) => {
    expect((await ask('HEAD', path)).statusCode).toBe(200);
  },
);

it('a fault outside the API says nothing of its cause', async () => {
  await sql`alter table log_identity rename to log_identity_away`.execute(installation.db);
  try {
    const reply = await ask('GET', '/log/log-key.txt');
    expect(reply.statusCode).toBe(500);
    expect(reply.body).not.toMatch(/relation|log_identity|select/);
  } finally {
    await sql`alter table log_identity_away rename to log_identity`.execute(installation.db);
  }
});
