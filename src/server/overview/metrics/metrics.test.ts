import fastify from 'fastify';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { custodyFindings } from '../system-status/custody-findings.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { enqueue } from '../../../../test/installation/factories/log.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { anchorCheckpoint } from '../../custody/chain/anchoring.ts';
import { custodyHealth } from '../../custody/audit/health.ts';
import { openLogSigner } from '../../custody/log/log-signer.ts';
import { growLog } from '../../custody/log/sequencer.ts';
import { requestDueTimestamps } from '../../custody/timestamps/stamping.ts';
import { custodyMetrics } from './custody-metrics.ts';
import { prometheusText } from '../../platform/telemetry/exposition.ts';
import { metricsRoutes, metricsTrustLoopback } from './routes.ts';

const token = 'a-token-of-the-office';
const installation = testApp({ METRICS_TOKEN: token });
beforeAll(async () => {
  await enqueue(installation.db, ['one', 'two']);
  await growLog(installation.db, await openLogSigner(installation.db, readConfig({ LOG_ORIGIN: 'test.example/log' })));
  await enqueue(installation.db, ['three']);
});

const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
  installation.app.inject({ method: 'GET', url: '/metrics', remoteAddress, headers });

it.each([
  ['this machine', '127.0.0.1', {}, 200],
  ['this machine over IPv6', '::1', {}, 200],
  ['another machine', '10.0.0.7', {}, 404],
  ['another machine that says it is this one', '10.0.0.7', { 'x-forwarded-for': '127.0.0.1' }, 404],
  ['somebody behind a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, 404],
  ['another machine with the token', '10.0.0.7', { authorization: `Bearer ${token}` }, 200],
  ['another machine with another token', '10.0.0.7', { authorization: `Bearer ${token}x` }, 404],
  ['an operator session from another machine', '10.0.0.7', { authorization: 'Bearer ' }, 404],
])('answers %s as it may', async (_who, address, headers, status) => {
  expect((await ask(address, headers)).statusCode).toBe(status);
});

it.each([
  ['TRUST_PROXY', { TRUST_PROXY: '1' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://notary.example' }],
])('with %s a connection from this machine, which may be a proxy without headers, needs the token', async (_name, environment) => {
  for (const [secret, status] of [
    [token, 200],
    [undefined, 404],
  ] as const) {
    const app = fastify();
    await metricsRoutes(app, {
      db: installation.db,
      config: readConfig({}),
      token: secret,
      trustsLoopback: metricsTrustLoopback(readConfig(environment)),
    });
    const from = (headers: Record<string, string>) => app.inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers });
    expect((await from({})).statusCode).toBe(404);
    expect((await from({ authorization: `Bearer ${token}` })).statusCode).toBe(status);
    await app.close();
  }
});

it.each(['x-forwarded-proto', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip', 'x-client-ip', 'true-client-ip'])(
  'is not told behind a proxy of this machine that says %s',
  async (name) => {
    expect((await ask('127.0.0.1', { [name]: 'x' })).statusCode).toBe(404);
  },
);

it.each(['localhost', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080'])(
  'is told to a caller of this machine by its own name %s',
  async (host) => {
    expect((await ask('127.0.0.1', { host })).statusCode).toBe(200);
  },
);

it.each([
  'notary.example',
  'notary.example:8080',
  'localhost.notary.example',
  '127.0.0.1.notary.example',
  '10.0.0.5:8080',
  'attacker@localhost',
])('is not told over this machine under the foreign host %j, as of a proxy that adds no headers', async (host) => {
  expect((await ask('127.0.0.1', { host })).statusCode).toBe(404);
  expect((await ask('127.0.0.1', { host, authorization: `Bearer ${token}` })).statusCode).toBe(200);
});

it('is in the text format of Prometheus and tells no secret, no version and no address', async () => {
  await sql`insert into stamp_line (name, up_to, last_error, failing_since)
    values ('checkpoints', 0, 'http://user:secret@tsa.example', now())`.execute(installation.db);
  const { body, headers } = await ask('127.0.0.1');
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const name = '(?:notary|process)_[a-z0-9_]+';
  const label = String.raw`[a-z]+="[\w ,.+:'()-]+"`;
  const form = new RegExp(String.raw`^(?:# (?:HELP|TYPE) ${name} .+|${name}(?:\{${label}(?:,${label})*\})? -?[\d.e+-]+)$`);
  for (const line of body.trimEnd().split('\n')) expect(line).toMatch(form);
  expect(body).toContain('\nnotary_log_pending_entries 1\n');
  expect(body).toContain('\nnotary_log_checkpoint_size 2\n');
  expect(body).toContain('\nnotary_log_unconfirmed_checkpoints{by="timestamp"} 1\n');
  // Names of tables and calls appear, some of them of secrets, but never their content.
  const told = body.replaceAll(/(?:query|call)="[\w ]+"/g, '').split('\n');
  expect(told.filter((line) => /secret|tsa\.example|node|postgres|fastify|\d+\.\d+\.\d+/i.test(line))).toEqual([]);
  await installation.db.deleteFrom('stamp_line').execute();
});

it('escapes what a label or a help text may hold', () => {
  expect(prometheusText([{ name: 'a', help: 'b\\c\nd', values: [{ labels: { x: 'q"\\\n' }, value: 1 }, { value: null }] }])).toBe(
    '# HELP a b\\\\c\\nd\n# TYPE a gauge\na{x="q\\"\\\\\\n"} 1\n',
  );
});

it('says since when an authority and a chain are down, and keeps the first failure until one succeeds', async () => {
  const nobody = { url: 'http://127.0.0.1:1/' };
  const config = readConfig({ TSA_URL: nobody.url, CHAIN_RPC_URL: nobody.url, CHAIN_KEY: `0x${'1'.repeat(64)}` });
  const down = {
    sign: () => Promise.reject(new Error('the node is down')),
    send: () => Promise.reject(new Error('down')),
    find: () => Promise.reject(new Error('down')),
    newestBlock: () => Promise.reject(new Error('down')),
  };
  await expect(requestDueTimestamps(installation.db, 'checkpoints', { authority: nobody, most: 1 })).rejects.toThrow();
  await expect(anchorCheckpoint(installation.db, down, { confirmations: 1, intervalSeconds: 0 })).rejects.toThrow('the node is down');
  const first = await custodyHealth(installation.db);
  expect(first.chain).toMatchObject({ uncovered: 1, lastAt: null, error: 'the node is down', failingSince: expect.any(Date) as Date });
  for (const table of ['stamp_line', 'log_anchor']) await sql`update ${sql.table(table)} set next_at = now()`.execute(installation.db);
  await expect(requestDueTimestamps(installation.db, 'checkpoints', { authority: nobody, most: 1 })).rejects.toThrow();
  await expect(anchorCheckpoint(installation.db, down, { confirmations: 1, intervalSeconds: 0 })).rejects.toThrow();
  const second = await custodyHealth(installation.db);
  expect([second.timestamps.failingSince, second.chain.failingSince]).toEqual([first.timestamps.failingSince, first.chain.failingSince]);
  const findings = custodyFindings(second, config);
  expect(findings.filter(({ ok }) => !ok).map(({ item, detail }) => `${item}: ${detail}`)).toEqual([
    expect.stringMatching(/^timestamps: down since 20\d\d-/),
    expect.stringMatching(/^chain: down since 20\d\d-.*the node is down/),
  ]);
  expect(custodyFindings(second, readConfig({})).every(({ ok }) => ok)).toBe(true);
});

it('counts faulty and overdue files, and doctor calls them by name', async () => {
  await sql`insert into stored_object (sha256, size_bytes, state, checked_at, added_at, due_at) values
    (repeat('a', 64), 1, 'damaged', now(), now(), now() + interval '1 day'),
      (repeat('b', 64), 1, 'missing', now(), now(), now() + interval '1 day'),
    (repeat('c', 64), 1, 'whole', now() - interval '90 days', now() - interval '200 days', now() - interval '60 days')`.execute(
    installation.db,
  );
  const health = await custodyHealth(installation.db);
  expect(health.scrub).toMatchObject({ objects: 3, unchecked: 0, damaged: 1, missing: 1, due: 1 });
  const [files] = custodyFindings(health, readConfig({}));
  expect(files).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/1 DAMAGED, 1 MISSING, 1 due now.*60 days behind the cycle of 30/) as string,
  });
  const { body } = await ask('127.0.0.1');
  expect(body).toContain('\nnotary_scrub_due_objects 1\n');
  // Under its former name too, for the dashboards of release 1.0.
  expect(body).toContain('\nnotary_sweep_due_objects 1\n');
  expect(Number(/\nnotary_scrub_oldest_look_seconds (\S+)\n/.exec(body)?.[1])).toBeGreaterThanOrEqual(90 * 86_400);
});

