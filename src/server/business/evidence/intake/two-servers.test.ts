import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { testApp } from '../../../../../test/installation/app.ts';
import { aFile, evidenceMaker, sha256Of, uid } from '../../../../../test/installation/factories/evidence.ts';
import { intakeClient } from '../../../../../test/installation/intake.ts';
import { buildApp } from '../../../app.ts';
import { readConfig } from '../../../platform/runtime/config.ts';
import { checkLog } from '../../../custody/audit/log-check.ts';
import { openLogSigner } from '../../../custody/log/log-signer.ts';
import { growLog } from '../../../custody/log/sequencer.ts';
import { checkLedger } from '../../points/check.ts';
import { forgetNonces } from '../../../open/signed/store.ts';
import { newCredential } from '../../users/credentials.ts';

const installation = testApp();
const make = evidenceMaker(installation);
const key = newCredential();

beforeAll(async () => {
  await make.open();
  await installation.db
    .insertInto('credential')
    .values({ ...key, kind: 'platform', user_id: null, name: '另一平台' })
    .execute();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const config = readConfig({ RATE_LIMIT_PER_MINUTE: '0' });
const { pointsOf } = make;

it('keeps each order once when two servers take the same ones at the same time, for the same users, and both grow the log', async () => {
  const secrets = { token: randomBytes(32), link: randomBytes(32), owner: randomBytes(32), totp: randomBytes(32) };
  const second = await buildApp({
    config,
    db: installation.db,
    pool: installation.pool,
    store: installation.store,
    stages: installation.stages,
    secrets,
  });
  try {
    const users = [await make.user('personal', 12), await make.user('enterprise', 30)];
    const orders = Array.from({ length: 40 }, (_, at) => ({ fields: { user_id: users[at % 2] ?? '', unique_id: uid() }, file: aFile() }));
    const clients = [intakeClient(installation.app, key), intakeClient(second, key)];
    const signer = await openLogSigner(installation.db, config);
    const sending = clients.flatMap((client, server) =>
      (server === 0 ? orders : orders.toReversed()).map(async ({ fields, file }) => ({
        id: fields.unique_id,
        answer: await make.send(fields, file, client),
      })),
    );
    const growing = Array.from({ length: 6 }, () => growLog(installation.db, signer, { batch: 5 }));
    const answers = await Promise.all(sending);
    await Promise.all(growing);
    await growLog(installation.db, signer);

    // The first user's 12 points pay for 12 of 20 requests; which ones, and on which server, is not determined.
    const kept = answers.filter(({ answer }) => answer.status === 200);
    const byId = new Map(kept.map(({ id, answer }) => [id, answer.body]));
    expect(byId.size).toBe(32);
    for (const { id, answer } of kept) expect(answer.body).toEqual(byId.get(id));
    for (const { answer } of answers) expect([200, 402]).toContain(answer.status);
    expect(await Promise.all(users.map(pointsOf))).toEqual([0, 10]);
    const { rows } = await sql`select count(*)::int as n, count(distinct log_entry)::int as entries from evidence
        where user_id = any(${users}::bigint[])`.execute(installation.db);
    expect(rows).toEqual([{ n: 32, entries: 32 }]);
    expect(await checkLog(installation.db)).toMatchObject({ broken: null });
    expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
  } finally {
    await second.close();
  }
});

it('waits for a store that is late, shows nothing until it has answered, and serves others meanwhile', async () => {
  const user_id = await make.user('personal', 5);
  const { put } = installation.store;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  vi.spyOn(installation.store, 'put').mockImplementationOnce(async (source, limits) => {
    const object = await put.call(installation.store, source, limits);
    await held;
    return object;
  });
  const file = aFile();
  const late = make.send({ user_id }, file);
  await expect.poll(() => installation.store.stat(sha256Of(file.bytes))).not.toBeNull();
  // The file exists, but it is not evidence before the store has confirmed it.
  expect(await make.send({ user_id })).toMatchObject({ status: 200 });
  expect(await installation.db.selectFrom('evidence').select('id').where('user_id', '=', user_id).execute()).toHaveLength(1);
  release();
  expect(await late).toMatchObject({ status: 200 });
});

it('bears a clock that jumps back: order, repetition and nonces hold, and a time from before the jump is refused', async () => {
  const user_id = await make.user('personal', 5);
  const file = aFile();
  const fields = { user_id, unique_id: uid() };
  const first = await make.send(fields, file);
  const now = Date.now();
  const nonce = uid();
  expect(
    await make.client().post('/open/v1/users', { unique_id: uid(), type: 1, mobile: '19944440000', name: '张三' }, { nonce }),
  ).toMatchObject({ status: 200 });

  vi.useFakeTimers({ toFake: ['Date'], now: now - 3_600_000 });
  expect(await make.send(fields, file)).toEqual(first);
  const second = await make.send({ user_id });
  expect(second).toMatchObject({ status: 200 });
  expect(
    await make.client().post('/open/v1/users', { unique_id: uid(), type: 1, mobile: '19944440001', name: '李四' }, { nonce }),
  ).toMatchObject({ status: 401 });
  const stale = { timestamp: Math.floor(now / 1000) };
  expect(
    await make.client().post('/open/v1/users', { unique_id: uid(), type: 1, mobile: '19944440002', name: '王五' }, stale),
  ).toMatchObject({ status: 401, body: { error: { message: expect.stringContaining('X-Timestamp') as string } } });

  // The log keeps the order of events; no checkpoint is older than the one before.
  const signer = await openLogSigner(installation.db, config);
  await growLog(installation.db, signer);
  const rows = await installation.db
    .selectFrom('evidence')
    .innerJoin('log_entry', 'log_entry.pending_id', 'evidence.log_entry')
    .select('number')
    .where('user_id', '=', user_id)
    .orderBy('seq')
    .execute();
  expect(rows.map(({ number }) => number)).toEqual([first.body['baoquan'], second.body['baoquan']]);
  expect(await checkLog(installation.db)).toMatchObject({ broken: null });
  expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
});

it('lets no nonce serve twice though it was forgotten while the clock was ahead, and serves on when the clock has come back', async () => {
  const now = Date.now();
  const at = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: now + seconds * 1000 });
  const user = (mobile: string) => ({ unique_id: uid(), type: 1, mobile, name: '张三' });
  const again = { nonce: uid(), timestamp: Math.floor(now / 1000) };
  const refused = { status: 401, body: { error: { message: expect.stringContaining('X-Nonce') as string } } };
  at(0);
  expect(await make.client().post('/open/v1/users', user('19944440010'), again)).toMatchObject({ status: 200 });
  for (const ahead of [600, 1_400, 3_600, 31_536_000]) {
    at(ahead);
    await forgetNonces(installation.db, new Date());
    at(1);
    expect(await make.client().post('/open/v1/users', user('19944440011'), again), `${ahead} s ahead`).toMatchObject(refused);
  }
  expect(await installation.db.selectFrom('intake_nonce').select('nonce').where('nonce', '=', again.nonce).execute()).toEqual([]);
  expect(await make.client().post('/open/v1/users', user('19944440012'))).toMatchObject({ status: 200 });

  // A nonce used while the clock is ahead, and deleted since, does not block other hours.
  at(31_536_000);
  expect(await make.client().post('/open/v1/users', user('19944440013'))).toMatchObject({ status: 200 });
  at(31_536_000 + 2_000);
  await forgetNonces(installation.db, new Date());
  at(3);
  expect(await make.client().post('/open/v1/users', user('19944440014'))).toMatchObject({ status: 200 });
});
