import { setTimeout as sleep } from 'node:timers/promises';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/house/app.ts';
import { intakeClient, users } from '../../../test/house/intake.ts';
import type { UserDetail, UserRow } from '../../contract/console/users.ts';
import { newCredential } from './credentials.ts';

const house = testApp();
const key = newCredential();
const make = users(() => intakeClient(house.app, key));
type As = Awaited<ReturnType<typeof house.signIn>>;
let reviewer: As;
let other: As;
let admin: As;

beforeAll(async () => {
  await house.db
    .insertInto('credential')
    .values({ ...key, kind: 'platform', user_id: null, name: '测试平台' })
    .execute();
  reviewer = await house.signIn('reviewer@example.com');
  other = await house.signIn('other@example.com');
  admin = await house.signIn('admin@example.com');
});

const review = (by: As, user_id: string, status: 0 | 1, reason = '') =>
  by.post('/api/ajax/user/updateUserStatus', { user_id, status, reason });
const repair = (by: As, user_id: string, status: 0 | 1, reason = '') => by.post('/api/User/repairCheck', { user_id, status, reason });
const detailOf = async (user_id: string, by = reviewer) => (await by.get<UserDetail>('/api/user/userDetail', { user_id })).data;
const list = async (fields: Record<string, string | number>) =>
  (await reviewer.get<{ list: UserRow[]; count: number }>('/api/ajax/user/getUserList', fields)).data;
const failed = (msg: string) => ({ code: 403, message: 'failed', data: { msg } });
const decided = { code: 430, message: 'failed', data: { msg: '该申请已被其他人审核' } };

const decidedByHimself = (state: string) => ({ ...decided, data: { msg: `该申请已审核，当前状态为${state}` } });

/** Everything a review may touch of a user, to see that a refusal leaves it. */
async function stateOf(user_id: string) {
  const user = await house.db.selectFrom('users').selectAll().where('id', '=', user_id).executeTakeFirstOrThrow();
  const records = await house.db.selectFrom('check_record').selectAll().where('user_id', '=', user_id).execute();
  const trail = await house.db
    .selectFrom('trail')
    .select('id')
    .where('object', '=', `user/${user_id}`)
    .where('action', 'in', ['实名审核', '补充审核'])
    .execute();
  return { user, records, trail };
}

