import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { failed } from '../../../../test/installation/answers.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { pointsDesk } from '../../../../test/installation/scenarios/points.ts';
import type { UserDetail } from '../../../contract/console/users.ts';
import { checkLedger } from './check.ts';
import { consume, refundPoints, grant } from './ledger.ts';
import type { PointsSource } from './store.ts';

const installation = testApp();
const desk = pointsDesk(installation);
const { addUser, balances, details } = desk;
const given = (source: PointsSource, points: number) =>
  installation.db
    .transaction()
    .execute((tx) => grant(tx, { userId: desk.user.id, points, source, reference: `${source} ${desk.user.id}` }));
async function sheetOf(path: string): Promise<unknown[][]> {
  const reply = await installation.app.inject({ url: path, headers: { cookie: `token=${desk.giver.token}` } });
  expect(reply.headers['content-type']).toContain('spreadsheetml');
  return (await readXlsx(await buffer(Readable.from(reply.rawPayload)))).sheets[0]?.rows ?? [];
}

/** What the detail of the user says to an operator with these nodes. */
async function shownToHolders(nodes: number[]): Promise<UserDetail['userInfo']> {
  await installation.db.updateTable('role').set({ nodes }).where('id', '=', '3').execute();
  const operator = await installation.signIn('nobody@example.com');
  return (await operator.get<UserDetail>('/api/user/userDetail', { user_id: desk.user.id })).data.userInfo;
}

describe('balances', () => {
  it('show each kind of gift by itself, and what is left after all that came and went', async () => {
    await given('giftContract', 1);
    await given('giftRecharge', 20);
    await given('giftTest', 300);
    await given('giftOther', 4000);
    await given('recharge', 50_000);
    await installation.db.transaction().execute((tx) => consume(tx, desk.user.id, 321, 'evidence', `e ${desk.user.id}`));
    expect((await balances({ keyword: desk.user.mobile })).list).toEqual([
      {
        user_id: desk.user.id,
        name: '澄帆科技',
        mobile: desk.user.mobile,
        type: 2,
        type_name: '企业',
        translateGiveSum: 1,
        rechargeGiveSum: 20,
        testGiveSum: 300,
        give: 4000,
        points: 54_000,
      },
    ]);
    expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
  });

  it('hold every user, those without bookings too, of either type or of one', async () => {
    const person = await addUser({ type: 'personal', status: 'unverified', name: '' });
    expect((await balances({ keyword: person.mobile })).list).toMatchObject([
      { name: person.mobile, type: 1, type_name: '个人', points: 0, give: 0 },
    ]);
    expect((await balances({ keyword: person.mobile, status: 2 })).count).toBe(0);
    expect((await balances({ keyword: person.mobile, status: 1 })).count).toBe(1);
    const { n } = await installation.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow();
    expect((await balances()).count).toBe(Number(n));
    expect((await balances({ status: 1 })).count + (await balances({ status: 2 })).count).toBe(Number(n));
    expect((await balances({ limit: 2 })).list.map(({ user_id }) => user_id)).toEqual([person.id, desk.user.id]);
    expect((await balances({ keyword: '澄帆', limit: 100 })).list.every(({ name }) => name === '澄帆科技')).toBe(true);
    expect((await balances({ keyword: '_' })).count).toBe(0);
  });

  it('are exported as listed', async () => {
    await given('giftTest', 7);
    const rows = await sheetOf(`/api/export/userBalanceExport?keyword=${desk.user.mobile}&status=2`);
    expect(rows).toEqual([
      ['名称', '手机号', '类型', '合同赠送', '测试赠送', '充值赠送', '其他赠送', '剩余积分'],
      ['澄帆科技', desk.user.mobile, '企业', 0, 7, 0, 0, 7],
    ]);
    const { count } = await balances();
    expect((await sheetOf('/api/export/userBalanceExport')).length).toBe(count + 1);
  });

  it.each([[{ status: 3 }], [{ status: 'x' }], [{ page: '1.5' }]])('are refused under %o', async (fields) => {
    expect(await desk.giver.get('/api/ajax/user/getBalanceList', fields)).toMatchObject({ code: 403, message: 'failed' });
  });
});

