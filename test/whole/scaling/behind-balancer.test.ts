import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { consoleCall, evidenceCall } from '../../../bench/upgrade/calls.ts';
import { steadyLoad, type Answered } from '../../../bench/upgrade/steady-load.ts';
import { checkLog } from '../../../src/server/custody/audit/log-check.ts';
import { checkLedger } from '../../../src/server/business/points/check.ts';
import { password } from '../../installation/factories/accounts.ts';
import { sha256Of } from '../../installation/factories/evidence.ts';
import { multipartBody } from '../../installation/intake.ts';
import { lookAt } from '../../installation/presence-window.ts';
import { hasS3 } from '../../installation/s3/server.ts';
import { haproxy } from '../../installation/servers/balancer.ts';
import { startBehindBalancer, type Behind, type Which } from './servers-behind-balancer.ts';

/**
 * The built program as on two machines: two servers, PostgreSQL, an object store, HAProxy with the documentation's configuration. The tests
 * of two servers on one row, one log and one feed are beside the code (docs/testing.md). These tests show that one server continues what
 * the other began, and what happens to calls when a part fails and returns.
 */
const isMissing = haproxy.isMissing || !hasS3;
const scene = isMissing ? it.skip : it;

let behind: Behind;
beforeAll(async () => {
  if (!isMissing) behind = await startBehindBalancer();
});
afterAll(() => behind?.stop());

async function signIn(username: string, secret = password, [captchaAt, signInAt]: readonly [Which, Which] = ['first', 'second']) {
  const captcha = await behind.console<{ imgCodeToken: string }>('GET', '/api/login/getImgCode', {}, { server: captchaAt });
  const fields = { username, password: secret, imgCode: 'test', imgCodeToken: captcha.data.imgCodeToken };
  const answer = await behind.console<{ token: string; msg?: string }>('POST', '/api/login/login', fields, { server: signInAt });
  return { ...answer, fields };
}

function evidence(file: Buffer, unique_id: string = randomUUID(), server?: Which) {
  const boundary = 'test-boundary';
  const fields = { unique_id, user_id: behind.signer.userId, title: '一份证据', sha256: sha256Of(file) };
  const body = multipartBody(boundary, fields, { file: { bytes: file, name: 'a.bin', mediaType: 'application/octet-stream' } });
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return behind.open('POST', '/open/v1/evidence', { body, headers, ...(server === undefined ? {} : { server }) });
}

scene('whoever has a captcha of one server signs in at the other, acts at both, and is signed out at both', async () => {
  const { code, data, fields } = await signIn('admin@example.com');
  expect(code).toBe(200);
  const info = (server: Which) => behind.console('GET', '/api/User/getAdminInfo', {}, { server, token: data.token });
  expect([(await info('first')).code, (await info('second')).code]).toEqual([200, 200]);
  // A captcha works once, on any server.
  expect((await behind.console('POST', '/api/login/login', fields, { server: 'first' })).code).not.toBe(200);
  expect((await behind.console('GET', '/api/user/logout', {}, { server: 'second', token: data.token })).code).toBe(200);
  expect([(await info('first')).code, (await info('second')).code]).toEqual([401, 401]);
});

scene('wrong passwords at both servers together lock a name, at both', async () => {
  const ways: readonly [Which, Which][] = [
    ['first', 'second'],
    ['second', 'first'],
  ];
  for (let at = 0; at < 5; at += 1) expect((await signIn('other@example.com', 'Wrong2026', ways[at % 2])).code).not.toBe(200);
  for (const way of ways) expect(await signIn('other@example.com', password, way)).toMatchObject({ data: { msg: /^登录失败次数过多/ } });
  // The lock is for one name only.
  expect((await signIn('reviewer@example.com')).code).toBe(200);
});