describe('review', () => {
  it('approves an enterprise: state, record, credentials that work, and the trail', async () => {
    const user_id = await make.pending('enterprise', '华东测试有限公司');
    expect((await detailOf(user_id)).userInfo).not.toHaveProperty('app_id');
    expect(await review(reviewer, user_id, 1)).toMatchObject({ code: 200, message: '审核成功', msg: '审核成功', data: null });
    const detail = await detailOf(user_id);
    expect(detail.userInfo).toMatchObject({ name: '华东测试有限公司', user_status: 3, status_name: '已通过' });
    expect(detail.checkRecords).toMatchObject([{ verifier: '王审核', status: 1, reason: '' }]);
    expect(
      await intakeClient(house.app, { app_id: detail.userInfo.app_id ?? '', security_key: detail.userInfo.security_key ?? '' }).get(
        `/open/v1/users/${user_id}`,
      ),
    ).toMatchObject({ status: 200 });
    const row = await house.db
      .selectFrom('trail')
      .selectAll()
      .where('object', '=', `user/${user_id}`)
      .where('action', '=', '实名审核')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      actor_kind: 'operator',
      actor_name: '王审核',
      ip: '127.0.0.1',
      before: { status: 'pending', repair: 'none' },
      after: { status: 'approved', result: 'passed' },
    });
  });

  it('rejects with a reason, and takes a new submission afterwards', async () => {
    const user_id = await make.pending('personal');
    expect(await review(reviewer, user_id, 0, '证件照片模糊')).toMatchObject({ code: 200 });
    expect(await intakeClient(house.app, key).get(`/open/v1/users/${user_id}`)).toMatchObject({
      body: { user_status: 4, reason: '证件照片模糊' },
    });
    expect(await make.submit(user_id, 'personal')).toMatchObject({ status: 200, body: { user_status: 2 } });
    expect(await review(reviewer, user_id, 1)).toMatchObject({ code: 200 });
    expect((await detailOf(user_id)).checkRecords).toMatchObject([{ status: 1 }, { status: 0, reason: '证件照片模糊' }]);
  });

  it.each([
    ['an empty reason', '', '请填写拒绝原因'],
    ['a blank reason', '  　 ', '请填写拒绝原因'],
    ['21 characters', '一'.repeat(21), '拒绝原因最多20个字'],
    ['21 emoji', '👍'.repeat(21), '拒绝原因最多20个字'],
  ])('refuses a rejection with %s and leaves everything as it was', async (_case, reason, msg) => {
    const user_id = await make.pending('personal');
    const before = await stateOf(user_id);
    expect(await review(reviewer, user_id, 0, reason)).toMatchObject(failed(msg));
    expect(await stateOf(user_id)).toEqual(before);
  });

  it('approves with a blank reason as with none', async () => {
    const user_id = await make.pending('personal');
    expect(await review(reviewer, user_id, 1, ' 　')).toMatchObject({ code: 200, message: '审核成功' });
    expect((await detailOf(user_id)).checkRecords).toMatchObject([{ status: 1, reason: '' }]);
  });

  it('counts 20 characters by code point', async () => {
    expect(await review(reviewer, await make.pending('personal'), 0, '𠮷'.repeat(20))).toMatchObject({ code: 200 });
  });

  it.each([
    [{ user_id: '', status: 1 }, '编号不能为空'],
    [{ user_id: '1 or 1=1', status: 1 }, '编号无效'],
    [{ user_id: '999999', status: 1 }, '该用户不存在'],
    [{ user_id: '1', status: 2 }, '请选择审核结果'],
    [{ user_id: '1', status: 'approve' }, '请选择审核结果'],
  ])('refuses %j', async (fields, msg) => {
    expect(await reviewer.post('/api/ajax/user/updateUserStatus', fields)).toMatchObject({
      code: 403,
      data: { msg: expect.stringMatching(msg === '编号不能为空' ? /编号/ : msg) as string },
    });
  });

  it('lets one of fifty parallel decisions win; the others get 430 and leave one record', async () => {
    const user_id = await make.pending('enterprise');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => (at % 2 ? review(reviewer, user_id, 1) : review(other, user_id, 0, '资料不符'))),
    );
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    const { records, trail, user } = await stateOf(user_id);
    const isApproved = records[0]?.result === 'passed';
    for (const [at, answer] of answers.entries()) {
      if (answer.code !== 200)
        expect(answer).toMatchObject((at % 2 === 1) === isApproved ? decidedByHimself(isApproved ? '已通过' : '未通过') : decided);
    }
    expect([records.length, trail.length]).toEqual([1, 1]);
    expect(user.status).toBe(isApproved ? 'approved' : 'rejected');
  });

  it('tells whoever repeats his own decision how it stands, not that somebody else was first', async () => {
    const user_id = await make.pending('personal');
    await review(reviewer, user_id, 1);
    expect(await review(reviewer, user_id, 0, '照片不清')).toMatchObject(decidedByHimself('已通过'));
    expect(await review(other, user_id, 1)).toMatchObject(decided);
    await make.submit(user_id, 'personal');
    await repair(other, user_id, 0, '照片不清');
    expect(await repair(other, user_id, 1)).toMatchObject(decidedByHimself('补充审核未通过'));
    expect(await repair(reviewer, user_id, 1)).toMatchObject(decided);
    expect(await review(reviewer, user_id, 1)).toMatchObject(decidedByHimself('已通过'));
  });

  it('refuses a decision about a submission that is no longer the open one, and takes one that names none', async () => {
    const user_id = await make.pending('personal');
    const seen = (await detailOf(user_id)).userDetailInfo?.submission_id ?? '';
    await review(other, user_id, 0, '证件照片模糊');
    await make.submit(user_id, 'personal', { name: '另一份资料' });
    const before = await stateOf(user_id);
    expect(await reviewer.post('/api/ajax/user/updateUserStatus', { user_id, status: 1, submission_id: seen })).toMatchObject(decided);
    expect(await reviewer.post('/api/ajax/user/updateUserStatus', { user_id, status: 1, submission_id: 'x' })).toMatchObject(
      failed('编号无效'),
    );
    expect(await stateOf(user_id)).toEqual(before);
    const open = (await detailOf(user_id)).userDetailInfo?.submission_id ?? '';
    expect(await reviewer.post('/api/ajax/user/updateUserStatus', { user_id, status: 1, submission_id: open })).toMatchObject({
      code: 200,
    });
    await make.submit(user_id, 'personal');
    expect(await reviewer.post('/api/User/repairCheck', { user_id, status: 1, submission_id: open })).toMatchObject(decided);
    const refused = (await detailOf(user_id)).userDetailInfo?.submission_id ?? '';
    await repair(reviewer, user_id, 0, '证件照片模糊');
    await make.submit(user_id, 'personal');
    expect(await reviewer.post('/api/User/repairCheck', { user_id, status: 1, submission_id: refused })).toMatchObject({
      code: 430,
      data: { msg: '该申请已审核，该用户又提交了新的资料' },
    });
    expect(await repair(reviewer, user_id, 1)).toMatchObject({ code: 200 });
  });

  it('takes no step out of order', async () => {
    const { user_id } = await make.register('personal');
    expect(await review(reviewer, user_id, 1)).toMatchObject(decided);
    expect(await repair(reviewer, user_id, 1)).toMatchObject(decided);
    const pending = await make.pending('personal');
    expect(await repair(reviewer, pending, 1)).toMatchObject(decided);
  });

  it('takes no more fields than it names', async () => {
    const user_id = await make.pending('personal');
    await reviewer.post('/api/ajax/user/updateUserStatus', {
      user_id,
      status: 0,
      reason: '不符',
      repair: 'approved',
      verifier: '别人',
      uid: '1',
      role_id: '1',
    });
    expect((await detailOf(user_id)).checkRecords).toMatchObject([{ verifier: '王审核' }]);
    expect((await stateOf(user_id)).user.repair).toBe('none');
  });

  it('leaves nothing behind when a part of it fails', async () => {
    const user_id = await make.pending('personal');
    const before = await stateOf(user_id);
    await house.pool.query(
      `create function fail_now() returns trigger language plpgsql as $$ begin raise exception 'injected';
        end $$; create trigger injected before insert on trail for each row execute function fail_now()`,
    );
    expect(await review(reviewer, user_id, 1)).toMatchObject({ status: 500, code: 500 });
    await house.pool.query('drop trigger injected on trail; drop function fail_now()');
    expect(await stateOf(user_id)).toEqual(before);
    expect(await review(reviewer, user_id, 1)).toMatchObject({ code: 200 });
  });
});

