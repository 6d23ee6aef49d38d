import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { failed, forbidden, lost } from '../../../../test/installation/answers.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { operators } from '../../../../test/installation/factories/access.ts';
import { intakeClient, users, type IntakeKey } from '../../../../test/installation/intake.ts';
import type { ClientRow } from '../../../contract/console/clients.ts';
import { forgetPreviousKeys } from './store.ts';

const installation = testApp();
const make = operators(installation);
let admin: Awaited<ReturnType<typeof installation.signIn>>;
beforeAll(async () => {
  admin = await installation.signIn('admin@example.com');
});

type Made = IntakeKey & { previous_until: string };
const add = async (name: string) => (await admin.post<Made>('/api/ajax/open/addClient', { name })).data;
const rotate = (app_id: string) => admin.post<Made>('/api/ajax/open/rotateClient', { app_id });
const setStatus = (app_id: string, status: number) => admin.post('/api/ajax/open/clientDisable', { app_id, status });
const list = async (fields: Record<string, string | number> = {}) =>
  (await admin.get<{ list: ClientRow[]; count: number }>('/api/ajax/open/getClientList', fields)).data;
/** The intake's status for a call signed with the key. */
const call = async (key: IntakeKey) => (await intakeClient(installation.app, key).get('/open/v1/users/999999')).status;
const trailOf = (object: string) =>
  installation.db
    .selectFrom('trail')
    .select(['actor_name', 'action', 'before', 'after'])
    .where('object', '=', object)
    .orderBy('id')
    .execute();

/** An enterprise with credentials of its own. */
async function enterprise(name: string): Promise<IntakeKey & { user_id: string }> {
  const key = await add('登记用');
  const user_id = await users(() => intakeClient(installation.app, key)).pending('enterprise', name);
  const reviewer = await installation.signIn('reviewer@example.com');
  expect(await reviewer.post('/api/ajax/user/updateUserStatus', { user_id, status: 1, reason: '' })).toMatchObject({ code: 200 });
  const { app_id, security_key } = await installation.db
    .selectFrom('credential')
    .select(['app_id', 'security_key'])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  return { app_id, security_key, user_id };
}

describe('a new client', () => {
  it('of the platform calls at once; its key is told once and stands nowhere else', async () => {
    const key = await add('  官网  ');
    expect(key).toEqual({ app_id: expect.stringMatching(/^[0-9a-f]{16}$/) as string, security_key: expect.any(String) as string });
    expect(await call(key)).toBe(404);
    expect(await list({ keyword: key.app_id })).toEqual({
      count: 1,
      list: [
        {
          name: '官网',
          app_id: key.app_id,
          type: 1,
          type_name: '平台',
          status: 1,
          status_name: '启用',
          last_call: '',
          today: 0,
          today_fail: 0,
          create_time: expect.stringMatching(/^\d{4}-/) as string,
          previous_until: '',
        },
      ],
    });
    expect(await trailOf(`client/${key.app_id}`)).toEqual([
      { actor_name: '管理员', action: '新增客户端', before: null, after: { name: '官网' } },
    ]);
  });

  it.each([
    [{ name: '' }, '名称不能为空'],
    [{ name: '  ' }, '名称不能为空'],
    [{ name: '名'.repeat(61) }, '最多60个字'],
    [{ name: 'a\u0000b' }, '含有无效字符'],
  ])('is not made of %j', async (fields, msg) => {
    const { count } = await list();
    expect(await admin.post('/api/ajax/open/addClient', fields)).toMatchObject(failed(msg));
    expect((await list()).count).toBe(count);
  });
});

describe('the list', () => {
  it('is filtered by name or app_id, by type and by status, and its file holds what it shows and no key', async () => {
    const [own, company] = [await add('筛选平台'), await enterprise('筛选有限公司')];
    await setStatus(own.app_id, 2);
    const names = async (fields: Record<string, string | number>) =>
      (await list({ keyword: '筛选', ...fields })).list.map(({ name }) => name);
    expect(await names({})).toEqual(['筛选有限公司', '筛选平台']);
    expect(await names({ type: 2 })).toEqual(['筛选有限公司']);
    expect(await names({ status: 2 })).toEqual(['筛选平台']);
    expect(await names({ type: 2, status: 2 })).toEqual([]);
    expect((await list({ keyword: company.app_id.slice(0, 9) })).list.map(({ name }) => name)).toContain('筛选有限公司');
    const reply = await installation.app.inject({
      url: `/api/export/clientExport?${new URLSearchParams({ keyword: '筛选' })}`,
      headers: { authorization: admin.token },
    });
    const { sheets } = await readXlsx(reply.rawPayload);
    expect(sheets[0]?.rows.map((row) => row.slice(0, 4))).toEqual([
      ['名称', 'app_id', '类型', '状态'],
      ['筛选有限公司', company.app_id, '企业', '启用'],
      ['筛选平台', own.app_id, '平台', '停用'],
    ]);
    expect(JSON.stringify([await list({ limit: 100 }), sheets])).not.toContain(company.security_key);
    expect((await trailOf('clients')).map(({ action }) => action)).toEqual(['导出']);
  });

  it.each([
    [{ type: 3 }, '类型无效'],
    [{ status: 3 }, '状态无效'],
  ])('refuses %j', async (fields, msg) => {
    expect(await admin.get('/api/ajax/open/getClientList', fields)).toMatchObject(failed(msg));
  });
});