scene(
  'a file comes in by chunks at alternating servers, becomes evidence at either, once, and is exported and read at the other',
  async () => {
    const { userId } = behind.signer;
    const file = randomBytes(700_000);
    const opened = await behind.open('POST', '/open/v1/evidence/uploads', {
      json: { unique_id: randomUUID(), user_id: userId, size: file.length },
      server: 'first',
    });
    const path = String(opened.body['upload_url']).replace(/^https?:\/\/[^/]+/, '');
    for (let at = 0, nth = 0; at < file.length; at += 200_000, nth += 1) {
      const headers = { 'content-type': 'application/offset+octet-stream', 'tus-resumable': '1.0.0', 'upload-offset': String(at) };
      const server = nth % 2 === 0 ? 'second' : 'first';
      const { status } = await behind.open('PATCH', path, { body: file.subarray(at, at + 200_000), headers, server });
      expect(status).toBe(204);
    }
    const json = { unique_id: randomUUID(), user_id: userId, title: '分段上传', sha256: sha256Of(file), filename: 'a.bin' };
    const kept = await behind.open('POST', path, { json, server: 'second' });
    expect(kept).toMatchObject({ status: 200, body: { sha256: sha256Of(file) } });
    expect(await behind.open('POST', path, { json, server: 'first' })).toEqual(kept);

    const { data } = await signIn('admin@example.com');
    const exported = await fetch(`${behind.address}/api/export/userExport?type=2`, {
      headers: behind.headersOf({ server: 'first', token: data.token }),
    });
    expect(Buffer.from(await exported.arrayBuffer()).subarray(0, 2)).toEqual(Buffer.from('PK'));
  },
);

scene('the same evidence, sent to both servers at once, is kept once', async () => {
  const [file, id] = [randomBytes(4096), randomUUID()];
  const [one, other] = await Promise.all([evidence(file, id, 'first'), evidence(file, id, 'second')]);
  expect(one).toMatchObject({ status: 200 });
  expect(other).toEqual(one);
});

scene('a long poll at one server ends with an event of the other, and has all of them once', async () => {
  const events = (query: string) => behind.open('GET', `/open/v1/events?${query}`, { server: 'first' });
  let { next } = (await events('since=now')).body;
  const seen: { id: string }[] = [];
  // While the first poll waits.
  const sent = evidence(randomBytes(4096), randomUUID(), 'second');
  for (let isListed = false; !isListed; ) {
    const { body } = await events(`wait=25${next === null ? '' : `&after=${String(next)}`}`);
    seen.push(...(body['list'] as { id: string }[]));
    next = body['next'];
    const { baoquan } = (await sent).body;
    isListed = seen.some((event) => JSON.stringify(event).includes(String(baoquan)));
  }
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
});

scene('windows at both servers see one another, through the balancer', async () => {
  const [first, second] = await Promise.all(['admin@example.com', 'reviewer@example.com'].map((name) => signIn(name)));
  const object = `user/${behind.signer.userId}`;
  const here = await lookAt(behind.address, first?.data.token, object, { cookie: 'NOTARY=first' });
  const there = await lookAt(behind.address, second?.data.token, object, { cookie: 'NOTARY=second' });
  // Heartbeats may reach either server.
  const tell = (view: string) => fetch(`${behind.address}/events/presence/${view}`, { method: 'POST' }).catch(() => undefined);
  const open = [here, there];
  const beats = setInterval(() => open.forEach(({ seen }) => void tell(seen.view)), 2_000);
  try {
    for (const { seen } of [here, there])
      await vi.waitFor(() => expect(seen.present.toSorted()).toEqual(['1', '2']), { timeout: 120_000, interval: 50 });
    open.pop();
    await there.leave();
    await vi.waitFor(() => expect(here.seen.present).toEqual(['1']), { timeout: 120_000, interval: 50 });
  } finally {
    clearInterval(beats);
  }
  await here.leave();
});

/** At most twenty calls a second of both APIs, each sent once. @returns all answers, and every acknowledged number. */
async function underLoad(act: (nowMs: () => number) => Promise<void>) {
  const { data } = await signIn('admin@example.com');
  const numbers: string[] = [];
  const next = (at: number) =>
    at % 2 === 0
      ? consoleCall('question', '/api/ajax/user/getUserList?type=1&page=1&limit=10', data.token)
      : evidenceCall(behind.signer, (number) => numbers.push(number));
  const load = steadyLoad(behind.port, 20, next, 16);
  let answered: readonly Answered[] = [];
  try {
    await act(load.nowMs);
  } finally {
    answered = await load.end();
  }
  return { answered, numbers };
}

