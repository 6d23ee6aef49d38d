import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { applicationMaker } from '../../../../test/installation/factories/applications.ts';
import { uid } from '../../../../test/installation/factories/evidence.ts';
import { intakeClient, picture } from '../../../../test/installation/intake.ts';
import { checkLedger } from '../points/check.ts';
import { pointsOf } from '../points/ledger.ts';
import { newCredential } from '../users/credentials.ts';

const installation = testApp({ PRICE_POINT_FEN: '10' });
const make = applicationMaker(installation);
beforeAll(() => make.open());

const recharge = async (points = 30) => {
  const userId = await make.user('personal', 0);
  const { body } = await make.client().post('/open/v1/recharges', { unique_id: uid(), user_id: userId, points });
  return { userId, orderNo: String(body['order_no']), money: String(body['money']) };
};
const paymentsOf = (orderNo: string) =>
  installation.db
    .selectFrom('payment')
    .select(['trade_no', 'result', 'pay_type', 'amount_fen'])
    .where('order_no', '=', orderNo)
    .orderBy('id')
    .execute();
const status = (answer: { status: number; body: Record<string, unknown> }) => [answer.status, answer.body['payStatus']];

describe('a recharge', () => {
  it('gives its points in the moment in which it is paid, and once: 0.10 and 0.20 are 30 fen', async () => {
    const order = await recharge(3);
    expect(order.money).toBe('0.30');
    expect(await pointsOf(installation.db, order.userId)).toBe(0);
    expect(status(await make.pay(order))).toEqual([200, 2]);
    expect(await pointsOf(installation.db, order.userId)).toBe(3);
    const booked = await installation.db.selectFrom('points_transfer').selectAll().where('reference', '=', order.orderNo).execute();
    // The booking carries the number by which the list of orders finds it.
    expect(booked.map(({ order_no }) => order_no)).toEqual([order.orderNo]);
    expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
  });

  it('leaves neither payment nor points when one of them fails', async () => {
    const order = await recharge();
    await installation.pool.query(
      `create function stop_points() returns trigger language plpgsql as $$ begin raise exception 'injected';
        end $$; create trigger stop_points before insert on points_transfer for each row execute function stop_points()`,
    );
    expect((await make.pay(order)).status).toBe(500);
    await installation.pool.query('drop trigger stop_points on points_transfer; drop function stop_points()');
    expect(await paymentsOf(order.orderNo)).toEqual([]);
    expect(status(await make.pay(order))).toEqual([200, 2]);
  });

  it.each([0, -1, 1.5, '3', 1_000_000_001, 2 ** 53])('of %s points is refused', async (points) => {
    const userId = await make.user('personal', 0);
    expect((await make.client().post('/open/v1/recharges', { unique_id: uid(), user_id: userId, points })).status).toBe(400);
  });

  it('is for a user that there is, and an enterprise orders for itself alone', async () => {
    expect((await make.client().post('/open/v1/recharges', { unique_id: uid(), user_id: '99999', points: 1 })).status).toBe(404);
    const [own, other] = [await make.user('enterprise'), await make.user('enterprise')];
    const key = newCredential();
    await installation.db
      .insertInto('credential')
      .values({ ...key, kind: 'enterprise', user_id: own, name: '某某' })
      .execute();
    const enterprise = intakeClient(installation.app, key);
    expect((await enterprise.post('/open/v1/recharges', { unique_id: uid(), user_id: other, points: 1 })).status).toBe(403);
    expect((await enterprise.post('/open/v1/recharges', { unique_id: uid(), user_id: own, points: 1 })).status).toBe(200);
    expect(
      (
        await enterprise.post('/open/v1/payments', {
          unique_id: uid(),
          order_no: 'x',
          trade_no: 'x',
          pay_type: 2,
          money: '1.00',
          result: 'SUCCESS',
        })
      ).status,
    ).toBe(403);
  });
});

