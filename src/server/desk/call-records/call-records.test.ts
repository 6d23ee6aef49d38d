import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { failed } from '../../../../test/installation/answers.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { intakeClient, type IntakeKey } from '../../../../test/installation/intake.ts';
import type { CallRow } from '../../../contract/console/clients.ts';
import { dayMs, formatDay } from '../../../domain/kit/text/time.ts';
import { compactListCounts } from '../lists/feature.ts';
import { newCredential } from '../../business/users/credentials.ts';
import { firstRetainedDay } from './feature.ts';
import { forgetCallRecords, insertCallRecords } from './store.ts';

const installation = testApp();
type Listed = { list: CallRow[]; count: number; client: { name: string } };
let admin: Awaited<ReturnType<typeof installation.signIn>>;
beforeAll(async () => {
  admin = await installation.signIn('admin@example.com');
});

async function newClient(status: 'enabled' | 'disabled' = 'enabled'): Promise<IntakeKey> {
  const key = newCredential();
  await installation.db
    .insertInto('credential')
    .values({ ...key, kind: 'platform', user_id: null, name: '记录平台', status })
    .execute();
  return key;
}
const list = async (app_id: string, fields: Record<string, string | number> = {}) =>
  (await admin.get<Listed>('/api/ajax/open/getCallList', { app_id, limit: 100, ...fields })).data;
/** The records, once there are `count` of them. */
const recorded = (app_id: string, count: number) =>
  vi.waitFor(
    async () => {
      const found = await list(app_id);
      expect(found.count).toBe(count);
      return found;
    },
    { timeout: 15_000, interval: 100 },
  );
const user = () => ({ unique_id: randomBytes(8).toString('hex'), type: 1, mobile: `1${Date.now()}`.slice(0, 11), name: '张三' });

describe('a call', () => {
  it('is written down after its answer, with how it ended and why', async () => {
    const key = await newClient();
    const client = intakeClient(installation.app, key);
    expect(await client.post('/open/v1/users', user())).toMatchObject({ status: 200 });
    expect(await client.get('/open/v1/users/999999')).toMatchObject({ status: 404 });
    expect(await client.post('/open/v1/users', { type: 3 })).toMatchObject({ status: 400 });
    const { list: rows, client: named } = await recorded(key.app_id, 3);
    expect(named).toEqual({ name: '记录平台', app_id: key.app_id, type_name: '平台' });
    expect(rows.toReversed()).toEqual([
      {
        id: expect.stringMatching(/^\d+$/) as string,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
        call: 'POST /open/v1/users',
        status: 200,
        ms: expect.any(Number) as number,
        ip: '127.0.0.1',
        reason: '',
      },
      expect.objectContaining({ call: 'GET /open/v1/users/999999', status: 404, reason: expect.stringMatching(/^对象不存在：/) as string }),
      expect.objectContaining({ status: 400, reason: expect.stringMatching(/^请求内容有误：/) as string }),
    ]);
    const { last_call } = await installation.db
      .selectFrom('client_activity')
      .select('last_call')
      .where('app_id', '=', key.app_id)
      .executeTakeFirstOrThrow();
    expect(Date.now() - last_call.getTime()).toBeLessThan(60_000);
  });

  it('whose signature does not fit tells the text that the server compared it over, and neither key nor right signature', async () => {
    const key = await newClient();
    const signing = { ...key, security_key: 'another-key' };
    const path = '/open/v1/users/1?name=%E5%BC%A0';
    const nonce = randomBytes(8).toString('hex');
    const timestamp = Math.floor(Date.now() / 1000);
    expect(await intakeClient(installation.app, signing).send({ method: 'GET', path, nonce, timestamp })).toMatchObject({ status: 401 });
    const [row] = (await recorded(key.app_id, 1)).list;
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    expect(row?.reason.split('\n')).toEqual([
      '签名无效：X-Signature 与服务器的计算结果不符',
      '服务器验签所用的内容：',
      'GET',
      path,
      String(timestamp),
      nonce,
      empty,
    ]);
    const { 'x-signature': right } = intakeClient(installation.app, key).headersOf({ method: 'GET', path, nonce, timestamp });
    const stored = JSON.stringify(await installation.db.selectFrom('call_record').selectAll().where('app_id', '=', key.app_id).execute());
    for (const secret of [key.security_key, right ?? '-']) expect(stored).not.toContain(secret);
  });

  it.each([
    ['X-Timestamp 与服务器时间相差超过 300 秒', { timestamp: 1 }],
    ['X-Nonce 格式错误', { nonce: ' ' }],
    ['X-Signature 缺失', { tamper: (headers: Record<string, string>) => void delete headers['x-signature'] }],
    ['X-Content-SHA256 不是空内容的哈希', { contentSha256: '0'.repeat(64) }],
  ])('with a wrong header says which: %s', async (words, change) => {
    const key = await newClient();
    expect(await intakeClient(installation.app, key).send({ method: 'GET', path: '/open/v1/users/1', ...change })).toMatchObject({
      status: 401,
    });
    expect((await recorded(key.app_id, 1)).list[0]?.reason).toBe(`签名无效：${words}`);
  });

  it('of a disabled client is written down; of one that is not there nothing is', async () => {
    const key = await newClient('disabled');
    const stranger = { app_id: `s${randomBytes(6).toString('hex')}`, security_key: 'k' };
    expect(await intakeClient(installation.app, stranger).get('/open/v1/users/1')).toMatchObject({ status: 401 });
    expect(await intakeClient(installation.app, key).get('/open/v1/users/1')).toMatchObject({ status: 401 });
    expect((await recorded(key.app_id, 1)).list[0]).toMatchObject({ status: 401, reason: '签名无效：X-App-Id 未知或已停用' });
    expect(await installation.db.selectFrom('call_record').select('id').where('app_id', '=', stranger.app_id).execute()).toEqual([]);
  });
});

