import { describe, expect, it } from 'vitest';
import { failed } from '../../../../test/installation/answers.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { pointsDesk, type Page } from '../../../../test/installation/scenarios/points.ts';
import type { GiftRow } from '../../../contract/console/points.ts';
import { checkLedger } from './check.ts';

const installation = testApp();
const desk = pointsDesk(installation);
const { addUser, balances, details } = desk;
const gift = (change: Record<string, string | number> = {}) =>
  desk.giver.post('/api/ajax/user/updatePoints', {
    mobile: desk.user.mobile,
    type: 2,
    pointsType: 1,
    points: 100,
    explain: '合同约定',
    ...change,
  });
const gifts = async (fields: Record<string, string | number> = {}) =>
  (await desk.giver.get<Page<GiftRow>>('/api/ajax/user/getPoints', fields)).data;

describe('a gift', () => {
  it('is booked, listed under its receiver and its giver, and on the trail', async () => {
    expect(await gift({ pointsType: 3, points: 250, explain: ' 试用 ' })).toMatchObject({
      code: 200,
      message: '赠送成功',
      msg: '赠送成功',
      data: null,
    });
    expect(await gifts({ keyword: desk.user.mobile })).toEqual({
      count: 1,
      list: [
        {
          id: expect.stringMatching(/^\d+$/) as string,
          mobile: desk.user.mobile,
          company: '澄帆科技',
          time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
          type: 3,
          type_name: '测试额度',
          userStatus: 2,
          userStatusName: '企业',
          points: 250,
          explain: '试用',
          admin: '王审核',
          revoked: 0,
          revoke_time: '',
          revoke_admin: '',
          revoke_explain: '',
          revoke_refusal: '本人赠送的积分须由其他人员撤销',
        },
      ],
    });
    expect((await balances({ keyword: desk.user.mobile })).list).toMatchObject([
      { user_id: desk.user.id, testGiveSum: 250, translateGiveSum: 0, points: 250 },
    ]);
    expect(await details()).toMatchObject({
      count: 1,
      list: [{ type: 5, type_name: '积分赠送', order_type: 1, order_type_name: '充值', balance: 250 }],
    });
    const row = await installation.db
      .selectFrom('trail')
      .selectAll()
      .where('object', '=', `user/${desk.user.id}`)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      actor_name: '王审核',
      action: '赠送积分',
      before: { points: 0 },
      after: { points: 250, gift: 250, source: 'giftTest', explain: '试用' },
    });
  });

  it.each([
    [{ mobile: '' }, '手机号不能为空', 'mobile'],
    [{ mobile: '  ' }, '手机号不能为空', 'mobile'],
    [{ type: '' }, '请选择用户类型', 'type'],
    [{ type: 3 }, '请选择用户类型', 'type'],
    [{ pointsType: '' }, '请选择积分类型', 'pointsType'],
    [{ pointsType: 5 }, '请选择积分类型', 'pointsType'],
    [{ points: '' }, '数额必须为数字', 'points'],
    [{ points: '很多' }, '数额必须为数字', 'points'],
    [{ points: '0' }, '请输入正整数数额', 'points'],
    [{ points: '-1' }, '请输入正整数数额', 'points'],
    [{ points: '1.5' }, '请输入正整数数额', 'points'],
    [{ points: '1e3' }, '请输入正整数数额', 'points'],
    [{ points: '9007199254740992' }, '数额不能超过1000000000', 'points'],
    [{ points: '1000000001' }, '数额不能超过1000000000', 'points'],
    [{ explain: ' 　' }, '说明不能为空', 'explain'],
    [{ explain: '𠮷'.repeat(201) }, '说明最多200个字', 'explain'],
    [{ mobile: '19999999999' }, '该用户不存在', 'mobile'],
    [{ type: 1 }, '该用户不存在', 'mobile'],
  ] as const)('of %o is refused: %s', async (change, msg, field) => {
    expect(await gift(change)).toMatchObject({ ...failed(msg), data: { msg, fields: { [field]: msg } } });
    expect((await gifts({ keyword: desk.user.mobile })).count).toBe(0);
  });

  it('may be as large as its bound, with 200 characters of reason', async () => {
    expect(await gift({ points: '1000000000', explain: '𠮷'.repeat(200) })).toMatchObject({ code: 200 });
    expect((await details()).list).toMatchObject([{ balance: 1_000_000_000 }]);
  });

  it.each(['unverified', 'pending', 'rejected'] as const)('for a user who is %s is refused, and so is looking him up', async (status) => {
    desk.user = await addUser({ status });
    expect(await gift()).toMatchObject(failed('该用户未实名通过'));
    expect(await desk.giver.get('/api/ajax/user/findReceiver', { mobile: desk.user.mobile, type: 2 })).toMatchObject(
      failed('该用户未实名通过'),
    );
    expect((await balances({ keyword: desk.user.mobile })).list).toMatchObject([{ points: 0 }]);
  });

  it('is given once by 20 calls of one request at once, and again under another', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => gift({ requestId: 'form-1' })));
    expect(answers.map(({ code, message }) => [code, message])).toEqual(Array.from({ length: 20 }, () => [200, '赠送成功']));
    expect((await gifts({ keyword: desk.user.mobile })).count).toBe(1);
    expect((await installation.db.selectFrom('trail').select('id').where('object', '=', `user/${desk.user.id}`).execute()).length).toBe(1);
    expect(await gift({ requestId: 'form-2' })).toMatchObject({ code: 200 });
    expect(await gift()).toMatchObject({ code: 200 });
    expect(await gift()).toMatchObject({ code: 200 });
    expect((await balances({ keyword: desk.user.mobile })).list).toMatchObject([{ translateGiveSum: 400, points: 400 }]);
  });

  it('under a request that was another gift is refused; a refused request may be sent again', async () => {
    expect(await gift({ requestId: `of ${desk.user.id}`, points: '0' })).toMatchObject({ code: 403 });
    expect(await gift({ requestId: `of ${desk.user.id}`, mobile: '19999999999' })).toMatchObject(failed('该用户不存在'));
    expect(await gift({ requestId: `of ${desk.user.id}` })).toMatchObject({ code: 200 });
    expect(await gift({ requestId: `of ${desk.user.id}`, points: 101 })).toMatchObject(
      failed('该请求已提交过其他内容，请核对赠送记录后重新填写'),
    );
    expect((await details()).list).toMatchObject([{ balance: 100 }]);
    // Request ids of different operators are independent.
    const other = await installation.signIn('other@example.com');
    expect(
      await other.post('/api/ajax/user/updatePoints', {
        mobile: desk.user.mobile,
        type: 2,
        pointsType: 1,
        points: 1,
        explain: '补',
        requestId: `of ${desk.user.id}`,
      }),
    ).toMatchObject({ code: 200 });
    expect((await details()).count).toBe(2);
  });

  it('of many at once is judged by itself, and the trail tells every balance between', async () => {
    const [one, other, pending] = [desk.user, await addUser(), await addUser({ status: 'pending' })];
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, (_, at) =>
        gift({ mobile: (at % 2 === 0 ? one : other).mobile, points: at + 1, pointsType: 1 + (at % 4), requestId: `of ${one.id} ${at}` }),
      ),
      gift({ mobile: pending.mobile }),
      gift({ mobile: '19999999999' }),
      gift({ points: 1000, requestId: `twice ${one.id}` }),
      gift({ points: 2000, requestId: `twice ${one.id}` }),
    ]);
    expect(answers.slice(0, 12).map(({ code }) => code)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(answers.slice(12, 14)).toMatchObject([failed('该用户未实名通过'), failed('该用户不存在')]);
    const [first, second] = answers.slice(14);
    expect([first?.code, second?.code].toSorted()).toEqual([200, 403]);
    const twice = first?.code === 200 ? 1000 : 2000;
    for (const [receiver, points] of [
      [one, 36 + twice],
      [other, 42],
      [pending, 0],
    ] as const) {
      expect((await balances({ keyword: receiver.mobile })).list).toMatchObject([{ points }]);
      const trail = await installation.db
        .selectFrom('trail')
        .select(['before', 'after'])
        .where('object', '=', `user/${receiver.id}`)
        .orderBy('id')
        .execute();
      const after = trail.map((row) => Number(row.after?.['points']));
      expect(trail.map((row) => Number(row.before?.['points']))).toEqual([0, ...after].slice(0, after.length));
      expect(after.at(-1) ?? 0).toBe(points);
    }
    expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
  });

  it('is found by who it would be for', async () => {
    expect(await desk.giver.get('/api/ajax/user/findReceiver', { mobile: ` ${desk.user.mobile} `, type: 2 })).toMatchObject({
      code: 200,
      data: { user_id: desk.user.id, name: '澄帆科技', mobile: desk.user.mobile, type: 2, type_name: '企业' },
    });
    expect(await desk.giver.get('/api/ajax/user/findReceiver', { mobile: desk.user.mobile, type: 1 })).toMatchObject(
      failed('该用户不存在'),
    );
    expect(await desk.giver.get('/api/ajax/user/findReceiver', { mobile: '', type: 2 })).toMatchObject(failed('手机号不能为空'));
  });
});

describe('the gift list', () => {
  it('narrows by user type, gift type and mobile together, newest first', async () => {
    await gift({ pointsType: 2 });
    await gift({ pointsType: 4 });
    expect((await gifts({ keyword: desk.user.mobile, userStatus: 2, type: 4 })).list).toMatchObject([{ type: 4, type_name: '其他' }]);
    expect((await gifts({ keyword: desk.user.mobile, userStatus: 1 })).count).toBe(0);
    expect((await gifts({ keyword: desk.user.mobile })).list.map(({ type }) => type)).toEqual([4, 2]);
    const whole = await gifts({ userStatus: 2, limit: 100 });
    expect(whole.count).toBe(whole.list.length);
    expect((await gifts({ keyword: '%' })).count).toBe(0);
  });

  it.each([[{ userStatus: 3 }], [{ type: 9 }], [{ page: 0 }], [{ limit: 101 }]])('refuses %o', async (fields) => {
    expect(await desk.giver.get('/api/ajax/user/getPoints', fields)).toMatchObject({ code: 403, message: 'failed' });
  });
});
