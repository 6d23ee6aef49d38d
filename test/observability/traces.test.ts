import { randomBytes } from 'node:crypto';
import * as conventions from '@opentelemetry/semantic-conventions';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { newTraceparent } from '../../src/console/kit/net/traceparent.ts';
import { encodeForm } from '../../src/contract/wire.ts';
import { buildServer, type Server } from '../../src/server/app.ts';
import { startJobs, type PeriodicJob } from '../../src/server/platform/jobs/periodic.ts';
import { readConfig } from '../../src/server/platform/runtime/config.ts';
import { tracedFetch } from '../../src/server/platform/telemetry/outgoing.ts';
import { endTracing, startTracing } from '../../src/server/platform/telemetry/start-tracing.ts';
import { traced, tracing } from '../../src/server/platform/telemetry/tracing.ts';
import { newCredential } from '../../src/server/business/users/credentials.ts';
import { testApp } from '../installation/app.ts';
import { aFile, evidenceMaker, uid } from '../installation/factories/evidence.ts';
import { password } from '../installation/factories/accounts.ts';
import { multipartBody, signedHeaders } from '../installation/intake.ts';
import { hang, refuse, startTraceReceiver, take, type ReceivedSpan } from '../installation/servers/trace-receiver.ts';

/** Set before anything traced is opened. Batches are sent at once, with a short timeout. */
Object.assign(process.env, { OTEL_BSP_SCHEDULE_DELAY: '20', OTEL_BSP_MAX_QUEUE_SIZE: '600', OTEL_EXPORTER_OTLP_TIMEOUT: '300' });
let receiver: Awaited<ReturnType<typeof startTraceReceiver>>;
const logLines: string[] = [];
beforeAll(async () => {
  receiver = await startTraceReceiver();
  const { traces } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin });
  await startTracing(traces, 'notary-server', (line) => logLines.push(line));
});
afterAll(async () => {
  await endTracing();
  await receiver?.stop();
});
const installation = testApp();
const make = evidenceMaker(installation);

/** Data of a fictitious person. */
const personal = [
  '欧阳静雯',
  '13912345678',
  '11010519491231002X',
  'ouyang@example.com',
  '北京市朝阳区建国路',
  '203.0.113.77',
  'Geheim2026',
];

const lines: string[] = [];
const platform = newCredential();
let server: Server;
let address: string;
beforeAll(async () => {
  await make.open();
  await installation.db
    .insertInto('credential')
    .values({ ...platform, kind: 'platform', user_id: null, name: '平台' })
    .execute();
  const { db, pool, store, stages, ownerSecret: owner } = installation;
  const secrets = { token: randomBytes(32), link: randomBytes(32), owner, totp: randomBytes(32) };
  const config = readConfig({ LOG_LEVEL: 'info', CAPTCHA_FIXED_CODE: 'test', TRUST_PROXY: '1' });
  const logger = { write: (line: string) => void lines.push(line) };
  server = await buildServer({ config, db, pool, store, stages, secrets, logger });
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server?.app.close());
afterEach(() => void receiver.answer(take));

const call = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) => {
  const traceparent = newTraceparent();
  const [, trace = '', parent = ''] = traceparent.split('-');
  const headers = { 'x-forwarded-for': personal[5] ?? '', ...init.headers, traceparent };
  return {
    trace,
    parent,
    answer: fetch(`${address}${path}`, { ...init, headers }).then(async (reply) => ({ status: reply.status, body: await reply.text() })),
  };
};
const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  call(path, { method: 'POST', body: encodeForm(fields), headers });
/** The spans of a trace, once its root has arrived: it ends last and so is sent last. */
const traceOf = async (trace: string, root = (span: ReceivedSpan) => span.kind === 2): Promise<ReceivedSpan[]> => {
  await expect.poll(() => receiver.trace(trace).some(root), { timeout: 120_000 }).toBe(true);
  return receiver.trace(trace);
};
const signIn = async (username: string, secret: string): Promise<string> => {
  const captcha = JSON.parse((await call('/api/login/getImgCode').answer).body) as { data: { imgCodeToken: string } };
  const { answer } = form('/api/login/login', { username, password: secret, imgCode: 'test', imgCodeToken: captcha.data.imgCodeToken });
  return (JSON.parse((await answer).body) as { data: { token?: string } | null }).data?.token ?? '';
};