const at = (appId: string, when: Date, status = 200) => ({
  appId,
  at: when,
  call: 'GET /open/v1/me',
  status,
  ms: 3,
  ip: '192.0.2.1',
  refusal: status < 400 ? '' : 'forbidden',
  message: '',
  signedOver: '',
  isSigned: true,
});

describe('the list', () => {
  it('is of one client, filtered by result and by days, and counted exactly', async () => {
    const [key, other] = [await newClient(), await newClient()];
    const [now, before] = [new Date(), new Date(Date.now() - 2 * dayMs)];
    await insertCallRecords(installation.db, [
      at(key.app_id, now),
      at(key.app_id, now, 403),
      at(key.app_id, before, 500),
      at(key.app_id, before, 204),
      at(other.app_id, now),
    ]);
    const statuses = async (fields: Record<string, string | number>) => {
      const { list: rows, count } = await list(key.app_id, fields);
      expect(rows.length).toBe(count);
      return rows.map(({ status }) => status);
    };
    for (const compact of [false, true]) {
      if (compact) await compactListCounts(installation.db);
      expect((await statuses({})).toSorted((a, b) => a - b)).toEqual([200, 204, 403, 500]);
      expect(await statuses({ result: 1 })).toEqual([200, 204]);
      expect(await statuses({ result: 2 })).toEqual([403]);
      expect(await statuses({ result: 3, datetime: `${formatDay(before)} - ${formatDay(before)}` })).toEqual([500]);
      expect(await statuses({ result: 3, datetime: `${formatDay(now)} - ${formatDay(now)}` })).toEqual([]);
    }
    expect(await admin.get('/api/ajax/open/getClientList', { keyword: key.app_id })).toMatchObject({
      data: { count: 1, list: [{ app_id: key.app_id, today: 2, today_fail: 1 }] },
    });
  });

  it.each([
    [{ app_id: 'nobody' }, '该客户端不存在'],
    [{ app_id: '' }, '客户端无效'],
    [{ app_id: 'a/b' }, '客户端无效'],
    [{ app_id: 'platform', result: 4 }, '结果无效'],
    [{ app_id: 'platform', datetime: '2026-02-30 - 2026-03-01' }, '日期范围无效'],
  ])('refuses %j', async (fields, msg) => {
    expect(await admin.get('/api/ajax/open/getCallList', fields)).toMatchObject(failed(msg));
  });
});

describe('after 30 days', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
  const forget = () => forgetCallRecords(installation.db, firstRetainedDay(new Date(), 30));
  const idsOf = async (app_id: string) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from call_record where app_id = ${app_id}`.execute(installation.db);
    return rows[0]?.n;
  };

  it('calls are gone by the partition, and their counts with them; the others stay', async () => {
    const key = await newClient();
    const days = Array.from({ length: 36 }, (_, ago) => ago);
    await insertCallRecords(
      installation.db,
      days.map((ago) => at(key.app_id, daysAgo(ago), ago % 2 === 0 ? 200 : 403)),
    );
    await compactListCounts(installation.db);
    const emptied = await forget();
    expect(emptied).toBeGreaterThan(0);
    const { count, list: rows } = await list(key.app_id);
    expect(rows.length).toBe(count);
    expect(await idsOf(key.app_id)).toBe(count);
    // A partition holds three days: all are kept for 30 days, none for 34.
    expect(count).toBeGreaterThanOrEqual(31);
    expect(count).toBeLessThanOrEqual(33);
    expect((await list(key.app_id, { result: 2 })).count).toBe(rows.filter(({ status }) => status === 403).length);
    expect(await forget()).toBe(0);
    expect((await list(key.app_id)).count).toBe(count);
  });

  it('a partition that was begun anew after a long pause loses its old rows alone', async () => {
    const key = await newClient();
    await sql`truncate call_record`.execute(installation.db);
    // 36 days ago is one round of the ring earlier, in the same partition as today.
    await insertCallRecords(installation.db, [at(key.app_id, daysAgo(36)), at(key.app_id, daysAgo(72), 403)]);
    await insertCallRecords(installation.db, [at(key.app_id, daysAgo(0))]);
    await forget();
    expect(await list(key.app_id)).toMatchObject({ count: 1 });
    expect(await idsOf(key.app_id)).toBe(1);
    expect((await list(key.app_id, { result: 2 })).count).toBe(0);
  });
});