describe('a payment', () => {
  it('counts once for the same trade, however often and under whatever id it is told', async () => {
    const order = await recharge();
    const trade_no = uid();
    const answers = await Promise.all(Array.from({ length: 12 }, () => make.pay(order, { trade_no })));
    expect(answers.map(status)).toEqual(answers.map(() => [200, 2]));
    expect(await paymentsOf(order.orderNo)).toHaveLength(1);
    expect(await pointsOf(installation.db, order.userId)).toBe(30);
    const again = { unique_id: uid(), trade_no: uid() };
    expect((await make.pay(order, again)).status).toBe(409);
  });

  it('answers the same request as before, and refuses its id for another', async () => {
    const order = await recharge();
    const same = { unique_id: uid(), trade_no: uid() };
    const first = await make.pay(order, same);
    expect(await make.pay(order, same)).toEqual(first);
    expect((await make.pay(order, { ...same, pay_type: 3 })).status).toBe(409);
  });

  it('may be tried again after a failure, in any order of the notices: a late failure takes nothing back', async () => {
    const order = await recharge();
    const [failed, paid] = [uid(), uid()];
    expect(status(await make.pay(order, { trade_no: failed, result: 'FAIL' }))).toEqual([200, 3]);
    expect(status(await make.pay(order, { trade_no: paid }))).toEqual([200, 2]);
    expect(status(await make.pay(order, { trade_no: paid, result: 'FAIL' }))).toEqual([200, 2]);
    expect(status(await make.pay(order, { trade_no: failed, result: 'FAIL' }))).toEqual([200, 2]);
    expect(await pointsOf(installation.db, order.userId)).toBe(30);
    expect(await paymentsOf(order.orderNo)).toMatchObject([
      { result: 'fail' },
      { result: 'success', amount_fen: '300' },
      { result: 'fail' },
    ]);
  });

  it.each([['0.01'], ['3.01'], ['30.00'], ['299.99']])('of a wrong amount (%s) is refused and changes nothing', async (money) => {
    const order = await recharge();
    expect((await make.pay(order, { money })).status).toBe(409);
    expect((await make.pay(order, { money, result: 'FAIL' })).status).toBe(409);
    expect(await paymentsOf(order.orderNo)).toEqual([]);
    expect(
      (
        await installation.db
          .selectFrom('recharge_order')
          .select('pay_status')
          .where('order_no', '=', order.orderNo)
          .executeTakeFirstOrThrow()
      ).pay_status,
    ).toBe('unpaid');
  });

  it.each([
    { money: '3', pay_type: 9 },
    { money: '-3.00' },
    { money: '3e0' },
    { money: 3 },
    { money: '3.000' },
    { result: 'MAYBE' },
    { trade_no: '' },
    { order_no: '' },
    { pay_type: 0 },
  ])('with %j is malformed', async (change) => {
    const order = await recharge();
    expect((await make.pay(order, change)).status).toBe(400);
  });

  it('of a trade belongs to one order', async () => {
    const [one, two] = [await recharge(), await recharge()];
    const trade_no = uid();
    expect((await make.pay(one, { trade_no })).status).toBe(200);
    expect((await make.pay(two, { trade_no })).status).toBe(409);
    expect(await pointsOf(installation.db, two.userId)).toBe(0);
    expect((await make.pay({ ...one, orderNo: 'nothing' })).status).toBe(404);
  });

  it('by bank transfer brings the picture that proves it, which is kept under its hash', async () => {
    const order = await recharge();
    expect((await make.pay(order, { pay_type: 1 })).status).toBe(400);
    expect((await make.transfer(order, {}, {} as never)).status).toBe(400);
    expect((await make.transfer(order, {}, { transfer_img: Buffer.from('<svg/>') })).status).toBe(415);
    expect((await make.transfer(order, { pay_type: '2' })).status).toBe(400);
    expect(status(await make.transfer(order, {}, { transfer_img: picture('purple') }))).toEqual([200, 2]);
    const { transfer_img, pay_type } = await installation.db
      .selectFrom('recharge_order')
      .select(['transfer_img', 'pay_type'])
      .where('order_no', '=', order.orderNo)
      .executeTakeFirstOrThrow();
    expect({ pay_type, isThere: await installation.store.stat(transfer_img?.sha256 ?? '') }).toMatchObject({
      pay_type: 'transfer',
      isThere: { sizeBytes: transfer_img?.sizeBytes },
    });
    const watched = await installation.db
      .selectFrom('stored_object')
      .select('sha256')
      .where('sha256', '=', transfer_img?.sha256 ?? '')
      .execute();
    expect(watched).toHaveLength(1);
  });

  it('is described with either body', async () => {
    const document = (await installation.app.inject({ url: '/open/v1/openapi.json' })).json() as {
      paths: Record<string, { post: { requestBody: { content: object } } }>;
    };
    expect(Object.keys(document.paths['/open/v1/payments']?.post.requestBody.content ?? {})).toEqual([
      'application/json',
      'multipart/form-data',
    ]);
  });

  it('is on the trail with what it did, and can never be changed', async () => {
    const order = await recharge();
    await make.pay(order);
    const rows = await installation.db
      .selectFrom('trail')
      .select(['action', 'before', 'after'])
      .where('object', '=', `order/${order.orderNo}`)
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([
      { action: '提交充值订单' },
      { action: '登记支付', before: { payStatus: 'unpaid' }, after: { payStatus: 'paid', amountFen: 300 } },
    ]);
    await expect(installation.db.deleteFrom('payment').execute()).rejects.toThrow('append-only');
  });
});
