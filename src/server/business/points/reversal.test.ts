import { beforeAll, describe, expect, it } from 'vitest';
import { failed } from '../../../../test/installation/answers.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { pointsDesk, type Page } from '../../../../test/installation/scenarios/points.ts';
import type { GiftRow } from '../../../contract/console/points.ts';
import { checkActs } from './acts-check.ts';
import { checkLedger } from './check.ts';
import { consume } from './ledger.ts';

const installation = testApp();
const desk = pointsDesk(installation);
const path = '/api/ajax/user/revokePoints';
let second: typeof desk.giver;
beforeAll(async () => {
  second = await installation.signIn('admin@example.com');
});

const listed = async (by = second) => (await by.get<Page<GiftRow>>('/api/ajax/user/getPoints', { keyword: desk.user.mobile })).data.list;
async function give(points = 100, requestId: string = crypto.randomUUID()): Promise<GiftRow> {
  const answer = await desk.giver.post('/api/ajax/user/updatePoints', {
    mobile: desk.user.mobile,
    type: 2,
    pointsType: 3,
    points,
    explain: '试用',
    requestId,
  });
  expect(answer.code).toBe(200);
  const [gift] = await listed();
  if (!gift) throw new Error('the gift is not listed');
  return gift;
}
const balance = async () => (await desk.balances({ keyword: desk.user.mobile })).list[0];
const spend = (points: number) =>
  installation.db.transaction().execute((tx) => consume(tx, desk.user.id, points, 'web', `w ${crypto.randomUUID()}`));