describe('the details of a balance', () => {
  it('tell what came and what went, newest first; what is given back is a 消费 that came', async () => {
    await given('recharge', 100);
    await installation.db.transaction().execute((tx) => consume(tx, desk.user.id, 5, 'web', `w ${desk.user.id}`));
    await installation.db.transaction().execute((tx) => refundPoints(tx, desk.user.id, 'web', `w ${desk.user.id}`));
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
    const holder = { user_id: desk.user.id, name: '澄帆科技', mobile: desk.user.mobile, type: 2, type_name: '企业', points: 110 };
    expect(await details({ page: 9 })).toEqual({ count: 4, list: [], user: holder });
    expect((await details({ datetime: '2020-01-01 - 2020-12-31' })).user).toEqual(holder);
    const rows = await sheetOf(`/api/export/userBalanceDetailExport?userId=${desk.user.id}&order_type=2`);
    expect(rows).toEqual([
      ['订单号', '业务类型', '类型', '时间', '积分'],
      ...list.slice(1, 3).map((row) => [row.order_no, row.type_name, row.order_type_name, row.create_time, row.balance]),
    ]);
  });

  it('say what uploads in progress hold of a balance, in list, details and user detail, and nothing where they hold nothing', async () => {
    await given('recharge', 100);
    const listed = async () => (await balances({ keyword: desk.user.mobile })).list[0];
    expect(await listed()).not.toHaveProperty('held');
    expect((await details()).user).not.toHaveProperty('held');
    const hold = (unique: string, seconds: number) =>
      sql`select hold_points(${desk.user.id}, 'a', ${unique}, 3, make_interval(secs => ${seconds}))`.execute(installation.db);
    await hold('one', 60);
    await hold('two', 60);
    await hold('over', -1);
    expect(await listed()).toMatchObject({ points: 100, held: 6 });
    expect((await details()).user).toMatchObject({ points: 100, held: 6 });
    expect(await shownToHolders([1, 2, 4])).toMatchObject({ points: 100, held: 6 });
    expect(await shownToHolders([1, 2])).not.toHaveProperty('points');
    expect(await shownToHolders([1, 2])).not.toHaveProperty('held');
    await installation.db.deleteFrom('points_hold').where('user_id', '=', desk.user.id).execute();
  });

  it('are those of the days asked for, both ends included', async () => {
    await given('recharge', 100);
    const today = (await details()).list[0]?.create_time.slice(0, 10) ?? '';
    expect((await details({ datetime: `${today} - ${today}` })).count).toBe(1);
    expect((await details({ datetime: '2020-01-01 - 2020-12-31' })).count).toBe(0);
    expect(
      await desk.giver.get('/api/ajax/user/userBalanceDetails', { userId: desk.user.id, datetime: `${today} - 2020-01-01` }),
    ).toMatchObject(failed('日期范围无效'));
  });

  it('of a user without bookings are empty, of no user refused', async () => {
    expect(await details()).toEqual({
      count: 0,
      list: [],
      user: { user_id: desk.user.id, name: '澄帆科技', mobile: desk.user.mobile, type: 2, type_name: '企业', points: 0 },
    });
    for (const path of ['/api/ajax/user/userBalanceDetails', '/api/export/userBalanceDetailExport']) {
      expect(await desk.giver.get(path, { userId: '999999' })).toMatchObject(failed('该用户不存在'));
      expect(await desk.giver.get(path, { userId: '1 or 1=1' })).toMatchObject(failed('编号无效'));
      expect(await desk.giver.get(path)).toMatchObject(failed('编号不能为空'));
    }
    expect(await desk.giver.get('/api/ajax/user/userBalanceDetails', { userId: desk.user.id, order_type: 3 })).toMatchObject(
      failed('类型无效'),
    );
  });
});