async function expectStored(numbers: readonly string[]): Promise<void> {
  const found = await behind.db().selectFrom('evidence').select('number').where('number', 'in', numbers).execute();
  expect(found.length).toBe(numbers.length);
  expect(await checkLog(behind.db())).toMatchObject({ broken: null });
  expect(await checkLedger(behind.db())).toMatchObject({ broken: null });
}

/** Which of the two servers answer calls without a server cookie: both, if the balancer uses both. */
async function answering(): Promise<Set<string>> {
  const cookies = [];
  for (let at = 0; at < 4; at += 1) {
    const reply = await fetch(`${behind.address}/healthz`);
    cookies.push(/NOTARY=(\w+)/.exec(reply.headers.get('set-cookie') ?? '')?.[1] ?? '');
  }
  return new Set(cookies);
}
const untilBothAnswer = () => expect.poll(answering).toEqual(new Set(['first', 'second']));

scene('each server is told to end and started again under calls of both APIs: none fails, none is lost', async () => {
  await untilBothAnswer();
  const { answered, numbers } = await underLoad(async () => {
    for (const which of ['first', 'second'] as const) {
      // Until the balancer has polled both several times.
      await sleep(4000);
      await behind.replace(which);
      await untilBothAnswer();
    }
  });
  expect(
    answered.filter(({ fault }) => fault !== null),
    behind.faults(),
  ).toEqual([]);
  await expectStored(numbers);
});

scene(
  'a server is killed: calls go on at the other; of those that it had in hand only acts fail, and what was acknowledged is there',
  async () => {
    await untilBothAnswer();
    const killed = { fromMs: 0, toMs: 0 };
    const { answered, numbers } = await underLoad(async (nowMs) => {
      killed.fromMs = nowMs();
      await behind.kill('first');
      killed.toMs = nowMs();
      await expect.poll(answering).toEqual(new Set(['second']));
      await behind.startAgain('first');
      await untilBothAnswer();
    });
    const isInHand = ({ name, atMs, tookMs }: Answered) => name === 'evidence' && atMs <= killed.toMs && atMs + tookMs >= killed.fromMs;
    expect(
      answered.filter((one) => one.fault !== null && !isInHand(one)),
      behind.faults(),
    ).toEqual([]);
    await expectStored(numbers);
  },
);

scene('while the store is away evidence is refused in words and the console goes on; when it is back, all is as before', async () => {
  const { data } = await signIn('admin@example.com');
  const list = () => behind.console('GET', '/api/ajax/user/getUserList', { type: '1', page: '1', limit: '10' }, { token: data.token });
  const [file, id] = [randomBytes(4096), randomUUID()];
  await behind.stopStore();
  try {
    const refused = { status: 503, body: { error: { code: 'unavailable' } } };
    expect(await evidence(file, id)).toMatchObject(refused);
    // Neither server is ready any more, and the balancer sends calls to them nevertheless.
    await expect.poll(async () => (await fetch(`${behind.address}/readyz`)).status).toBe(503);
    await expect.poll(answering).toEqual(new Set(['']));
    expect(await evidence(file, id)).toMatchObject(refused);
    expect((await list()).code).toBe(200);
  } finally {
    await behind.startStore();
  }
  await untilBothAnswer();
  expect(await evidence(file, id)).toMatchObject({ status: 200, body: { sha256: sha256Of(file) } });
});

scene('while the database is away both APIs refuse in words; when it is back the same servers and sessions go on', async () => {
  const { data } = await signIn('admin@example.com');
  const list = () => behind.console('GET', '/api/ajax/user/getUserList', { type: '1', page: '1', limit: '10' }, { token: data.token });
  const [file, id] = [randomBytes(4096), randomUUID()];
  expect((await list()).code).toBe(200);
  await behind.stopDatabase();
  try {
    expect(await evidence(file, id)).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    // Even if the balancer considers neither ready.
    await expect.poll(answering).toEqual(new Set(['']));
    expect(await evidence(file, id)).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    expect((await list()).message).not.toBe('');
  } finally {
    await behind.startDatabase();
  }
  await untilBothAnswer();
  await expect.poll(async () => (await list()).code).toBe(200);
  const kept = await evidence(file, id);
  expect(kept).toMatchObject({ status: 200 });
  await expectStored([String(kept.body['baoquan'])]);
});