describe('supplementary review', () => {
  it('keeps the verified data until it is approved', async () => {
    const user_id = await make.pending('enterprise', '旧名有限公司');
    await review(reviewer, user_id, 1);
    expect(await make.submit(user_id, 'enterprise', { name: '新名有限公司' })).toMatchObject({ body: { user_status: 3, repair_type: 2 } });
    const waiting = await detailOf(user_id);
    expect([waiting.userDetailInfo?.name, waiting.verifiedDetailInfo?.name, waiting.userInfo.name]).toEqual([
      '新名有限公司',
      '旧名有限公司',
      '旧名有限公司',
    ]);
    expect(await repair(reviewer, user_id, 0, '印章不清')).toMatchObject({ code: 200, message: '审核成功' });
    expect((await detailOf(user_id)).userInfo).toMatchObject({ name: '旧名有限公司', user_status: 3 });
    const verified = await detailOf(user_id);
    expect([verified.userDetailInfo?.name, verified.verifiedDetailInfo, verified.refusedDetailInfo?.name]).toEqual([
      '旧名有限公司',
      null,
      '新名有限公司',
    ]);
    expect(verified.refusedDetailInfo).toMatchObject({ repair_type: 4, repair_type_name: '补充审核未通过' });
    await make.submit(user_id, 'enterprise', { name: '新名有限公司' });
    expect(await repair(reviewer, user_id, 1)).toMatchObject({ code: 200 });
    expect(await detailOf(user_id)).toMatchObject({
      userInfo: { name: '新名有限公司' },
      userDetailInfo: { name: '新名有限公司' },
      verifiedDetailInfo: null,
      refusedDetailInfo: null,
    });
    expect(await repair(other, user_id, 1)).toMatchObject(decided);
  });

  it('leaves the time of verification where it was when it is refused, and moves it when it is approved', async () => {
    const user_id = await make.pending('personal');
    await review(reviewer, user_id, 1);
    const { checked_at } = (await stateOf(user_id)).user;
    await make.submit(user_id, 'personal');
    await repair(reviewer, user_id, 0, '证件照片模糊');
    expect((await stateOf(user_id)).user.checked_at).toEqual(checked_at);
    await make.submit(user_id, 'personal');
    await repair(reviewer, user_id, 1);
    expect((await stateOf(user_id)).user.checked_at).not.toEqual(checked_at);
  });
});