it("goes on with the browser's trace, through the route to the statements, and tells nothing of a person", async () => {
  const token = await signIn('admin@example.com', password);
  await signIn(personal[3] ?? '', personal[6] ?? '');
  const authorization = { authorization: `Bearer ${token}` };
  const search = encodeForm({ type: '1', page: '1', keyword: personal[0] ?? '', mobile: personal[1] ?? '' }).toString();
  const list = call(`/api/ajax/user/getUserList?${search}`, { headers: authorization });
  expect(JSON.parse((await list.answer).body)).toMatchObject({ code: 200 });
  const spans = await traceOf(list.trace);
  const root = spans.find(({ kind }) => kind === 2);
  expect(root).toMatchObject({
    service: 'notary-server',
    name: 'GET /api/ajax/user/getUserList',
    parentSpanId: list.parent,
    facts: {
      'http.request.method': 'GET',
      'http.route': '/api/ajax/user/getUserList',
      'http.response.status_code': 200,
      'notary.call': 'getUserList',
    },
  });
  const statements = spans.filter(({ facts }) => facts['db.system.name'] === 'postgresql');
  expect(statements.length).toBeGreaterThan(1);
  for (const { parentSpanId } of statements) expect(parentSpanId).toBe(root?.spanId);
  const line = lines.map((one) => JSON.parse(one) as Record<string, unknown>).find((one) => one['trace'] === list.trace);
  expect(line).toMatchObject({ msg: 'call', call: 'getUserList', operator: '1', span: root?.spanId });

  const nowhere = call(`/nowhere/${personal.map(encodeURIComponent).join('/')}?q=${encodeURIComponent(personal[0] ?? '')}`);
  await nowhere.answer;
  expect((await traceOf(nowhere.trace)).map(({ name, facts }) => [name, facts['http.route']])).toEqual([['GET', undefined]]);
  const verified = call(`/open/v1/verify/${encodeURIComponent(personal[0] ?? '')}`);
  await verified.answer;
  await traceOf(verified.trace);
});

it('a file that a client sends goes through storage and database in its trace', async () => {
  const user = await make.user('personal', 10, personal[0]);
  const boundary = 'b1';
  const body = multipartBody(
    boundary,
    { unique_id: uid(), title: personal[4] ?? '', user_id: user },
    { file: aFile({ name: `${personal[0]}.mp3` }) },
  );
  const contentType = `multipart/form-data; boundary=${boundary}`;
  const headers = signedHeaders(platform, { method: 'POST', path: '/open/v1/evidence', body, contentType });
  const sent = call('/open/v1/evidence', { method: 'POST', body: Uint8Array.from(body), headers });
  expect((await sent.answer).status).toBe(200);
  const spans = await traceOf(sent.trace);
  const named = (name: string) => spans.find((span) => span.name === name);
  const root = named('POST /open/v1/evidence');
  expect(named('storage put')).toMatchObject({
    parentSpanId: root?.spanId,
    events: ['last byte'],
    facts: { 'notary.storage.backend': 'local' },
  });
  const batches = spans.filter(({ name }) => name === 'group commit');
  for (const batch of batches) expect(batch.parentSpanId).toBe(root?.spanId);
  const inBatches = spans.filter(({ parentSpanId }) => batches.some(({ spanId }) => spanId === parentSpanId)).map(({ name }) => name);
  expect(inBatches).toEqual(expect.arrayContaining(['insert intake_nonce', 'select keep_orders']));
  const ids = new Set(spans.map(({ spanId }) => spanId));
  expect(spans.filter(({ parentSpanId }) => !ids.has(parentSpanId))).toEqual([root]);
});

it('a turn of a job is a trace of its own, with its statements; the line of its failure names it', async () => {
  const alarms: unknown[] = [];
  const note = (line: string) => alarms.push([line, tracing()?.current()?.traceId]);
  const compacting = server.jobs.find(({ name }) => name === 'compacting list counters');
  const failing: PeriodicJob = {
    name: 'failing',
    everyMs: 0,
    run: () => Promise.reject(Object.assign(new Error(personal[0]), { code: '53100' })),
  };
  const running = startJobs([{ ...(compacting ?? failing), everyMs: 0 }, failing], note);
  const rootOf = (name: string) => receiver.spans.find((span) => span.name === name);
  try {
    await expect.poll(() => rootOf('compacting list counters') && rootOf('failing'), { timeout: 120_000 }).toBeDefined();
  } finally {
    await running.stop();
  }
  const root = rootOf('compacting list counters');
  expect(root).toMatchObject({ parentSpanId: '', facts: { 'notary.job': 'compacting list counters' } });
  expect(receiver.trace(root?.traceId ?? '').some(({ parentSpanId, kind }) => parentSpanId === root?.spanId && kind === 3)).toBe(true);
  expect(rootOf('failing')).toMatchObject({ status: 2, facts: { 'error.type': '53100' } });
  expect(alarms).toEqual([[expect.stringContaining('failing failed'), rootOf('failing')?.traceId]]);
});

