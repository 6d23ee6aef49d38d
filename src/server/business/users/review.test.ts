import { describe, expect, it } from 'vitest';
import { failed, lost } from '../../../../test/installation/answers.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { reviewDesk } from '../../../../test/installation/scenarios/users.ts';
import { intakeClient } from '../../../../test/installation/intake.ts';

const installation = testApp();
const desk = reviewDesk(installation);
const { key, make, review, repair, detailOf } = desk;

const decided = lost('该申请已被其他人审核');
const decidedByHimself = (state: string) => ({ ...decided, data: { msg: `该申请已审核，当前状态为${state}` } });

/** All data of a user that a review may change, to check that a refusal leaves them unchanged. */
async function stateOf(user_id: string) {
  const user = await installation.db.selectFrom('users').selectAll().where('id', '=', user_id).executeTakeFirstOrThrow();
  const records = await installation.db.selectFrom('check_record').selectAll().where('user_id', '=', user_id).execute();
  const trail = await installation.db
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
    expect(await review(desk.reviewer, user_id, 1)).toMatchObject({ code: 200, message: '审核成功', msg: '审核成功', data: null });
    const detail = await detailOf(user_id);
    expect(detail.userInfo).toMatchObject({ name: '华东测试有限公司', user_status: 3, status_name: '已通过' });
    expect(detail.checkRecords).toMatchObject([{ verifier: '王审核', status: 1, reason: '' }]);
    expect(
      await intakeClient(installation.app, { app_id: detail.userInfo.app_id ?? '', security_key: detail.userInfo.security_key ?? '' }).get(
        `/open/v1/users/${user_id}`,
      ),
    ).toMatchObject({ status: 200 });
    const row = await installation.db
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
    expect(await review(desk.reviewer, user_id, 0, '证件照片模糊')).toMatchObject({ code: 200 });
    expect(await intakeClient(installation.app, key).get(`/open/v1/users/${user_id}`)).toMatchObject({
      body: { user_status: 4, reason: '证件照片模糊' },
    });
    expect(await make.submit(user_id, 'personal')).toMatchObject({ status: 200, body: { user_status: 2 } });
    expect(await review(desk.reviewer, user_id, 1)).toMatchObject({ code: 200 });
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
    expect(await review(desk.reviewer, user_id, 0, reason)).toMatchObject(failed(msg));
    expect(await stateOf(user_id)).toEqual(before);
  });

  it('approves with a blank reason as with none', async () => {
    const user_id = await make.pending('personal');
    expect(await review(desk.reviewer, user_id, 1, ' 　')).toMatchObject({ code: 200, message: '审核成功' });
    expect((await detailOf(user_id)).checkRecords).toMatchObject([{ status: 1, reason: '' }]);
  });

  it('counts 20 characters by code point', async () => {
    expect(await review(desk.reviewer, await make.pending('personal'), 0, '𠮷'.repeat(20))).toMatchObject({ code: 200 });
  });

  it.each([
    [{ user_id: '', status: 1 }, '编号不能为空'],
    [{ user_id: '1 or 1=1', status: 1 }, '编号无效'],
    [{ user_id: '999999', status: 1 }, '该用户不存在'],
    [{ user_id: '1', status: 2 }, '请选择审核结果'],
    [{ user_id: '1', status: 'approve' }, '请选择审核结果'],
  ])('refuses %j', async (fields, msg) => {
    expect(await desk.reviewer.post('/api/ajax/user/updateUserStatus', fields)).toMatchObject({
      code: 403,
      data: { msg: expect.stringMatching(msg === '编号不能为空' ? /编号/ : msg) as string },
    });
  });

  it('lets one of fifty parallel decisions win; the others get 430 and leave one record', async () => {
    const user_id = await make.pending('enterprise');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => (at % 2 ? review(desk.reviewer, user_id, 1) : review(desk.other, user_id, 0, '资料不符'))),
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
    await review(desk.reviewer, user_id, 1);
    expect(await review(desk.reviewer, user_id, 0, '照片不清')).toMatchObject(decidedByHimself('已通过'));
    expect(await review(desk.other, user_id, 1)).toMatchObject(decided);
    await make.submit(user_id, 'personal');
    await repair(desk.other, user_id, 0, '照片不清');
    expect(await repair(desk.other, user_id, 1)).toMatchObject(decidedByHimself('补充审核未通过'));
    expect(await repair(desk.reviewer, user_id, 1)).toMatchObject(decided);
    expect(await review(desk.reviewer, user_id, 1)).toMatchObject(decidedByHimself('已通过'));
  });

  it('refuses a decision about a submission that is no longer the open one, and takes one that names none', async () => {
    const user_id = await make.pending('personal');
    const seen = (await detailOf(user_id)).userDetailInfo?.submission_id ?? '';
    await review(desk.other, user_id, 0, '证件照片模糊');
    await make.submit(user_id, 'personal', { name: '另一份资料' });
    const before = await stateOf(user_id);
    expect(await desk.reviewer.post('/api/ajax/user/updateUserStatus', { user_id, status: 1, submission_id: seen })).toMatchObject(decided);
    expect(await desk.reviewer.post('/api/ajax/user/updateUserStatus', { user_id, status: 1, submission_id: 'x' })).toMatchObject(
      failed('编号无效'),
    );
    expect(await stateOf(user_id)).toEqual(before);
    const open = (await detailOf(user_id)).userDetailInfo?.submission_id ?? '';
    expect(await desk.reviewer.post('/api/ajax/user/updateUserStatus', { user_id, status: 1, submission_id: open })).toMatchObject({
      code: 200,
    });
    await make.submit(user_id, 'personal');
    expect(await desk.reviewer.post('/api/User/repairCheck', { user_id, status: 1, submission_id: open })).toMatchObject(
      lost('该用户又提交了新的资料'),
    );
    const refused = (await detailOf(user_id)).userDetailInfo?.submission_id ?? '';
    await repair(desk.reviewer, user_id, 0, '证件照片模糊');
    await make.submit(user_id, 'personal');
    expect(await desk.reviewer.post('/api/User/repairCheck', { user_id, status: 1, submission_id: refused })).toMatchObject({
      code: 430,
      data: { msg: '该申请已审核，该用户又提交了新的资料' },
    });
    expect(await repair(desk.reviewer, user_id, 1)).toMatchObject({ code: 200 });
  });

  it('takes no step out of order', async () => {
    const { user_id } = await make.register('personal');
    expect(await review(desk.reviewer, user_id, 1)).toMatchObject(lost('该用户没有提交实名资料'));
    expect(await repair(desk.reviewer, user_id, 1)).toMatchObject(lost('该用户没有提交补充资料'));
    const pending = await make.pending('personal');
    expect(await repair(desk.reviewer, pending, 1)).toMatchObject(lost('该用户没有提交补充资料'));
  });

  it('takes no more fields than it names', async () => {
    const user_id = await make.pending('personal');
    await desk.reviewer.post('/api/ajax/user/updateUserStatus', {
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
    await installation.pool.query(
      `create function fail_now() returns trigger language plpgsql as $$ begin raise exception 'injected';
        end $$; create trigger injected before insert on trail for each row execute function fail_now()`,
    );
    expect(await review(desk.reviewer, user_id, 1)).toMatchObject({ status: 500, code: 500 });
    await installation.pool.query('drop trigger injected on trail; drop function fail_now()');
    expect(await stateOf(user_id)).toEqual(before);
    expect(await review(desk.reviewer, user_id, 1)).toMatchObject({ code: 200 });
  });
});

