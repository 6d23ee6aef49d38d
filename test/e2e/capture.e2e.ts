import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { intakeClient } from '../house/intake.ts';
import type { RunningServer } from '../house/servers/running-server.ts';
import { startDemo } from './demo-server.ts';

let server: RunningServer;
const site = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<title>页</title><h1>一个网页</h1>'),
);

beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  server = await startDemo({ PRICE_WEB: '0', CAPTURE_WORKER: '1', CAPTURE_ALLOW_PRIVATE: '1' });
});
afterAll(async () => {
  site.close();
  await server?.stop();
});

describe('the server', () => {
  it('captures a page with the worker that it runs beside itself, and leaves no worker behind', async () => {
    const key = JSON.parse(await server.admin('client', 'create')) as { app_id: string; security_key: string };
    const client = intakeClient(undefined as never, key);
    const send = async (method: 'GET' | 'POST', path: string, body = '') => {
      const reply = await fetch(server.address + path, {
        method,
        headers: client.headersOf({ method, path, body, ...(body === '' ? {} : { contentType: 'application/json' }) }),
        ...(body === '' ? {} : { body }),
      });
      return (await reply.json()) as Record<string, string>;
    };
    const place = site.address();
    const url = `http://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}/`;
    const { baoquan_no } = await send(
      'POST',
      '/open/v1/captures',
      JSON.stringify({ unique_id: 'one', user_id: await approvedUser(), url, title: '一个网页', label: '' }),
    );
    await expect
      .poll(() => send('GET', `/open/v1/captures/${baoquan_no ?? ''}`), { timeout: 120_000, interval: 200 })
      .toMatchObject({ status: 'SUCCESSED', reason: '' });
    expect(await server.admin('fsck')).toContain('chain whole');
    const code = await server.stop();
    expect([code, server.output().includes('worker has ended')]).toEqual([0, false]);
  });
});

/** One that the demo verified. */
async function approvedUser(): Promise<string> {
  const call = async (path: string, fields: Record<string, string>, token = '') => {
    const form = new URLSearchParams(fields);
    const reply = await (path.includes('login/login')
      ? fetch(server.address + path, { method: 'POST', body: form })
      : fetch(`${server.address}${path}?${form.toString()}`, { headers: { authorization: token } }));
    return ((await reply.json()) as { data: { imgCodeToken: string; token: string; list: { user_id: string }[] } }).data;
  };
  const { imgCodeToken } = await call('/api/login/getImgCode', {});
  const { token } = await call('/api/login/login', { username: 'admin@example.com', password: 'Demo2026', imgCode: 'test', imgCodeToken });
  const { list } = await call('/api/ajax/user/getUserList', { type: '1', status: '3' }, token);
  return list[0]?.user_id ?? '';
}