it('a call that goes out stands under what makes it, and takes no trace with it', async () => {
  const calls: unknown[] = [];
  const [other, gone] = [await startTraceReceiver(), await startTraceReceiver()];
  await gone.stop();
  other.answer((response) => {
    calls.push(response.req.headers['traceparent']);
    refuse(response);
  });
  await tracedFetch('witness', `${gone.origin}/secret-path`).catch(() => undefined);
  await traced('going out', { kind: 'internal', root: {} }, async () => {
    await tracedFetch('timestamp authority', `${other.origin}/key-of-ours?token=1`, { method: 'POST' });
    await tracedFetch('witness', gone.origin).catch(() => undefined);
  }).finally(() => other.stop());
  await expect.poll(() => receiver.spans.some(({ name }) => name === 'going out'), { timeout: 120_000 }).toBe(true);
  const root = receiver.spans.find(({ name }) => name === 'going out');
  const out = receiver.spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId);
  expect(out.map(({ name, status, facts }) => [name, status, facts['error.type'], facts['http.response.status_code']])).toEqual([
    ['POST timestamp authority', 2, '400', 400],
    ['GET witness', 2, 'ECONNREFUSED', undefined],
  ]);
  expect(calls).toEqual([undefined]);
  expect(receiver.bodies.filter((body) => /key-of-ours|token=1|secret-path/.test(body))).toEqual([]);
});

it('those whose work is done in one batch have each a span, and the others lead to the one with the statements', async () => {
  const user = await make.user('personal', 20);
  const before = receiver.spans.length;
  await Promise.all(Array.from({ length: 4 }, () => make.send({ user_id: user })));
  const commits = () => receiver.spans.slice(before).filter(({ name }) => name === 'group commit');
  await expect.poll(() => commits().length, { timeout: 120_000 }).toBeGreaterThanOrEqual(4);
  for (const { links } of commits()) for (const link of links) expect(commits().map(({ spanId }) => spanId)).toContain(link);
});

it.each([
  ['answers nothing', hang],
  ['refuses', refuse],
])('a receiver that %s holds up no call and no end, and what waits for it is bounded', async (name, how) => {
  receiver.answer(how);
  const asked = receiver.asked.count;
  for (let count = 0; count < 20; count += 1) {
    const turns = Array.from({ length: 50 }, () => traced('a turn', { kind: 'internal', root: {} }, () => Promise.resolve()));
    await Promise.all(turns);
    expect((await call('/healthz').answer).status).toBe(200);
  }
  for (let count = 0; count < 5000; count += 1) tracing()?.begin(`flood: ${name}`, { kind: 'internal', root: {} })?.end();
  await expect.poll(() => receiver.asked.count, { timeout: 120_000 }).toBeGreaterThan(asked);
  await expect.poll(() => logLines.at(-1), { timeout: 120_000 }).toMatch(/^traces cannot be sent and are thrown away: /);
  receiver.answer(take);
  await expect.poll(async () => (await call('/healthz').answer, logLines.at(-1)), { timeout: 120_000 }).toBe('traces are sent again');
  // One batch was under way, and the queue was full.
  expect(receiver.spans.filter((span) => span.name === `flood: ${name}`).length).toBeLessThan(1200);
});

it('one that is not there holds up nothing either', async () => {
  const gone = await startTraceReceiver();
  await gone.stop();
  const own: string[] = [];
  const { openOtlpTracer } = await import('../../src/server/platform/telemetry/otlp-tracer.ts');
  const tracer = openOtlpTracer({ url: `${gone.origin}/v1/traces`, service: 'notary-server', tell: (line) => own.push(line) });
  tracer.begin('a turn', { kind: 'internal', root: {} })?.end();
  await expect.poll(() => own, { timeout: 120_000 }).toEqual([expect.stringMatching(/^traces cannot be sent .*ECONNREFUSED/)]);
  await tracer.close(3000);
});

it('so many spans stand under one call and no more, and none begins after its end', async () => {
  const root = tracing()?.begin('long', { kind: 'internal', root: {} });
  const begin = () => root?.within(() => tracing()?.begin('short', { kind: 'internal' }));
  for (let count = 0; count < 510; count += 1) begin()?.end();
  root?.end();
  expect(begin()).toBeNull();
  const [long] = await traceOf(root?.traceId ?? '', ({ name }) => name === 'long').then((spans) =>
    spans.filter(({ name }) => name === 'long'),
  );
  expect(long?.facts['notary.spans_left_out']).toBe(10);
});

it('uses the names of the conventions, and holds nothing of a person', () => {
  const known = new Set<unknown>(Object.values(conventions).filter((value) => typeof value === 'string'));
  const keys = new Set(receiver.spans.flatMap(({ facts }) => Object.keys(facts)));
  expect(keys.size).toBeGreaterThan(10);
  expect([...keys].filter((key) => !known.has(key) && !key.startsWith('notary.'))).toEqual([]);
  for (const word of [...personal, password, '127.0.0.1:']) {
    const found = receiver.bodies.filter((body) => body.includes(word) || body.includes(encodeURIComponent(word)));
    expect({ word, found }).toEqual({ word, found: [] });
  }
});
