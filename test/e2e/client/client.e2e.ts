import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NotaryClient } from '../../../src/client/client.ts';
import { verifyWebhook } from '../../../src/client/webhook.ts';
import { media } from '../../installation/factories/media.ts';
import { startEvmNode, type EvmNode } from '../../installation/servers/evm-node.ts';
import { freePort, startServer, type RunningServer } from '../../installation/servers/running-server.ts';
import { packedClient, type PackedClient } from './packed-client.ts';
import { addPlatform, inDatabase } from '../platform.ts';

let node: EvmNode;
let client: PackedClient;
let server: RunningServer;
let dataDir = '';
let port = 0;
/** The settings of an integrator. */
let settings: Record<string, string> = {};
beforeAll(async () => {
  [node, client, port, dataDir] = await Promise.all([
    startEvmNode(),
    packedClient(),
    freePort(),
    mkdtemp(join(tmpdir(), 'notary-client-data-')),
  ]);
  server = await start();
  const { key, userId } = await inDatabase(dataDir, addPlatform);
  settings = {
    NOTARY_BASE_URL: server.address,
    NOTARY_APP_ID: key.app_id,
    NOTARY_SECURITY_KEY: key.security_key,
    NOTARY_USER_ID: userId,
  };
});
afterAll(async () => {
  await server?.stop();
  await Promise.all([node?.stop(), client?.stop()]);
  await rm(dataDir, { recursive: true, force: true });
});

const start = () =>
  startServer({
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO: '0',
    PRICE_EVIDENCE: '0',
    PRICE_PROCESS: '0',
    PRICE_WEB: '0',
    WEBHOOK_ALLOW_PRIVATE: '1',
    CHAIN_RPC_URL: node.url,
    CHAIN_KEY: node.key,
    CHAIN_CONFIRMATIONS: '1',
    CHAIN_INTERVAL_SECONDS: '1',
  });

/** The script of an integrator. */
const firstScript = `
import { NotaryClient, verifyPackage } from 'notary-client';

const { NOTARY_BASE_URL: baseUrl, NOTARY_APP_ID: appId, NOTARY_SECURITY_KEY: securityKey, NOTARY_USER_ID: user_id } = process.env;
const client = new NotaryClient({ baseUrl, appId, securityKey });
const { baoquan } = await client.createEvidence({ user_id, title: '合同', file: 'contract.pdf' });
const { data } = await client.waitFor({ type: 'evidence.anchored', baoquan });
const answer = await client.getPackage({ baoquan });
if (answer.state !== 'ready') throw new Error(answer.state);
await answer.saveTo('package.zip');
const { log } = await client.publishedKeys();
const report = await verifyPackage('package.zip', { logKey: log.vkey });
console.log(JSON.stringify({ baoquan, transaction: data.transaction, verdict: report.verdict, number: report.number }));
`.trim();

