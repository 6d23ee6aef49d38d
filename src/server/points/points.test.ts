import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/house/app.ts';
import type { BalanceDetailRow, BalanceRow, GiftRow } from '../../contract/console/points.ts';
import type { UserStatus, UserType } from '../../domain/codes/users.ts';
import { checkLedger } from './check.ts';
import { consume, giveBack, grant, type PointsSource } from './ledger.ts';

const house = testApp();
type As = Awaited<ReturnType<typeof house.signIn>>;
type Page<Row> = { list: Row[]; count: number };
let giver: As;
let user: { id: string; mobile: string; name: string };
let serial = 0;

beforeAll(async () => {
  giver = await house.signIn('reviewer@example.com');
});
beforeEach(async () => {
  user = await addUser();
});

async function addUser({
  type = 'enterprise',
  status = 'approved',
  name = '澄帆科技',
}: {
  type?: UserType;
  status?: UserStatus;
  name?: string;
} = {}) {
  serial += 1;
  const mobile = `102${String(serial * 7919).padStart(8, '0')}`;
  return house.db
    .insertInto('users')
    .values({ type, status, name, mobile, registered_at: new Date(Date.UTC(2026, 0, 1, 0, 0, serial)) })
    .returning(['id', 'mobile', 'name'])
    .executeTakeFirstOrThrow();
}
const gift = (change: Record<string, string | number> = {}) =>
  giver.post('/api/ajax/user/updatePoints', { mobile: user.mobile, type: 2, pointsType: 1, points: 100, explain: '合同约定', ...change });
const balances = async (fields: Record<string, string | number> = {}) =>
  (await giver.get<Page<BalanceRow>>('/api/ajax/user/getBalanceList', fields)).data;
const details = async (fields: Record<string, string | number> = {}) =>
  (
    await giver.get<Page<BalanceDetailRow> & { user: Record<string, unknown> }>('/api/ajax/user/userBalanceDetails', {
      userId: user.id,
      ...fields,
    })
  ).data;
const gifts = async (fields: Record<string, string | number> = {}) =>
  (await giver.get<Page<GiftRow>>('/api/ajax/user/getPoints', fields)).data;
const given = (source: PointsSource, points: number) =>
  house.db.transaction().execute((tx) => grant(tx, { userId: user.id, points, source, reference: `${source} ${user.id}` }));
const failed = (msg: string) => ({ code: 403, message: 'failed', data: { msg } });
async function sheetOf(path: string): Promise<unknown[][]> {
  const reply = await house.app.inject({ url: path, headers: { cookie: `token=${giver.token}` } });
  expect(reply.headers['content-type']).toContain('spreadsheetml');
  return (await readXlsx(await buffer(Readable.from(reply.rawPayload)))).sheets[0]?.rows ?? [];
}