describe('list', () => {
  it('finds by name and by phone as literal text, type by type, newest first, with the exact total', async () => {
    const ids = [await make.pending('personal', '100%_纯\\棉'), await make.pending('personal', '100纯棉')];
    expect((await list({ type: 1, keyword: '100%_' })).list.map((row) => row.user_id)).toEqual([ids[0]]);
    expect((await list({ type: 1, keyword: '\\棉' })).count).toBe(1);
    expect((await list({ type: 1, keyword: "' or 1=1 --" })).count).toBe(0);
    expect((await list({ type: 2, keyword: '100%_' })).count).toBe(0);
    const all = await list({ type: 1, limit: 100 });
    expect(all.count).toBe(all.list.length);
    expect(all.list.map((row) => row.registered_time)).toEqual(
      all.list
        .map((row) => row.registered_time)
        .toSorted()
        .toReversed(),
    );
  });

  it('carries the codes and words of the wire, and masks identity cards', async () => {
    const { user_id, mobile } = await make.register('enterprise', '列表有限公司');
    await make.submit(user_id, 'enterprise');
    expect((await list({ type: 2, keyword: mobile })).list).toMatchObject([
      {
        user_id,
        name: '列表有限公司',
        companyName: '列表有限公司',
        mobile,
        user_status: 2,
        status_name: '待审核',
        check_time: '',
        loginTime: '',
        taxNumber: '91000000MA0000000X',
        contact_idcard: '9900**********1234',
        authType: 2,
        repairType: 0,
      },
    ]);
    expect((await list({ type: 2, keyword: '990000199001011234' })).list.map((row) => row.user_id)).toContain(user_id);
  });

  it('filters by status and by both date ranges', async () => {
    const user_id = await make.pending('personal', '筛选用户');
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const found = async (fields: Record<string, string | number>) => (await list({ type: 1, keyword: '筛选用户', ...fields })).count;
    expect([await found({ status: 2 }), await found({ status: 3 }), await found({ status: '' })]).toEqual([1, 0, 1]);
    expect([
      await found({ registtime: `${today} - ${today}` }),
      await found({ registtime: '2020-01-01 - 2020-01-02' }),
      await found({ realtime: `${today} - ${today}` }),
    ]).toEqual([1, 0, 0]);
    await review(reviewer, user_id, 1);
    expect([await found({ realtime: `${today} - ${today}` }), await found({ realtime: '2020-01-01 - 2020-01-02' })]).toEqual([1, 0]);
  });

  it.each([
    { page: 0 },
    { page: -1 },
    { page: 1.5 },
    { page: 'x' },
    { limit: 0 },
    { limit: 101 },
    { limit: '1e9' },
    { limit: 1_000_000_000 },
    { status: 9 },
    { status: 'pending' },
    { type: 3 },
    { type: '' },
    { registtime: '2026-02-30 - 2026-03-01' },
    { registtime: '2026-03-02 - 2026-03-01' },
    { registtime: 'today' },
    { realtime: '2026-01-01' },
    { keyword: 'a\u0000b' },
  ])('refuses %j', async (fields) => {
    expect(await reviewer.get('/api/ajax/user/getUserList', { type: 1, ...fields })).toMatchObject({
      code: 403,
      message: 'failed',
      data: { msg: expect.stringMatching(/[一-龥]/) as string },
    });
  });
});