describe('a gift that is taken back', () => {
  it('is a booking of its own: the gift stays listed with who took it back, and its points are gone', async () => {
    const gift = await give(250);
    expect(gift).toMatchObject({ revoked: 0, revoke_time: '', revoke_admin: '', revoke_refusal: '' });
    expect(await second.post(path, { id: gift.id, explain: ' 重复赠送 ' })).toMatchObject({ code: 200, message: '操作成功', data: null });
    expect(await listed()).toMatchObject([
      {
        id: gift.id,
        points: 250,
        admin: '王审核',
        revoked: 1,
        revoke_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
        revoke_admin: '管理员',
        revoke_explain: '重复赠送',
        revoke_refusal: '该笔赠送已撤销',
      },
    ]);
    expect(await balance()).toMatchObject({ testGiveSum: 0, points: 0 });
    expect((await desk.details()).list).toMatchObject([
      { type: 5, type_name: '积分赠送', order_type: 1, balance: -250 },
      { type: 5, balance: 250 },
    ]);
    const charges = await installation.db.selectFrom('charge_order').select('id').where('user_id', '=', desk.user.id).execute();
    expect(charges).toEqual([]);
    const acts = await installation.db.selectFrom('trail').selectAll().where('object', '=', `user/${desk.user.id}`).orderBy('id').execute();
    expect(acts[1]).toMatchObject({
      actor_name: '管理员',
      action: '撤销赠送',
      before: { points: 250 },
      after: { points: 0, taken: 250, source: 'giftTest', giftId: gift.id, explain: '重复赠送' },
    });
    expect((await checkLedger(installation.db)).broken).toBeNull();
    expect((await checkActs(installation.db)).broken?.of ?? '').not.toContain(`user/${desk.user.id}`);
  });

  it('is refused to who gave it, whatever the role, and told so in the list', async () => {
    const gift = await give();
    const refusal = '本人赠送的积分须由其他人员撤销';
    expect(await desk.giver.post(path, { id: gift.id, explain: '错' })).toMatchObject(failed(refusal));
    expect(await listed(desk.giver)).toMatchObject([{ revoked: 0, revoke_refusal: refusal }]);
    expect(await balance()).toMatchObject({ testGiveSum: 100, points: 100 });
  });

  it('is refused once its points are spent or held by an upload, and possible again when others came', async () => {
    const gift = await give(100);
    await spend(30);
    expect(await second.post(path, { id: gift.id, explain: '错' })).toMatchObject(
      failed('该用户可用积分只剩 70，不足以撤销 100 积分的赠送'),
    );
    expect(await balance()).toMatchObject({ testGiveSum: 100, points: 70 });
    await give(50);
    await installation.db
      .insertInto('points_hold')
      .values({ user_id: desk.user.id, app_id: 'a', unique_id: 'u', points: '40', expires_at: new Date(Date.now() + 60_000) })
      .execute();
    expect(await second.post(path, { id: gift.id, explain: '错' })).toMatchObject(
      failed('该用户可用积分只剩 80，不足以撤销 100 积分的赠送'),
    );
    await installation.db.deleteFrom('points_hold').where('user_id', '=', desk.user.id).execute();
    expect(await second.post(path, { id: gift.id, explain: '错' })).toMatchObject({ code: 200 });
    expect(await balance()).toMatchObject({ testGiveSum: 50, points: 20 });
    expect((await checkLedger(installation.db)).broken).toBeNull();
  });

  it('waits for an upload that is taking its hold, and then leaves it its points', async () => {
    const gift = await give(100);
    const client = await installation.pool.connect();
    try {
      await client.query('begin');
      await client.query("select hold_points($1, 'a', 'u', 100, interval '1 minute')", [desk.user.id]);
      const answer = second.post(path, { id: gift.id, explain: '错' });
      await expect
        .poll(async () => {
          const { rows } = await installation.pool.query<{ n: string }>(
            "select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          );
          return Number(rows[0]?.n);
        })
        .toBeGreaterThan(0);
      await client.query('commit');
      expect(await answer).toMatchObject(failed('该用户可用积分只剩 0，不足以撤销 100 积分的赠送'));
    } finally {
      client.release();
    }
    await installation.db.deleteFrom('points_hold').where('user_id', '=', desk.user.id).execute();
  });

  it('is taken back once, however many try at once', async () => {
    const gift = await give(100);
    await give(900);
    const answers = await Promise.all(Array.from({ length: 8 }, () => second.post(path, { id: gift.id, explain: '错' })));
    expect(answers.filter(({ code }) => code === 200).length).toBe(1);
    expect(answers.find(({ code }) => code !== 200)).toMatchObject({ code: 430, data: { msg: '该笔赠送已由管理员撤销' } });
    expect(await balance()).toMatchObject({ points: 900 });
  });

  it.each([
    [{ id: '999999999', explain: '错' }, '该赠送记录不存在'],
    [{ id: 'x', explain: '错' }, '编号无效'],
    [{ id: '1', explain: ' ' }, '撤销原因不能为空'],
    [{ id: '1', explain: '错'.repeat(201) }, '撤销原因最多200个字'],
  ])('of %o is refused: %s', async (fields, msg) => {
    expect(await second.post(path, fields)).toMatchObject(failed(msg));
  });

  it('is no booking of another user, another kind or a part of it', async () => {
    const gift = await give(100);
    const accounts = await installation.db
      .selectFrom('points_account')
      .select(['id', 'kind', 'user_id'])
      .where((by) => by.or([by('user_id', '=', desk.user.id), by('user_id', 'is', null)]))
      .execute();
    const accountOf = (kind: string) => accounts.find((account) => account.kind === kind)?.id ?? '';
    const book = (to: string, points: string) =>
      installation.db
        .insertInto('points_transfer')
        .values({ order_no: crypto.randomUUID(), from_account: accountOf('user'), to_account: to, points, reference: `gift/${gift.id}` })
        .execute();
    await expect(book(accountOf('giftTest'), '99')).rejects.toThrow('a whole gift');
    await expect(book(accountOf('giftOther'), '100')).rejects.toThrow('a whole gift');
  });

  it('is missed by the checks when its booking or its act is gone', async () => {
    const gift = await give(100);
    const account = await installation.db
      .selectFrom('points_account')
      .selectAll()
      .where('user_id', '=', desk.user.id)
      .executeTakeFirstOrThrow();
    const contract = await installation.db
      .selectFrom('points_account')
      .select('id')
      .where('kind', '=', 'giftTest')
      .executeTakeFirstOrThrow();
    // A booking without an act.
    await installation.db
      .insertInto('points_transfer')
      .values({ order_no: gift.id, from_account: account.id, to_account: contract.id, points: '100', reference: `gift/${gift.id}` })
      .execute();
    expect((await checkLedger(installation.db)).broken).toBeNull();
    expect((await checkActs(installation.db)).broken).toEqual({
      of: `giftTest gift/${gift.id}`,
      reason: 'was taken back, and nobody did it',
    });
    // The reversal disappears from its list.
    await installation.pool.query('alter table points_gift_reversal disable trigger points_gift_reversal_append_only');
    await installation.db.deleteFrom('points_gift_reversal').where('gift_id', '=', gift.id).execute();
    expect((await checkLedger(installation.db)).broken).toEqual({ userId: desk.user.id, of: 'reversal', kept: '0', booked: '100' });
  });
});
