import { createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEvmNode, type EvmNode } from '../installation/servers/evm-node.ts';
import { media } from '../installation/factories/media.ts';
import { startServer, type RunningServer } from '../installation/servers/running-server.ts';
import { startAuthority, type Authority } from '../installation/servers/timestamp-authority.ts';
import type { Key } from './intake-client.ts';
import { addPlatform, inDatabase } from './platform.ts';

let server: RunningServer;
let dataDir = '';
let authority: Authority;
let node: EvmNode;
beforeAll(async () => {
  [authority, node] = await Promise.all([startAuthority(), startEvmNode()]);
  dataDir = await mkdtemp(join(tmpdir(), 'notary-upload-'));
  server = await start();
});
afterAll(async () => {
  await server?.stop();
  await Promise.all([authority?.stop(), node?.stop()]);
  await rm(dataDir, { recursive: true, force: true });
});

/** With an authority that requires a password, and a chain: stored evidence is sent to both. */
const start = () =>
  startServer({
    DATA_DIR: dataDir,
    DEMO: '0',
    PRICE_PROCESS: '0',
    TSA_URL: authority.url.replace('http://', 'http://office:secret@'),
    TSA_ROOTS: join(authority.folder, 'root.pem'),
    TSA_INTERVAL_SECONDS: '1',
    TSA_EVIDENCE: '1',
    CHAIN_RPC_URL: node.url,
    CHAIN_KEY: node.key,
    CHAIN_CONFIRMATIONS: '1',
    CHAIN_INTERVAL_SECONDS: '1',
  });
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function signed(key: Key, method: string, path: string, body: Uint8Array = new Uint8Array(), headers: Record<string, string> = {}) {
  const [timestamp, nonce, sha256] = [String(Math.floor(Date.now() / 1000)), randomBytes(12).toString('hex'), hashOf(body)];
  const signature = createHmac('sha256', key.security_key).update([method, path, timestamp, nonce, sha256].join('\n')).digest('hex');
  const all = {
    'X-App-Id': key.app_id,
    'X-Timestamp': timestamp,
    'X-Nonce': nonce,
    'X-Content-SHA256': sha256,
    'X-Signature': signature,
    'Tus-Resumable': '1.0.0',
    ...headers,
  };
  return fetch(server.address + path, { method, headers: all, ...(body.length > 0 ? { body: new Uint8Array(body) } : {}) });
}

it('goes on after a kill -9 from the last acknowledged piece, and takes what it kept to the authority and to the chain', async () => {
  const { key, userId } = await inDatabase(dataDir, addPlatform);
  const file = media.mp4(42, { dataBytes: 3_000_000, movieLast: true });
  const body = Buffer.from(
    JSON.stringify({
      unique_id: 'upload-1',
      user_id: userId,
      type: 'pro',
      name: '断电前的录制',
      label: '测试',
      begin_at: '2026-10-01 08:00:00',
      time_length: 40,
      sha256: hashOf(file),
      device: {},
    }),
  );
  const created = await signed(key, 'POST', '/open/v1/recordings', body, { 'content-type': 'application/json' });
  const { upload_url: url, attestation_id: number } = (await created.json()) as { upload_url: string; attestation_id: string };
  const patch = (offset: number, piece: Uint8Array) =>
    signed(key, 'PATCH', url, piece, {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'upload-length': String(file.length),
    });
  expect((await patch(0, file.subarray(0, 1_000_000))).status).toBe(204);
  expect((await patch(1_000_000, file.subarray(1_000_000, 2_000_000))).status).toBe(204);
  const lost = patch(2_000_000, file.subarray(2_000_000)).catch(() => null);
  server.child.kill('SIGKILL');
  await once(server.child, 'exit');
  await lost;

  server = await start();
  const head = await signed(key, 'HEAD', url);
  const offset = Number(head.headers.get('upload-offset'));
  // The last chunk may have counted although its answer was lost; no offset in between is possible.
  expect([2_000_000, file.length]).toContain(offset);
  expect(head.headers.get('upload-length')).toBe(String(file.length));
  // Wherever the killed server stopped, the client continues from there.
  expect([204, 409]).toContain((await patch(offset, file.subarray(offset))).status);
  expect(await (await signed(key, 'GET', `/open/v1/recordings/${number}`)).json()).toMatchObject({ status: 'SUCCESS' });
  expect(await (await signed(key, 'GET', `/open/v1/evidence/${number}`)).json()).toMatchObject({ sha256: hashOf(file), fileStatus: 1 });

  // The configured server gets its token and its transaction automatically.
  const state = async () => (await signed(key, 'GET', `/open/v1/evidence/${number}`)).json();
  await expect
    .poll(state, { timeout: 120_000, interval: 200 })
    .toMatchObject({ state: 'anchored', anchor_kind: 'chain', blockchain_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string });
  const packed = async () => Buffer.from(await (await signed(key, 'GET', `/open/v1/evidence/${number}/package`)).arrayBuffer());
  await expect.poll(async () => (await packed()).includes('manifest.tsr'), { timeout: 120_000, interval: 500 }).toBe(true);
  expect((await packed()).includes('timestamp.tsr')).toBe(true);
  expect(authority.authorization()).toBe(`Basic ${Buffer.from('office:secret').toString('base64')}`);
  expect(server.output()).not.toContain('secret');
});