describe('detail', () => {
  it('gives the full identity card and the key to reviewers alone; each such look, and at pictures, is on the trail', async () => {
    const user_id = await make.pending('enterprise');
    await review(reviewer, user_id, 1);
    await house.db
      .updateTable('role')
      .set({ nodes: [1, 2] })
      .where('id', '=', '3')
      .execute();
    const nobody = await house.signIn('nobody@example.com');
    const masked = await detailOf(user_id, nobody);
    expect(masked.userDetailInfo?.contact_idcard).toBe('9900**********1234');
    expect(masked.userInfo).toHaveProperty('app_id');
    expect(masked.userInfo).not.toHaveProperty('security_key');
    const looks = () =>
      house.db
        .selectFrom('trail')
        .selectAll()
        .where('object', '=', `user/${user_id}`)
        .where('action', '=', '查看用户资料')
        .orderBy('id')
        .execute();
    expect(masked.userDetailInfo?.author_front).toMatch(/^\/files\//);
    expect(await looks()).toMatchObject([{ actor_name: '赵无权', after: { shown: ['pictures'] } }]);
    const full = await detailOf(user_id);
    expect(full.userDetailInfo?.contact_idcard).toBe('990000199001011234');
    expect(await looks()).toMatchObject([
      { after: { shown: ['pictures'] } },
      { actor_name: '王审核', after: { shown: ['contact_idcard', 'pictures', 'security_key'] } },
    ]);
    expect(JSON.stringify(await looks())).not.toContain(full.userInfo.security_key);
    expect(await nobody.get('/api/user/userDetail', { user_id: await make.pending('personal') })).toMatchObject({
      code: 403,
      message: '权限不足！',
    });
  });

  it('links pictures by addresses that are signed, and that nobody else can make', async () => {
    const detail = await detailOf(await make.pending('personal'));
    const link = detail.userDetailInfo?.author_front ?? '';
    const picture = await house.app.inject({ url: link });
    expect([picture.statusCode, picture.headers['content-type'], picture.rawPayload.subarray(1, 4).toString()]).toEqual([
      200,
      'image/png',
      'PNG',
    ]);
    expect((await house.app.inject({ url: link.replace(/\/files\/./, '/files/A') })).statusCode).toBe(404);
    const part = await house.app.inject({ url: link, headers: { range: 'bytes=1-3' } });
    expect([part.statusCode, part.payload, part.headers['content-range']]).toEqual([206, 'PNG', `bytes 1-3/${picture.rawPayload.length}`]);
  });

  it('says that an unknown user does not exist', async () => {
    expect(await reviewer.get('/api/user/userDetail', { user_id: '999999' })).toMatchObject(failed('该用户不存在'));
  });
});

describe('export', () => {
  const download = (query: string, headers: Record<string, string>) =>
    house.app.inject({ url: `/api/export/userExport?${query}`, headers });
  beforeEach(() => sleep(0));

  it('holds the rows and columns of the list under the same filters, with numbers as text and no formula', async () => {
    for (const name of ['=1+1', '+86', '-x', '@sum', '\u{20BB7}野家']) await make.pending('personal', `${name}导出行`);
    const query = `type=1&keyword=${encodeURIComponent('导出行')}`;
    const reply = await download(query, { cookie: `a=b; token=${reviewer.token}` });
    expect(reply.headers['content-disposition']).toContain("filename*=UTF-8''");
    const book = await readXlsx(reply.rawPayload);
    const [head, ...rows] = book.sheets[0]?.rows ?? [];
    expect(head).toEqual(['姓名', '手机号', '注册时间', '认证状态', '认证时间', '身份证号', '最近登录时间']);
    const shown = (await list({ type: 1, keyword: '导出行', limit: 100 })).list;
    const defused = (name: string) => (/^[=+\-@]/.test(name) ? `'${name}` : name);
    expect(rows.map((row) => row.slice(0, 3))).toEqual(shown.map((row) => [defused(row.name), row.mobile, row.registered_time]));
    expect(reply.rawPayload.includes('<f>')).toBe(false);
  });

  it('needs the export node beside the page, and takes the cookie where no state-changing call does', async () => {
    await house.db
      .updateTable('role')
      .set({ nodes: [1, 3] })
      .where('id', '=', '3')
      .execute();
    const nobody = await house.signIn('nobody@example.com');
    expect((await download('type=1', { cookie: `token=${nobody.token}` })).json()).toMatchObject({ code: 403, message: '权限不足！' });
    await house.db
      .updateTable('role')
      .set({ nodes: [1, 3, 36] })
      .where('id', '=', '3')
      .execute();
    expect((await download('type=1', { cookie: `token=${nobody.token}` })).headers['content-type']).toContain('spreadsheet');
    expect((await download('type=2', { cookie: `token=${nobody.token}` })).json()).toMatchObject({ code: 403, message: '权限不足！' });
    expect((await download('type=1', {})).json()).toMatchObject({ code: 401 });
    const user_id = await make.pending('personal');
    const forged = await house.app.inject({
      method: 'POST',
      url: '/api/ajax/user/updateUserStatus',
      payload: `user_id=${user_id}&status=1`,
      headers: { cookie: `token=${admin.token}`, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(forged.json()).toMatchObject({ code: 401 });
  });
});