describe('a gift', () => {
  it('is booked, listed under its receiver and its giver, and on the trail', async () => {
    expect(await gift({ pointsType: 3, points: 250, explain: ' 试用 ' })).toMatchObject({
      code: 200,
      message: '赠送成功',
      msg: '赠送成功',
      data: null,
    });
    expect(await gifts({ keyword: user.mobile })).toEqual({
      count: 1,
      list: [
        {
          id: expect.stringMatching(/^\d+$/) as string,
          mobile: user.mobile,
          company: '澄帆科技',
          time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
          type: 3,
          type_name: '测试额度',
          userStatus: 2,
          userStatusName: '企业',
          points: 250,
          explain: '试用',
          admin: '王审核',
        },
      ],
    });
    expect((await balances({ keyword: user.mobile })).list).toMatchObject([
      { user_id: user.id, testGiveSum: 250, translateGiveSum: 0, points: 250 },
    ]);
    expect(await details()).toMatchObject({
      count: 1,
      list: [{ type: 5, type_name: '积分赠送', order_type: 1, order_type_name: '充值', balance: 250 }],
    });
    const row = await house.db.selectFrom('trail').selectAll().where('object', '=', `user/${user.id}`).executeTakeFirstOrThrow();
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
    [{ points: '１０' }, '数额必须为数字', 'points'],
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
    expect((await gifts({ keyword: user.mobile })).count).toBe(0);
  });

  it('may be as large as its bound, with 200 characters of reason', async () => {
    expect(await gift({ points: '1000000000', explain: '𠮷'.repeat(200) })).toMatchObject({ code: 200 });
    expect((await details()).list).toMatchObject([{ balance: 1_000_000_000 }]);
  });

  it.each(['unverified', 'pending', 'rejected'] as const)('for a user who is %s is refused, and so is looking him up', async (status) => {
    user = await addUser({ status });
    expect(await gift()).toMatchObject(failed('该用户未实名通过'));
    expect(await giver.get('/api/ajax/user/findReceiver', { mobile: user.mobile, type: 2 })).toMatchObject(failed('该用户未实名通过'));
    expect((await balances({ keyword: user.mobile })).list).toMatchObject([{ points: 0 }]);
  });

  it('is given once by 20 calls of one request at once, and again under another', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => gift({ requestId: 'form-1' })));
    expect(answers.map(({ code, message }) => [code, message])).toEqual(Array.from({ length: 20 }, () => [200, '赠送成功']));
    expect((await gifts({ keyword: user.mobile })).count).toBe(1);
    expect((await house.db.selectFrom('trail').select('id').where('object', '=', `user/${user.id}`).execute()).length).toBe(1);
    expect(await gift({ requestId: 'form-2' })).toMatchObject({ code: 200 });
    expect(await gift()).toMatchObject({ code: 200 });
    expect(await gift()).toMatchObject({ code: 200 });
    expect((await balances({ keyword: user.mobile })).list).toMatchObject([{ translateGiveSum: 400, points: 400 }]);
  });

  it('under a request that was another gift is refused; a refused request may be sent again', async () => {
    expect(await gift({ requestId: `of ${user.id}`, points: '0' })).toMatchObject({ code: 403 });
    expect(await gift({ requestId: `of ${user.id}`, mobile: '19999999999' })).toMatchObject(failed('该用户不存在'));
    expect(await gift({ requestId: `of ${user.id}` })).toMatchObject({ code: 200 });
    expect(await gift({ requestId: `of ${user.id}`, points: 101 })).toMatchObject(
      failed('该请求已提交过其他内容，请核对赠送记录后重新填写'),
    );
    expect((await details()).list).toMatchObject([{ balance: 100 }]);
    // Another operator's requests are numbered by themselves.
    const other = await house.signIn('other@example.com');
    expect(
      await other.post('/api/ajax/user/updatePoints', {
        mobile: user.mobile,
        type: 2,
        pointsType: 1,
        points: 1,
        explain: '补',
        requestId: `of ${user.id}`,
      }),
    ).toMatchObject({ code: 200 });
    expect((await details()).count).toBe(2);
  });

  it('of many at once is judged by itself, and the trail tells every balance between', async () => {
    const [one, other, pending] = [user, await addUser(), await addUser({ status: 'pending' })];
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
      const trail = await house.db
        .selectFrom('trail')
        .select(['before', 'after'])
        .where('object', '=', `user/${receiver.id}`)
        .orderBy('id')
        .execute();
      const after = trail.map((row) => Number(row.after?.['points']));
      expect(trail.map((row) => Number(row.before?.['points']))).toEqual([0, ...after].slice(0, after.length));
      expect(after.at(-1) ?? 0).toBe(points);
    }
    expect(await checkLedger(house.db)).toMatchObject({ broken: null });
  });

  it('is found by who it would be for', async () => {
    expect(await giver.get('/api/ajax/user/findReceiver', { mobile: ` ${user.mobile} `, type: 2 })).toMatchObject({
      code: 200,
      data: { user_id: user.id, name: '澄帆科技', mobile: user.mobile, type: 2, type_name: '企业' },
    });
    expect(await giver.get('/api/ajax/user/findReceiver', { mobile: user.mobile, type: 1 })).toMatchObject(failed('该用户不存在'));
    expect(await giver.get('/api/ajax/user/findReceiver', { mobile: '', type: 2 })).toMatchObject(failed('手机号不能为空'));
  });
});

describe('the gift list', () => {
  it('narrows by user type, gift type and mobile together, newest first', async () => {
    await gift({ pointsType: 2 });
    await gift({ pointsType: 4 });
    expect((await gifts({ keyword: user.mobile, userStatus: 2, type: 4 })).list).toMatchObject([{ type: 4, type_name: '其他' }]);
    expect((await gifts({ keyword: user.mobile, userStatus: 1 })).count).toBe(0);
    expect((await gifts({ keyword: user.mobile })).list.map(({ type }) => type)).toEqual([4, 2]);
    const whole = await gifts({ userStatus: 2, limit: 100 });
    expect(whole.count).toBe(whole.list.length);
    expect((await gifts({ keyword: '%' })).count).toBe(0);
  });

  it.each([[{ userStatus: 3 }], [{ type: 9 }], [{ page: 0 }], [{ limit: 101 }]])('refuses %o', async (fields) => {
    expect(await giver.get('/api/ajax/user/getPoints', fields)).toMatchObject({ code: 403, message: 'failed' });
  });
});

