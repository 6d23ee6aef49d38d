import fastify from 'fastify';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sandboxWords } from '../../../domain/proof/evidence/sandbox.ts';
import { serveConsole } from './console-files.ts';
import { answerNoCall } from './no-call.ts';

const page = '<!doctype html>\n<html lang="zh-CN">\n<body>\n<div id="root"></div></body></html>';
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'notary-console-'));
  await mkdir(join(root, 'assets'));
  await writeFile(join(root, 'index.html'), page);
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function served(mark: string | null, url: string): Promise<string> {
  const app = fastify();
  await serveConsole(app, root, mark);
  return (await app.inject({ url })).body;
}

it.each([
  '/',
  '/login',
  '/verify',
  '/explorer/search',
  '/mobile/previewImg/x',
  '/evidence/certificate',
  '/certificate/1/2',
  '/open/client',
])('bears the mark of a sandbox before a script has run: %s', async (url) => {
  const body = await served(sandboxWords, url);
  expect(body).toContain(`<body><p id="sandbox-notice" role="note">${sandboxWords}</p>`);
  expect(body).toContain('<html data-sandbox lang="zh-CN">');
});

it('is the built page, byte for byte, in an installation that counts', async () => {
  expect(await served(null, '/verify')).toBe(page);
});

/** Real routes of calls are not there; what is unknown under /open/ and every other address is answered as in an installation. */
async function ask(method: 'GET' | 'HEAD' | 'POST' | 'DELETE', url: string) {
  const app = fastify();
  answerNoCall(app);
  await serveConsole(app, root, null);
  return app.inject({ method, url });
}

// What looks like a call is no page: a client would take the console's HTML for an answer.
it.each(['//open/v1/me', '/OPEN/v1/me', '/Open/V1/users', '///open//v1/users?a=b', '/%6fpen/v1/me', '/OPEN%2Fv1/me', '//open/v2/x'])(
  '%s is 404 in the form of the open API',
  async (url) => {
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE'] as const) {
      const reply = await ask(method, url);
      expect([method, reply.statusCode]).toEqual([method, 404]);
      expect(reply.headers['content-type']).toContain('application/json');
      if (method !== 'HEAD') expect(reply.json()).toMatchObject({ error: { code: 'unknown' } });
    }
  },
);

it.each(['//api/ajax/user/getUserList', '/API/login/login', '/api', '/Api/x', '//assets/x.js'])(
  '%s is 404 in the form of the console',
  async (url) => {
    const reply = await ask('GET', url);
    expect([reply.statusCode, reply.json<object>()]).toMatchObject([404, { code: 404 }]);
  },
);

it.each(['/', '/login', '/open/client', '/opening', '/openv1', '/verify?number=/open/v1/x', '/apiary', '//login', '/%zz'])(
  '%s is no call',
  async (url) => {
    expect((await ask('GET', url)).body).not.toContain('there is no such call');
  },
);