it('counts files whose looks are dated ahead as due, and as never looked at', async () => {
  await sql`delete from stored_object`.execute(installation.db);
  await sql`insert into stored_object (sha256, size_bytes, state, checked_at, added_at, due_at) values
    (repeat('c', 64), 1, 'whole', now() + interval '300 days', now() - interval '50 days', now() + interval '330 days'),
    (repeat('d', 64), 1, 'whole', now(), now() - interval '200 days', now() + interval '30 days')`.execute(installation.db);
  const { body } = await ask('127.0.0.1');
  expect(body).toContain('\nnotary_scrub_due_objects 1\n');
  expect(body).toContain('\nnotary_scrub_ahead_objects 1\n');
  expect(Number(/\nnotary_scrub_oldest_look_seconds (\S+)\n/.exec(body)?.[1])).toBeGreaterThanOrEqual(50 * 86_400);
  const [files] = custodyFindings(await custodyHealth(installation.db), readConfig({}));
  expect(files).toMatchObject({
    ok: false,
    detail: expect.stringContaining('1 last looked at in the future: the clock was wrong then, or is now') as string,
  });
});

it('shows a checkpoint that was signed while the clock was ahead', async () => {
  const health = await custodyHealth(installation.db);
  const checkpoint = { size: 2, signedAt: new Date(health.at.getTime() + 7_200_000) };
  const fast = { ...health, log: { ...health.log, checkpoint } };
  expect(prometheusText(custodyMetrics(health))).toContain('\nnotary_log_checkpoint_ahead_seconds 0\n');
  expect(prometheusText(custodyMetrics(fast))).toContain('\nnotary_log_checkpoint_ahead_seconds 7200\n');
  expect(custodyFindings(fast, readConfig({})).find(({ item }) => item === 'log')).toMatchObject({
    ok: false,
    detail: expect.stringContaining('AHEAD of the clock') as string,
  });
});
