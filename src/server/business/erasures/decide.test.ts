import { beforeAll, describe, expect, it } from 'vitest';
import { failed, forbidden, lost } from '../../../../test/installation/answers.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { applicationMaker } from '../../../../test/installation/factories/applications.ts';
import type { ErasureRow } from '../../../contract/console/erasures.ts';
import { eraseNext } from './execute.ts';

const installation = testApp();
const make = applicationMaker(installation);
type Operator = Awaited<ReturnType<typeof installation.signIn>>;
let first: Operator;
let second: Operator;
let asker: Operator;

beforeAll(async () => {
  await make.open();
  const set = (id: string, nodes: number[]) => installation.db.updateTable('role').set({ nodes }).where('id', '=', id).execute();
  await set('2', [1, 50, 51, 52]);
  await set('3', [1, 50, 51]);
  first = await installation.signIn('reviewer@example.com');
  second = await installation.signIn('other@example.com');
  asker = await installation.signIn('nobody@example.com');
});

const ask = (by: Operator, user_id: string, reason = '本人书面要求') =>
  by.post<{ id: string }>('/api/user/requestErasure', { user_id, reason });
const decide = (by: Operator, id: string, status: string, reason = '') => by.post('/api/user/decideErasure', { id, status, reason });
const asked = async (by: Operator, userId: string) => (await ask(by, userId)).data.id;
const stateOf = async (id: string) =>
  (await installation.db.selectFrom('erasure').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const actsOf = (userId: string) =>
  installation.db
    .selectFrom('trail')
    .selectAll()
    .where('object', '=', `user/${userId}`)
    .where('action', 'like', '%删除%')
    .orderBy('id')
    .execute();

describe('an erasure', () => {
  it('needs two people: who asked for it cannot approve it, another one can, and both are on the trail', async () => {
    const userId = await make.user('personal');
    const id = await asked(first, userId);
    expect(await decide(first, id, '1')).toMatchObject(failed('不能批准自己提出的删除申请，须由另一名操作员批准'));
    expect(await stateOf(id)).toBe('requested');
    expect(await decide(second, id, '1')).toMatchObject({ code: 200, message: '操作成功' });
    expect(await stateOf(id)).toBe('approved');
    expect(await actsOf(userId)).toMatchObject([
      { action: '申请删除个人信息', actor_name: '王审核', after: { erasure: id, reason: '本人书面要求' } },
      { action: '批准删除个人信息', actor_name: '李审核', after: { erasure: id } },
    ]);
  });

  it('is not even written by the database with one person twice', async () => {
    const id = await asked(first, await make.user('personal'));
    await expect(
      installation.pool.query(`update erasure set state = 'approved', decided_by = requested_by, decided_at = now() where id = ${id}`),
    ).rejects.toThrow('erasure_two_people');
    await expect(installation.pool.query(`update erasure set requested_by = 1 where id = ${id}`)).rejects.toThrow(
      'stays as it was decided',
    );
    await expect(installation.pool.query(`delete from erasure where id = ${id}`)).rejects.toThrow('stays as it was decided');
  });

  it('is refused to whoever lacks the right, signed in or not, and nothing changes', async () => {
    const userId = await make.user('personal');
    const id = await asked(asker, userId);
    expect(await decide(asker, id, '1')).toMatchObject(forbidden);
    expect(await decide(installation.nobody, id, '1')).toMatchObject({ code: 401 });
    expect(await ask(installation.nobody, userId)).toMatchObject({ code: 401 });
    expect(await stateOf(id)).toBe('requested');
    await installation.db.updateTable('role').set({ nodes: [] }).where('id', '=', '3').execute();
    for (const call of [
      ask(asker, userId),
      asker.get('/api/ajax/user/getErasures'),
      asker.get('/api/ajax/user/erasurePreview', { user_id: userId }),
    ])
      expect(await call).toMatchObject(forbidden);
    await installation.db
      .updateTable('role')
      .set({ nodes: [1, 50, 51] })
      .where('id', '=', '3')
      .execute();
  });

  it('asked for twenty times at once is asked for once; approved and refused at once it is decided once', async () => {
    const userId = await make.user('personal');
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(at % 2 === 0 ? first : asker, userId)));
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 430)]);
    const id = answers.find(({ code }) => code === 200)?.data.id ?? '';
    const admin = await installation.signIn('admin@example.com');
    const decisions = await Promise.all(Array.from({ length: 20 }, (_, at) => decide(at % 2 === 0 ? admin : second, id, '1')));
    expect(decisions.map(({ code }) => code).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 430)]);
    expect(await actsOf(userId)).toHaveLength(2);
    expect(await decide(second, id, '0', '不同意')).toMatchObject(lost('该删除申请已被处理'));
    expect(await ask(first, userId)).toMatchObject(lost('该用户已有删除申请，或者个人信息已删除'));
  });

  it('that was refused can be asked for again, and who asked may take it back', async () => {
    const userId = await make.user('personal');
    const id = await asked(first, userId);
    expect(await decide(second, id, '0', '身份未核实')).toMatchObject({ code: 200 });
    const again = await asked(first, userId);
    expect(await decide(first, again, '0', '用户撤回')).toMatchObject({ code: 200 });
    const { data } = await first.get<{ list: ErasureRow[]; count: number }>('/api/ajax/user/getErasures', { limit: 2 });
    expect(data.list).toMatchObject([
      { id: again, status_name: '已驳回', outcome: '用户撤回', verifier: '王审核', can_decide: false },
      { id, status_name: '已驳回', outcome: '身份未核实', verifier: '李审核', applicant: '王审核' },
    ]);
    expect(data.count).toBeGreaterThan(2);
  });

  it.each([
    [{ user_id: '999999999', reason: '原因' }, '该用户不存在'],
    [{ user_id: '0', reason: '原因' }, '编号无效'],
    [{ user_id: "1' or 1=1", reason: '原因' }, '编号无效'],
    [{ user_id: '1', reason: ' ' }, '申请原因不能为空'],
    [{ user_id: '1', reason: '长'.repeat(201) }, '最多200个字'],
  ])('asked for with %j is refused in words', async (fields, msg) => {
    expect(await first.post('/api/user/requestErasure', fields)).toMatchObject({ code: 403, message: 'failed', data: { msg } });
  });

  it.each([
    [{ id: '999999999', status: '1' }, '该删除申请不存在'],
    [{ id: 'x', status: '1' }, '编号无效'],
    [{ id: '1', status: '2' }, '结果无效'],
    [{ id: '1', status: '0' }, '驳回原因不能为空'],
  ])('decided with %j is refused in words', async (fields, msg) => {
    expect(await first.post('/api/user/decideErasure', fields)).toMatchObject({ code: 403, message: 'failed', data: { msg } });
  });
});