it('keeps a file, waits for its anchor, fetches the package and verifies it: 15 lines in a folder with the packed file alone', async () => {
  expect(await readdir(join(client.folder, 'node_modules'))).toEqual(expect.arrayContaining(['notary-client']));
  expect((await readdir(join(client.folder, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual(['notary-client']);
  const offered = await fetch(`${server.address}/open/docs/notary-client.tgz`);
  expect(Buffer.from(await offered.arrayBuffer()).equals(await readFile(client.file))).toBe(true);
  expect(firstScript.split('\n').length).toBeLessThanOrEqual(15);
  await client.write('contract.pdf', '%PDF-1.4 合同');
  await client.write('first.js', firstScript);
  const { code, out, error } = await client.script('first.js', settings);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  const said = JSON.parse(out) as { baoquan: string };
  expect(said).toEqual({
    baoquan: said.baoquan,
    number: said.baoquan,
    verdict: 'match',
    transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
  });
});

it('goes on with an upload after the server was killed, from the last piece that counted', async () => {
  const film = media.mp4(42, { dataBytes: 3_000_000, movieLast: true });
  await client.write('film.mp4', film);
  await client.write(
    'upload.js',
    `
import { NotaryClient } from 'notary-client';
const { NOTARY_BASE_URL: baseUrl, NOTARY_APP_ID: appId, NOTARY_SECURITY_KEY: securityKey, NOTARY_USER_ID: user_id } = process.env;
const onRetry = (error) => console.log(error.name);
const client = new NotaryClient({ baseUrl, appId, securityKey, onRetry });
const fields = { user_id, type: 'pro', name: '断电前的录制', begin_at: '2026-10-01 08:00:00', time_length: 40 };
const onProgress = (sent) => console.log(sent);
console.log(JSON.stringify(await client.uploadRecording({ ...fields, file: 'film.mp4' }, { pieceBytes: 100_000, onProgress })));
`,
  );
  const upload = client.start(['upload.js'], settings);
  const sent = () => upload.output().out.split('\n').slice(0, -1);
  await expect.poll(() => sent().length, { interval: 5 }).toBeGreaterThan(6);
  server.child.kill('SIGKILL');
  await once(server.child, 'exit');
  server = await start();
  const { code, error } = await upload.end;
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(sent()).toContain('NotaryUnreachable');
  // Only the interrupted chunk was sent twice.
  const places = sent().flatMap((line) => (/^\d+$/.test(line) ? [Number(line)] : []));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places.at(-1)).toBe(film.length);
  expect(JSON.parse(sent().at(-1) ?? '')).toEqual({
    attestation_id: expect.stringMatching(/^[0-9A-F]{32}$/) as string,
    sha256: createHash('sha256').update(film).digest('hex'),
    status: 'SUCCESS',
    reason: '',
  });
});

it('goes on with evidence after the server was killed, and after the command was', async () => {
  const bytes = randomBytes(160_000_000);
  await client.write('large.bin', bytes);
  const put = () => client.start(['node_modules/notary-client/notary.js', 'put', 'large.bin', '--json'], settings);
  const offset = async () => {
    const [row] = await inDatabase(dataDir, async (db) => db.selectFrom('evidence_upload').select(['offset_bytes', 'sha256']).execute());
    return { bytes: Number(row?.offset_bytes ?? 0), isUsed: row?.sha256 !== null };
  };
  const first = put();
  await expect.poll(async () => (await offset()).bytes, { interval: 20 }).toBeGreaterThan(0);
  server.child.kill('SIGKILL');
  await once(server.child, 'exit');
  first.child.kill('SIGKILL');
  await first.end;
  server = await start();
  const before = await offset();
  expect(before).toMatchObject({ isUsed: false });
  const second = put();
  await expect.poll(async () => (await offset()).bytes, { interval: 20 }).toBeGreaterThan(before.bytes);
  server.child.kill('SIGKILL');
  await once(server.child, 'exit');
  server = await start();
  const { code, out, error } = await second.end;
  expect({ code, out }).toMatchObject({
    code: 0,
    out: expect.stringContaining(createHash('sha256').update(bytes).digest('hex')) as string,
  });
  expect(error).toContain('again in');
  expect(await offset()).toEqual({ bytes: bytes.length, isUsed: true });
  // The same file again gives the same evidence.
  expect(JSON.parse((await put().end).out)).toEqual(JSON.parse(out));
});

it('does all of it from the command line, with documented exit codes', async () => {
  const json = async (...words: string[]) => {
    const { code, out, error } = await client.notary([...words, '--json'], settings);
    return { code, said: out === '' ? null : (JSON.parse(out) as Record<string, string>), error };
  };
  await client.write('note.txt', '记录');
  const kept = await json('put', 'note.txt');
  expect(kept).toMatchObject({ code: 0, said: { sha256: createHash('sha256').update('记录').digest('hex') } });
  const number = kept.said?.['baoquan'] ?? '';
  expect(await json('wait', number)).toMatchObject({ code: 0, said: { kind: 'evidence', state: 'anchored', anchor_kind: 'chain' } });
  expect(await json('status', number)).toMatchObject({ code: 0, said: { baoquan: number, title: 'note.txt' } });
  expect(await json('package', number, '-o', 'note.zip')).toMatchObject({ code: 0, said: { file: 'note.zip' } });
  expect((await stat(join(client.folder, 'note.zip'))).size).toBeGreaterThan(1000);
  expect(await json('verify', 'note.zip')).toMatchObject({ code: 2, said: { verdict: 'undetermined', number } });
  expect(await json('verify', 'note.zip', '--published')).toMatchObject({ code: 0, said: { verdict: 'match', number } });
  const bytes = await readFile(join(client.folder, 'note.zip'));
  await client.write('forged.zip', bytes.with(bytes.indexOf('记录'), 0x41));
  expect(await json('verify', 'forged.zip', '--published')).toMatchObject({ code: 1, said: { verdict: 'mismatch' } });
  const found = await client.notary(['events', '--type', 'evidence.*', '--json'], settings);
  expect(found.out.split('\n').filter((line) => line.includes(number)).length).toBe(2);

  const awaited = await json('put', 'note.txt', '--id', 'put-and-wait', '--title', '等到锚定', '--wait');
  expect(awaited).toMatchObject({ code: 0, said: { kind: 'evidence', state: 'anchored', title: '等到锚定' } });
  const capture = await json('capture', 'https://page.example/', '--label', '合同');
  expect(capture).toMatchObject({ code: 0, said: { baoquan_no: expect.stringMatching(/^[0-9A-F]{32}$/) as string } });
  expect(await json('capture', 'page.example')).toMatchObject({ code: 4, error: expect.stringContaining('is no address') as string });

  expect(await json('status', '0'.repeat(32))).toMatchObject({ code: 1, error: expect.stringContaining('"unknown"') as string });
  expect(await json('put', 'nowhere.txt')).toMatchObject({ code: 4 });
  const elsewhere = { ...settings, NOTARY_BASE_URL: 'http://127.0.0.1:1' };
  expect(await client.notary(['status', number], elsewhere)).toMatchObject({ code: 3 });
  const bare = { NOTARY_BASE_URL: '', NOTARY_APP_ID: '', NOTARY_SECURITY_KEY: '', NOTARY_USER_ID: '' };
  expect(await client.notary(['status', number], bare)).toMatchObject({
    code: 4,
    error: expect.stringContaining('NOTARY_BASE_URL') as string,
  });
});

/** Accepts webhooks, except for this many first ones. Stop it also after a failure. */
async function startReceiver(refusals: number) {
  const received: { headers: Record<string, string | string[] | undefined>; body: Buffer }[] = [];
  let count = 0;
  const receiver = createServer(async (request, response) => {
    const body = await buffer(request);
    count += 1;
    if (count > refusals) received.push({ headers: request.headers, body });
    response.writeHead(count > refusals ? 204 : 503).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hook`;
  const stop = (): void => {
    receiver.closeAllConnections();
    receiver.close();
  };
  return { url, received, stop };
}

it('makes, tests, lists and replays webhooks; what comes is verified by the secret and by the public key', async () => {
  const { url, received, stop } = await startReceiver(1);
  const json = async (...words: string[]) => {
    const { code, out, error } = await client.notary(['webhook', ...words, '--json'], settings);
    return { code, said: JSON.parse(out || 'null') as Record<string, unknown>, error };
  };
  try {
    const made = await json('create', url, '--type', 'evidence.created', '--description', '测试');
    expect(made).toMatchObject({ code: 0, said: { secret: expect.stringMatching(/^whsec_/) as string } });
    const [id, secret] = [String(made.said['id']), String(made.said['secret'])];
    expect(await json('test', id)).toMatchObject({ code: 1, said: { http_status: 503 } });
    expect(await json('test', id)).toMatchObject({ code: 0, said: { type: 'webhook.test', http_status: 204 } });
    const { out } = await client.notary(['put', 'note.txt', '--json'], settings);
    const { baoquan } = JSON.parse(out) as { baoquan: string };
    await expect.poll(() => received.length, { timeout: 120_000 }).toBe(2);
    const keys = await fetchKeys();
    for (const { headers, body } of received)
      for (const key of [secret, ...keys]) expect(verifyWebhook(headers, body, key).id).toBe(headers['webhook-id']);
    const [, last] = received;
    expect(last && verifyWebhook(last.headers, last.body, secret)).toMatchObject({ type: 'evidence.created', data: { baoquan } });
    expect(await json('list')).toMatchObject({ code: 0, said: [{ id, url, types: ['evidence.created'], status: 'enabled' }] });
    expect(await json('replay', id, '--event', String(last?.headers['webhook-id']))).toMatchObject({ code: 0, said: { count: 1 } });
    await expect.poll(() => received.length, { timeout: 120_000 }).toBe(3);
    expect(received[2]?.headers['webhook-id']).toBe(last?.headers['webhook-id']);
    expect(await json('replay', id)).toMatchObject({ code: 4 });
  } finally {
    stop();
  }
});

async function fetchKeys(): Promise<string[]> {
  const { NOTARY_BASE_URL: baseUrl = '', NOTARY_APP_ID: appId = '', NOTARY_SECURITY_KEY: securityKey = '' } = settings;
  const { list } = await new NotaryClient({ baseUrl, appId, securityKey }).getWebhookKeys();
  return list.map(({ key }) => key);
}

it('feeds a local receiver with events, signed as webhooks are', async () => {
  const { url, received, stop } = await startReceiver(1);
  const listening = client.start(['node_modules/notary-client/notary.js', 'listen', '--forward', url, '--type', 'evidence.*'], settings);
  try {
    await expect.poll(() => listening.output().error).toContain('whsec_');
    const secret = /whsec_\S+/.exec(listening.output().error)?.[0] ?? '';
    const { out } = await client.notary(['put', 'note.txt', '--json'], settings);
    const { baoquan } = JSON.parse(out) as { baoquan: string };
    const verified = () => received.map(({ headers, body }) => verifyWebhook(headers, body, secret));
    // Earlier evidence may be anchored only now.
    const own = () => verified().flatMap(({ type, data }) => ('baoquan' in data && data.baoquan === baoquan ? [type] : []));
    await expect.poll(own, { timeout: 120_000 }).toEqual(['evidence.created', 'evidence.anchored']);
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(verified().map(({ id }) => id));
  } finally {
    listening.child.kill('SIGTERM');
    stop();
  }
  expect(await listening.end).toMatchObject({ code: 0 });
});