describe('a key that is replaced', () => {
  it('signs beside the new one for 24 hours, and then no more', async () => {
    const old = await add('轮换平台');
    const { data: fresh } = await rotate(old.app_id);
    expect(fresh.security_key).not.toBe(old.security_key);
    expect([await call(old), await call(fresh)]).toEqual([404, 404]);
    expect((await list({ keyword: old.app_id })).list[0]?.previous_until).toBe(fresh.previous_until);
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from previous_until - now()) / 3600 as hours from credential where app_id = ${old.app_id}`.execute(
      installation.db,
    );
    expect(Math.round(Number(rows[0]?.hours))).toBe(24);

    await sql`update credential set previous_until = now() - interval '1 second' where app_id = ${old.app_id}`.execute(installation.db);
    expect([await call(old), await call(fresh)]).toEqual([401, 404]);
    expect((await list({ keyword: old.app_id })).list[0]?.previous_until).toBe('');
    await forgetPreviousKeys(installation.db);
    const kept = await installation.db.selectFrom('credential').selectAll().where('app_id', '=', old.app_id).executeTakeFirstOrThrow();
    expect([kept.previous_key, kept.previous_until]).toEqual([null, null]);
    const trail = await trailOf(`client/${old.app_id}`);
    expect(trail.map(({ action }) => action)).toEqual(['新增客户端', '轮换客户端密钥']);
    for (const key of [old, fresh]) expect(JSON.stringify(trail)).not.toContain(key.security_key);
  });

  it('makes room for the one before it: of three the first signs no more', async () => {
    const first = await add('两次轮换');
    const { data: second } = await rotate(first.app_id);
    const { data: third } = await rotate(first.app_id);
    expect([await call(first), await call(second), await call(third)]).toEqual([401, 404, 404]);
  });

  it('of two who rotate at once both are told a key that signs', async () => {
    const key = await add('同时轮换');
    const both = await Promise.all([rotate(key.app_id), rotate(key.app_id)]);
    for (const { data } of both) expect(await call(data)).toBe(404);
    expect(await call(key)).toBe(401);
  });

  it('is not replaced where the client is disabled, or none', async () => {
    const key = await add('停用后轮换');
    await setStatus(key.app_id, 2);
    expect(await rotate(key.app_id)).toMatchObject(failed('该客户端已停用，不能轮换密钥'));
    expect(await rotate('nobody')).toMatchObject(failed('该客户端不存在'));
  });
});

describe('a client that is disabled', () => {
  it('is refused with either key at once, and called with the same ones once it is enabled, each on the trail', async () => {
    const old = await add('启停平台');
    const { data: fresh } = await rotate(old.app_id);
    expect(await setStatus(old.app_id, 2)).toMatchObject({ code: 200, message: '操作成功' });
    expect([await call(old), await call(fresh)]).toEqual([401, 401]);
    expect(await setStatus(old.app_id, 2)).toMatchObject(lost('该客户端已停用'));
    expect(await setStatus(old.app_id, 1)).toMatchObject({ code: 200 });
    expect([await call(old), await call(fresh)]).toEqual([404, 404]);
    expect(await setStatus(old.app_id, 1)).toMatchObject(lost('该客户端已启用'));
    expect(await setStatus('nobody', 1)).toMatchObject(failed('该客户端不存在'));
    expect((await trailOf(`client/${old.app_id}`)).slice(-2)).toEqual([
      { actor_name: '管理员', action: '停用客户端', before: { status: 'enabled' }, after: { status: 'disabled' } },
      { actor_name: '管理员', action: '启用客户端', before: { status: 'disabled' }, after: { status: 'enabled' } },
    ]);
  });

  it('of an enterprise has its acts in the trail of its user', async () => {
    const company = await enterprise('轨迹有限公司');
    const own = async (key: IntakeKey) => (await intakeClient(installation.app, key).get(`/open/v1/users/${company.user_id}`)).status;
    const { data: fresh } = await rotate(company.app_id);
    expect([await own(company), await own(fresh)]).toEqual([200, 200]);
    await setStatus(company.app_id, 2);
    expect(await own(fresh)).toBe(401);
    await setStatus(company.app_id, 1);
    expect((await trailOf(`user/${company.user_id}`)).slice(-3)).toEqual([
      expect.objectContaining({ action: '轮换接口凭证' }),
      expect.objectContaining({ action: '停用接口凭证', after: { credential: 'disabled' } }),
      expect.objectContaining({ action: '恢复接口凭证', after: { credential: 'enabled' } }),
    ]);
  });
});

it('who may only look makes, replaces and disables nothing', async () => {
  const key = await add('只读');
  const reader = await make.holding(39, 40);
  expect(await reader.get('/api/ajax/open/getClientList', { keyword: key.app_id })).toMatchObject({ data: { count: 1 } });
  expect(await reader.post('/api/ajax/open/addClient', { name: '甲' })).toMatchObject(forbidden);
  expect(await reader.post('/api/ajax/open/rotateClient', { app_id: key.app_id })).toMatchObject(forbidden);
  expect(await reader.post('/api/ajax/open/clientDisable', { app_id: key.app_id, status: 2 })).toMatchObject(forbidden);
  expect(await call(key)).toBe(404);
});
