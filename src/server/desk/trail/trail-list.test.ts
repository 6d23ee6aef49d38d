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
      object_url: '',
      before: { status: 'pending', repair: 'none' },
      after: { status: 'approved', repair: 'none', result: 'passed', reason: '' },
      changes: [
        { label: '状态', old: '待审核', now: '已通过' },
        { label: '结果', old: '', now: '通过' },
      ],
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
  expect(rows.map((row) => row[4])).toEqual([`角色 ${await positionOf('4', '乙')}`, '用户 17']);
  expect(await list({ action: '导出' })).toMatchObject({ count: 1, list: [{ object_name: '操作日志', change: '操作人：王审核' }] });
});

/** The present name of a role; the one in the row where there is none. */
async function positionOf(id: string, otherwise: string): Promise<string> {
  return (await installation.db.selectFrom('role').select('position').where('id', '=', id).executeTakeFirst())?.position ?? otherwise;
}

it('names what exists with a link to its page, and people in place of their ids', async () => {
  const { id, name } = await installation.db
    .insertInto('users')
    .values({ name: '北京舟野食品有限公司', mobile: '13100000001', type: 'enterprise', registered_at: new Date() })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
  const reviewer = await installation.db.selectFrom('account').select(['id', 'realname']).orderBy('id', 'desc').executeTakeFirstOrThrow();
  const by = operator('赵命名');
  await recordTrail(installation.db, by, { action: '实名审核', object: `user/${id}` });
  await recordTrail(installation.db, by, { action: '启用账号', object: `account/${reviewer.id}` });
  await recordTrail(installation.db, by, { action: '开始处理出证申请', object: 'application/999999', after: { claimedBy: reviewer.id } });
  await recordTrail(installation.db, by, {
    action: '改派出证申请',
    object: 'application/999999',
    before: { acceptor: '3', name: '沈知衡' },
    after: { acceptor: '4', name: '苏晚晴' },
  });
  await recordTrail(installation.db, by, { action: '删除视图', object: 'view/999999', before: { name: '我的待办' } });
  const { list: rows } = await list({ operator: '赵命名' });
  expect(rows.map((row) => [row.object_name, row.object_url, row.change])).toEqual([
    ['视图 我的待办', '', '名称：我的待办 → 无'],
    ['出证申请 999999', '', '受理人：沈知衡 → 苏晚晴'],
    ['出证申请 999999', '', `处理人：${reviewer.realname}`],
    [`账号 ${reviewer.realname}`, `/authority/account?keyword=${encodeURIComponent(reviewer.realname)}`, ''],
    [`用户 ${name}`, expect.stringContaining(String(id)), ''],
  ]);
});

it('leaves out what the reader themselves only looked at, counted exactly under each filter', async () => {
  const { accountId, realname } = await installation.db
    .selectFrom('account')
    .select(['id as accountId', 'realname'])
    .where('username', '=', 'admin@example.com')
    .executeTakeFirstOrThrow();
  const [me, other] = [{ kind: 'operator', id: accountId, name: realname, ip: '192.0.2.9' } as const, operator('钱他人')];
  for (const actor of [me, other])
    for (const action of ['查看用户资料', '查看用户资料', '查看存证', '赠送积分'] as const)
      await recordTrail(installation.db, actor, { action, object: 'user/4711' });
  // Signed in once: each sign-in is a row of the trail.
  const reader = await admin();
  const listed = async (fields: Record<string, string | number>) =>
    (await reader.get<Listed>('/api/ajax/trail/getList', { limit: 100, ...fields })).data;
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const cases: [Record<string, string>, number][] = [
    [{}, 3],
    [{ action: '查看用户资料' }, 2],
    [{ action: '赠送积分' }, 0],
    [{ operator: realname }, 3],
    [{ operator: realname, action: '查看存证' }, 1],
    [{ operator: '钱他人' }, 0],
    [{ datetime: `${today} - ${today}` }, 3],
    [{ keyword: 'user/4711' }, 3],
    [{ keyword: '查看', operator: realname }, 3],
  ];
  for (const compact of [false, true]) {
    if (compact) await compactListCounts(installation.db);
    for (const [fields, fewer] of cases) {
      const [all, some] = [await listed(fields), await listed({ ...fields, own_looks: '0' })];
      expect([fields, all.count - some.count]).toEqual([fields, fewer]);
      const isOwnLook = ({ operator: by, action }: TrailRow) => by === realname && action.startsWith('查看');
      expect(some.list).toEqual(all.list.filter((row) => !isOwnLook(row)));
    }
  }
  const paged = await Promise.all([1, 2].map(async (page) => (await listed({ own_looks: '0', limit: 5, page })).list));
  expect(paged.flat()).toEqual((await listed({ own_looks: '0', limit: 10 })).list);

  // Where another account has the same name, the trail cannot tell whose looking it was, and shows all.
  await installation.db.updateTable('account').set({ realname }).where('id', '=', '2').execute();
  expect((await listed({ own_looks: '0' })).count).toBe((await listed({})).count);
});

it('lists those on the trail, the accounts first', async () => {
  const { list: names } = (await (await admin()).get<{ list: string[] }>('/api/ajax/trail/getOperators')).data;
  expect(names).toEqual(expect.arrayContaining(['王审核', '实名审核', '王审核／实名审核', '钱他人']));
  const { rows } = await installation.pool.query<{ realname: string }>('select realname from account');
  const isAccount = names.map((name) => rows.some(({ realname }) => realname === name));
  expect(isAccount).toEqual(isAccount.toSorted((a, b) => Number(b) - Number(a)));
  expect(new Set(names).size).toBe(names.length);
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
