import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyPackage } from '../../src/cli/verify/verify-package.ts';
import { intakeClient } from '../installation/intake.ts';
import type { RunningServer } from '../installation/servers/running-server.ts';
import { startAuthority, type Authority } from '../installation/servers/timestamp-authority.ts';
import { tool } from '../installation/tool.ts';
import { browserInstallation } from './browser.ts';
import { startDemo } from './demo-server.ts';

const site = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<title>页</title><h1>一个网页</h1>'),
);
beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
});
afterAll(() => void site.close());

describe('the server', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startDemo({ PRICE_WEB: '0', CAPTURE_WORKER: '1', CAPTURE_ALLOW_PRIVATE: '1' });
  });
  afterAll(() => server?.stop());

  it('captures a page with the worker that it runs beside itself, and leaves no worker behind', async () => {
    const client = await openClient(server);
    await captured(client, await approvedUser(server));
    expect(await server.admin('fsck')).toContain('chain whole');
    const code = await server.stop();
    expect([code, server.output().includes('worker has ended')]).toEqual([0, false]);
  });
});

const library = tool('libfaketime');

describe.skipIf(library.isMissing)(`a worker whose clock goes wrong${library.note}`, () => {
  const settings: Record<string, string> = { PRICE_WEB: '0', CAPTURE_ALLOW_PRIVATE: '1', TSA_INTERVAL_SECONDS: '1' };
  let authority: Authority;
  // Before the server of the installation, which needs the authority's address.
  beforeAll(async () => {
    authority = await startAuthority();
    settings['TSA_URL'] = authority.url;
  });
  const installation = browserInstallation(settings);
  afterAll(() => authority?.stop());

  it.each([
    ['two days slow', '-2d', '慢 2 天'],
    ['an hour fast', '+1h', '快 5'],
  ])('captures all the same: %s, its clock says so, and the bracket holds', async (name, offset, words) => {
    const { server } = installation;
    const client = await openClient(server);
    const user = await approvedUser(server);
    // A token exists once earlier evidence counts as anchored: the mark names it.
    const { list } = await asAdmin(server, '/api/ajax/data/getSaveDataList', { type: '1', status: '1' });
    const verdict = async () =>
      (await fetch(`${server.address}/open/v1/verify?number=${list[0]?.baoquan ?? ''}`)).json() as Promise<unknown>;
    await expect.poll(verdict, { timeout: 120_000, interval: 500 }).toMatchObject({ result: 'match' });
    const environment = { ...process.env, DATA_DIR: server.dataDir, CAPTURE_ALLOW_PRIVATE: '1', NODE_ENV: '' };
    const clock = { LD_PRELOAD: library.path, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' };
    const worker = spawn(process.execPath, ['dist/server/worker.js'], { env: { ...environment, ...clock }, stdio: 'inherit' });
    try {
      const number = await captured(client, user);
      const packed = async () => fetch(`${server.address}/open/v1/evidence/${number}/package`, { headers: signed(client, number) });
      await expect.poll(async () => (await packed()).status, { timeout: 120_000, interval: 500 }).toBe(200);
      const path = join(server.dataDir, `${number}.zip`);
      await writeFile(path, Buffer.from(await (await packed()).arrayBuffer()));
      const { lines } = await verifyPackage(path, { tsaRootsPem: authority.rootsPem });
      expect(lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
      expect(lines.find(({ label }) => label === '时间夹逼成立')).toMatchObject({ outcome: 'pass' });
      const clockLine = lines.find(({ label }) => label === '取证机时钟可以作为依据');
      expect(clockLine).toMatchObject({ outcome: 'not-run', reason: expect.stringContaining(words) as string });

      const page = await installation.signIn('admin@example.com');
      await page.goto(`${server.address}/online/attestation/${number}/web`);
      await page.getByText(/不早于 .*，不晚于 .*，相隔/).waitFor();
      const pictures = process.env['PICTURES'];
      if (pictures === undefined) return;
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: join(pictures, `bracket ${name}.png`) });
    } finally {
      worker.kill('SIGTERM');
      if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit');
    }
  });
});

type Client = ReturnType<typeof intakeClient>;
interface OpenClient {
  readonly server: RunningServer;
  readonly client: Client;
}

async function openClient(server: RunningServer): Promise<OpenClient> {
  const key = JSON.parse(await server.admin('client', 'create')) as { app_id: string; security_key: string };
  return { server, client: intakeClient(undefined as never, key) };
}

function signed({ client }: OpenClient, number: string) {
  return client.headersOf({ method: 'GET', path: `/open/v1/evidence/${number}/package`, body: '' });
}

/** Captures the page completely. @returns its number. */
async function captured({ server, client }: OpenClient, user_id: string): Promise<string> {
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
  const asked = { unique_id: `capture ${Math.random()}`, user_id, url, title: '一个网页', label: '' };
  const { baoquan_no = '' } = await send('POST', '/open/v1/captures', JSON.stringify(asked));
  await expect
    .poll(() => send('GET', `/open/v1/captures/${baoquan_no}`), { timeout: 120_000, interval: 200 })
    .toMatchObject({ status: 'SUCCESSED', reason: '' });
  return baoquan_no;
}

/** A user verified by the demo. */
async function approvedUser(server: RunningServer): Promise<string> {
  return (await asAdmin(server, '/api/ajax/user/getUserList', { type: '1', status: '3' })).list[0]?.user_id ?? '';
}

interface Answered {
  readonly imgCodeToken: string;
  readonly token: string;
  readonly list: readonly { readonly user_id: string; readonly baoquan: string }[];
}

/** Calls the console's API as its administrator. */
async function asAdmin(server: RunningServer, path: string, fields: Record<string, string>): Promise<Answered> {
  const call = async (to: string, asked: Record<string, string>, token = '') => {
    const form = new URLSearchParams(asked);
    const reply = await (to.includes('login/login')
      ? fetch(server.address + to, { method: 'POST', body: form })
      : fetch(`${server.address}${to}?${form.toString()}`, { headers: { authorization: token } }));
    return ((await reply.json()) as { data: Answered }).data;
  };
  const { imgCodeToken } = await call('/api/login/getImgCode', {});
  const { token } = await call('/api/login/login', { username: 'admin@example.com', password: 'Demo2026', imgCode: 'test', imgCodeToken });
  return call(path, fields, token);
}