describe('supplementary review', () => {
  it('keeps the verified data until it is approved', async () => {
    const user_id = await make.pending('enterprise', '旧名有限公司');
    await review(desk.reviewer, user_id, 1);
    expect(await make.submit(user_id, 'enterprise', { name: '新名有限公司' })).toMatchObject({ body: { user_status: 3, repair_type: 2 } });
    const waiting = await detailOf(user_id);
    expect([waiting.userDetailInfo?.name, waiting.verifiedDetailInfo?.name, waiting.userInfo.name]).toEqual([
      '新名有限公司',
      '旧名有限公司',
      '旧名有限公司',
    ]);
    expect(await repair(desk.reviewer, user_id, 0, '印章不清')).toMatchObject({ code: 200, message: '审核成功' });
    expect((await detailOf(user_id)).userInfo).toMatchObject({ name: '旧名有限公司', user_status: 3 });
    const verified = await detailOf(user_id);
    expect([verified.userDetailInfo?.name, verified.verifiedDetailInfo, verified.refusedDetailInfo?.name]).toEqual([
      '旧名有限公司',
      null,
      '新名有限公司',
    ]);
    expect(verified.refusedDetailInfo).toMatchObject({ repair_type: 4, repair_type_name: '补充审核未通过' });
    await make.submit(user_id, 'enterprise', { name: '新名有限公司' });
    expect(await repair(desk.reviewer, user_id, 1)).toMatchObject({ code: 200 });
    expect(await detailOf(user_id)).toMatchObject({
      userInfo: { name: '新名有限公司' },
      userDetailInfo: { name: '新名有限公司' },
      verifiedDetailInfo: null,
      refusedDetailInfo: null,
    });
    expect(await repair(desk.other, user_id, 1)).toMatchObject(decided);
  });

  it('leaves the time of verification where it was when it is refused, and moves it when it is approved', async () => {
    const user_id = await make.pending('personal');
    await review(desk.reviewer, user_id, 1);
    const { checked_at } = (await stateOf(user_id)).user;
    await make.submit(user_id, 'personal');
    await repair(desk.reviewer, user_id, 0, '证件照片模糊');
    expect((await stateOf(user_id)).user.checked_at).toEqual(checked_at);
    await make.submit(user_id, 'personal');
    await repair(desk.reviewer, user_id, 1);
    expect((await stateOf(user_id)).user.checked_at).not.toEqual(checked_at);
  });
});
