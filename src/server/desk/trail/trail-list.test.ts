import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import type { TrailRow } from '../../../contract/console/trail.ts';
import { compactListCounts } from '../lists/feature.ts';
import { extendTrailChain } from './chain.ts';
import { type Actor, recordTrail } from './trail.ts';

const installation = testApp();
const number = '0123456789ABCDEF0123456789ABCDEF';
const operator = (name: string): Actor => ({ kind: 'operator', id: '2', name, ip: '192.0.2.7' });
const admin = () => installation.signInWithPassword('admin@example.com');
type Listed = { list: TrailRow[]; count: number };

async function list(fields: Record<string, string | number>): Promise<Listed> {
  const answer = await (await admin()).get<Listed>('/api/ajax/trail/getList', { limit: 100, ...fields });
  expect(answer.code).toBe(200);
  return answer.data;
}
const objects = async (fields: Record<string, string | number>) => (await list(fields)).list.map(({ object }) => object);

beforeAll(async () => {
  await recordTrail(installation.db, operator('王审核'), {
    action: '实名审核',
    object: 'user/17',
    before: { status: 'pending', repair: 'none' },
    after: { status: 'approved', repair: 'none', result: 'passed', reason: '' },
  });
  await recordTrail(installation.db, operator('王审核'), {
    action: '编辑角色',
    object: 'role/4',
    before: { position: '甲', nodes: [1, 2] },
    after: { position: '乙', nodes: [1, 3] },
  });
  await recordTrail(
    installation.db,
    { kind: 'client', id: 'app', name: '实名审核', ip: '192.0.2.8' },
    { action: '存证', object: `evidence/${number}`, after: { kind: 'file', sizeBytes: 3 } },
  );
  await recordTrail(
    installation.db,
    { kind: 'client', id: 'b', name: '王审核/实名审核', ip: '192.0.2.8' },
    { action: '登记用户', object: 'user/170' },
  );
});

it('tells who did what to what, from where, and what it was before and after, in words too', async () => {
  const { list: rows } = await list({ operator: '王审核', action: '实名审核' });
  expect(rows).toEqual([
    {
      id: expect.stringMatching(/^\d+$/) as string,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
      operator: '王审核',
      operator_id: '2',
      operator_kind_name: '操作员',
      ip: '192.0.2.7',
      action: '实名审核',
      object: 'user/17',
      object_name: '用户 17',
      before: { status: 'pending', repair: 'none' },
      after: { status: 'approved', repair: 'none', result: 'passed', reason: '' },
      change: '状态：待审核 → 已通过；结果：通过',
      hash: '',
    },
  ]);
  expect((await list({ keyword: 'role/4' })).list[0]?.change).toBe(
    '角色名称：甲 → 乙；新增权限：个人用户认证；移除权限：企业用户认证 → 无',
  );
});

it('finds by operator, action, a piece of either or of the object, a whole evidence number and the day, each counted exactly', async () => {
  expect(await objects({ operator: '王审核' })).toEqual(['role/4', 'user/17']);
  expect(await objects({ keyword: '审' })).toEqual(['user/170', `evidence/${number}`, 'role/4', 'user/17']);
  expect(await objects({ keyword: 'user/17' })).toEqual(['user/170', 'user/17']);
  expect(await objects({ keyword: number.toLowerCase() })).toEqual([`evidence/${number}`]);
  expect(await objects({ keyword: number.slice(0, 31) })).toEqual([]);
  expect(await objects({ keyword: '审核', operator: '王审核', action: '编辑角色' })).toEqual(['role/4']);
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  expect((await list({ datetime: `${today} - ${today}`, action: '存证' })).count).toBe(1);
  expect((await list({ datetime: '2020-01-01 - 2020-01-02' })).count).toBe(0);
});

it('takes no name for an action, nor a name with a stroke for a name and an action', async () => {
  for (const compact of [false, true]) {
    if (compact) await compactListCounts(installation.db);
    expect(await list({ action: '实名审核' })).toMatchObject({ count: 1, list: [{ object: 'user/17' }] });
    expect(await list({ operator: '实名审核' })).toMatchObject({ count: 1, list: [{ action: '存证' }] });
    expect(await list({ operator: '王审核', action: '实名审核' })).toMatchObject({ count: 1, list: [{ object: 'user/17' }] });
    expect(await list({ operator: '王审核/实名审核' })).toMatchObject({ count: 1, list: [{ object: 'user/170' }] });
  }
});

it.each([
  [{ datetime: '2026-02-30 - 2026-03-01' }, '日期范围无效'],
  [{ limit: 101 }, '每页条数应为1到100的整数'],
  [{ operator: '长'.repeat(101) }, '最多100个字'],
])('refuses %j', async (fields, msg) => {
  expect(await (await admin()).get('/api/ajax/trail/getList', fields)).toMatchObject({ code: 403, data: { msg } });
});

it('shows a row at once, and its hash as soon as the chain has taken it up', async () => {
  await recordTrail(installation.db, operator('李链接'), { action: '登录', object: 'account/9' });
  expect((await list({ operator: '李链接' })).list[0]?.hash).toBe('');
  while ((await extendTrailChain(installation.db)) > 0);
  const { rows } = await sql<{
    hash: string;
  }>`select encode(c.hash, 'hex') as hash from trail_chain c join trail t on t.id = c.trail_id where t.actor_name = '李链接'`.execute(
    installation.db,
  );
  expect((await list({ operator: '李链接' })).list[0]?.hash).toBe(rows[0]?.hash);
});

it('exports what the filters show, and the export is on the trail itself', async () => {
  const { token } = await admin();
  const reply = await installation.app.inject({
    url: `/api/export/trailExport?${new URLSearchParams({ operator: '王审核' })}`,
    headers: { authorization: token },
  });
  expect(reply.headers['content-type']).toMatch(/spreadsheetml/);
  const { sheets } = await readXlsx(reply.rawPayload);
  const [head, ...rows] = sheets[0]?.rows ?? [];
  expect(head).toEqual(['时间', '操作人', 'IP', '操作类型', '对象', '变更内容', '哈希']);
  expect(rows.map((row) => row[4])).toEqual(['角色 4', '用户 17']);
  expect(await list({ action: '导出' })).toMatchObject({ count: 1, list: [{ object_name: '操作日志', change: '操作人：王审核' }] });
});

it('derives the newest links anew at each look, and says where a row was changed behind its back', async () => {
  const look = async () => (await (await admin()).get('/api/ajax/trail/getChain')).data;
  while ((await extendTrailChain(installation.db)) > 0);
  const whole = (await look()) as { linked: number };
  expect(whole).toMatchObject({ waiting: 1, checked: whole.linked, checkedUntil: expect.stringMatching(/^\d{4}/) as string, broken: '' });
  const seq = '3';
  await installation.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx); // disables the guard triggers, as an attacker would
    await sql`update trail set object = 'user/18' where id = (select trail_id from trail_chain where seq = ${seq})`.execute(tx);
  });
  expect(await look()).toMatchObject({ checked: 2, broken: seq });
});