describe('balances', () => {
  it('show each kind of gift by itself, and what is left after all that came and went', async () => {
    await given('giftContract', 1);
    await given('giftRecharge', 20);
    await given('giftTest', 300);
    await given('giftOther', 4000);
    await given('recharge', 50_000);
    await house.db.transaction().execute((tx) => consume(tx, user.id, 321, 'evidence', `e ${user.id}`));
    expect((await balances({ keyword: user.mobile })).list).toEqual([
      {
        user_id: user.id,
        name: '澄帆科技',
        mobile: user.mobile,
        type: 2,
        type_name: '企业',
        translateGiveSum: 1,
        rechargeGiveSum: 20,
        testGiveSum: 300,
        give: 4000,
        points: 54_000,
      },
    ]);
    expect(await checkLedger(house.db)).toMatchObject({ broken: null });
  });

  it('hold every user, those without bookings too, of either type or of one', async () => {
    const person = await addUser({ type: 'personal', status: 'unverified', name: '' });
    expect((await balances({ keyword: person.mobile })).list).toMatchObject([
      { name: person.mobile, type: 1, type_name: '个人', points: 0, give: 0 },
    ]);
    expect((await balances({ keyword: person.mobile, status: 2 })).count).toBe(0);
    expect((await balances({ keyword: person.mobile, status: 1 })).count).toBe(1);
    const { n } = await house.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow();
    expect((await balances()).count).toBe(Number(n));
    expect((await balances({ status: 1 })).count + (await balances({ status: 2 })).count).toBe(Number(n));
    expect((await balances({ limit: 2 })).list.map(({ user_id }) => user_id)).toEqual([person.id, user.id]);
    expect((await balances({ keyword: '澄帆', limit: 100 })).list.every(({ name }) => name === '澄帆科技')).toBe(true);
    expect((await balances({ keyword: '_' })).count).toBe(0);
  });

  it('are exported as listed', async () => {
    await given('giftTest', 7);
    const rows = await sheetOf(`/api/export/userBalanceExport?keyword=${user.mobile}&status=2`);
    expect(rows).toEqual([
      ['名称', '手机号', '类型', '合同赠送', '测试赠送', '充值赠送', '其他赠送', '剩余积分'],
      ['澄帆科技', user.mobile, '企业', 0, 7, 0, 0, 7],
    ]);
    const { count } = await balances();
    expect((await sheetOf('/api/export/userBalanceExport')).length).toBe(count + 1);
  });

  it.each([[{ status: 3 }], [{ status: 'x' }], [{ page: '1.5' }]])('are refused under %o', async (fields) => {
    expect(await giver.get('/api/ajax/user/getBalanceList', fields)).toMatchObject({ code: 403, message: 'failed' });
  });
});

describe('the details of a balance', () => {
  it('tell what came and what went, newest first; what is given back is a 消费 that came', async () => {
    await given('recharge', 100);
    await house.db.transaction().execute((tx) => consume(tx, user.id, 5, 'web', `w ${user.id}`));
    await house.db.transaction().execute((tx) => giveBack(tx, user.id, 'web', `w ${user.id}`));
    await given('giftRecharge', 10);
    const { list, count } = await details();
    expect(list.map(({ type_name, order_type_name, balance }) => [type_name, order_type_name, balance])).toEqual([
      ['积分赠送', '充值', 10],
      ['网页取证', '消费', 5],
      ['网页取证', '消费', -5],
      ['账户积分充值', '充值', 100],
    ]);
    expect(count).toBe(4);
    expect((await details({ order_type: 2 })).list.map(({ balance }) => balance)).toEqual([5, -5]);
    expect(await details({ order_type: 1, limit: 1, page: 2 })).toMatchObject({ count: 2, list: [{ balance: 100 }] });
    const holder = { user_id: user.id, name: '澄帆科技', mobile: user.mobile, type: 2, type_name: '企业', points: 110 };
    expect(await details({ page: 9 })).toEqual({ count: 4, list: [], user: holder });
    expect((await details({ datetime: '2020-01-01 - 2020-12-31' })).user).toEqual(holder);
    const rows = await sheetOf(`/api/export/userBalanceDetailExport?userId=${user.id}&order_type=2`);
    expect(rows).toEqual([
      ['订单号', '业务类型', '类型', '时间', '积分'],
      ...list.slice(1, 3).map((row) => [row.order_no, row.type_name, row.order_type_name, row.create_time, row.balance]),
    ]);
  });

  it('are those of the days asked for, both ends included', async () => {
    await given('recharge', 100);
    const today = (await details()).list[0]?.create_time.slice(0, 10) ?? '';
    expect((await details({ datetime: `${today} - ${today}` })).count).toBe(1);
    expect((await details({ datetime: '2020-01-01 - 2020-12-31' })).count).toBe(0);
    expect(await giver.get('/api/ajax/user/userBalanceDetails', { userId: user.id, datetime: `${today} - 2020-01-01` })).toMatchObject(
      failed('日期范围无效'),
    );
  });

  it('of a user without bookings are empty, of no user refused', async () => {
    expect(await details()).toEqual({
      count: 0,
      list: [],
      user: { user_id: user.id, name: '澄帆科技', mobile: user.mobile, type: 2, type_name: '企业', points: 0 },
    });
    for (const path of ['/api/ajax/user/userBalanceDetails', '/api/export/userBalanceDetailExport']) {
      expect(await giver.get(path, { userId: '999999' })).toMatchObject(failed('该用户不存在'));
      expect(await giver.get(path, { userId: '1 or 1=1' })).toMatchObject(failed('编号无效'));
      expect(await giver.get(path)).toMatchObject(failed('编号不能为空'));
    }
    expect(await giver.get('/api/ajax/user/userBalanceDetails', { userId: user.id, order_type: 3 })).toMatchObject(failed('类型无效'));
  });
});