describe('what is under way or kept by law', () => {
  it('stands against it, in words, when it is asked for, when it is approved and when it is carried out', async () => {
    const open = await make.paid();
    const words = '有 1 件在办的出证申请';
    expect(await ask(first, open.userId)).toMatchObject(failed(`暂不能删除：${words}`));
    expect((await first.get('/api/ajax/user/erasurePreview', { user_id: open.userId })).data).toMatchObject({
      evidence: 1,
      blockers: [words],
    });

    const later = await make.user('personal', 20);
    const number = await make.evidence(later);
    const id = await asked(first, later);
    expect((await make.request(later, [number])).status).toBe(200);
    expect(await decide(second, id, '1')).toMatchObject(failed(`暂不能删除：${words}`));

    const latest = await make.user('personal', 20);
    const covered = await make.evidence(latest);
    const approved = await asked(first, latest);
    expect((await decide(second, approved, '1')).code).toBe(200);
    expect((await make.request(latest, [covered])).status).toBe(200);
    while (await eraseNext(installation.db));
    expect(await stateOf(approved)).toBe('stopped');
    expect(await actsOf(latest)).toMatchObject([{}, {}, { action: '中止删除个人信息', after: { reason: words } }]);
    expect(await installation.db.selectFrom('users').select('status').where('id', '=', latest).executeTakeFirst()).toEqual({
      status: 'approved',
    });
  });

  it.each<[string, (userId: string) => Promise<unknown>, string]>([
    ['a submission that waits', async (userId) => make.register.submit(userId, 'personal'), '有待审核的实名资料'],
    [
      'a capture that waits',
      async (user_id) =>
        make.client().post('/open/v1/captures', { unique_id: user_id, user_id, url: 'https://example.com/', title: '网页', label: '标签' }),
      '有 1 件进行中的取证',
    ],
  ])('%s', async (_what, begin, words) => {
    const userId = await make.user('personal', 20);
    await begin(userId);
    expect(await ask(first, userId)).toMatchObject(failed(`暂不能删除：${words}`));
  });
});
