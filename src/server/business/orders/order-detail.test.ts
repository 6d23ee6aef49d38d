import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { operators } from '../../../../test/installation/factories/access.ts';
import { applicationMaker } from '../../../../test/installation/factories/applications.ts';
import { payer, rechargeOrder } from '../../../../test/installation/factories/money.ts';
import type { OrderDetail } from '../../../contract/console/orders.ts';

const installation = testApp();
const make = applicationMaker(installation);
const { holding } = operators(installation);
let admin: Awaited<ReturnType<typeof installation.signIn>>;

beforeAll(async () => {
  await make.open();
  admin = await installation.signIn('admin@example.com');
});

const path = '/api/ajax/data/getOrderDetail';
const detail = async (orderNo: string, by: Pick<typeof admin, 'get'> = admin) => (await by.get<OrderDetail>(path, { orderNo })).data;
const unknown = { code: 403, message: 'failed', data: { msg: '该订单不存在' } };

describe('an order of a notarization', () => {
  it('tells its payment with every notice of the gateway, its application and its invoice', async () => {
    const application = await make.apply('enterprise', 2);
    const { userId, orderNo, money } = application;
    expect(await detail(orderNo)).toMatchObject({
      money,
      points: null,
      pay_name: '待支付',
      pay_time: '',
      payments: [],
      refund: null,
      invoice: null,
      application: { status_name: '', num: 2 },
    });
    await make.pay(application, { result: 'FAIL', trade_no: 'T1', pay_type: 2 });
    await make.pay(application, { trade_no: 'T2', pay_type: 3, payer: '6222021234567890' });
    const invoice = await make.invoice(application);
    expect(await detail(orderNo)).toMatchObject({
      orderNo,
      orderType: 2,
      orderTypeName: '出证',
      userId,
      user_url: `/user/Detail/${userId}`,
      type: 2,
      pay: 2,
      pay_name: '已支付',
      payType_name: '支付宝',
      trade_no: 'T2',
      pay_time: expect.stringMatching(/^20\d\d-/) as string,
      buyer_id: '****7890',
      payments: [
        { trade_no: 'T2', pay_type_name: '支付宝', is_paid: true, result_name: '支付成功', money, buyer_id: '****7890' },
        { trade_no: 'T1', pay_type_name: '微信', is_paid: false, result_name: '支付失败', money, buyer_id: '' },
      ],
      application: { status_name: '待审核', remark: '', url: expect.stringContaining(`/${application.id}/2`) as string },
      invoice: { id: invoice, head: '钱申请', money, status_name: '待开票', is_flushed: false },
    });
  });

  it('tells its refund and that the applicant withdrew it', async () => {
    const application = await make.paid();
    await make.withdraw(application.id);
    const { refund, ...order } = await detail(application.orderNo);
    expect(order).toMatchObject({ pay_name: '已退款', application: { status_name: '已撤回', remark: '已撤回' } });
    expect(refund).toMatchObject({ money: application.money, reason: '申请人撤回' });
    expect(refund?.refundOrderNo).toMatch(/^20\d{6}[0-9A-F]{16}$/);
  });

  it('waits for no payment once its application was withdrawn', async () => {
    const application = await make.apply();
    await make.withdraw(application.id);
    expect(await detail(application.orderNo)).toMatchObject({ pay: 1, pay_name: '已撤回', application: { status_name: '已撤回' } });
  });

  it('is for readers of its list, and leads nobody where they may not go', async () => {
    const application = await make.paid();
    await make.invoice(application);
    const { orderNo } = application;
    const cashier = await holding(16);
    expect(await detail(orderNo, cashier)).toMatchObject({ orderNo, user_url: '', application: null, invoice: null });
    expect(await detail(orderNo, await holding(16, 18))).toMatchObject({ application: null, invoice: { head: '钱申请' } });
    const [charges, nobody] = [await holding(17), await holding(10, 18)];
    expect(await charges.get(path, { orderNo })).toMatchObject(unknown);
    expect(await nobody.get(path, { orderNo })).toMatchObject({ code: 403, message: '权限不足！' });
    expect(await admin.get(path, { orderNo: 'none' })).toMatchObject(unknown);
    expect(await admin.get(path, {})).toMatchObject({ code: 403, message: 'failed' });
  });
});

describe('an order of points', () => {
  it('is a recharge with money and points, or a consumption with the evidence that it paid for', async () => {
    const user = await payer(installation.db, { name: '青禾文化' });
    const recharge = await rechargeOrder(installation.db, user);
    expect(await detail(recharge, await holding(2, 17))).toMatchObject({
      orderType: 1,
      orderTypeName: '账户积分充值',
      name: '青禾文化',
      user_url: `/user/Detail/${user.id}`,
      money: '100.00',
      points: 5,
      payType_name: '微信',
      application: null,
      evidence: null,
    });
    const owner = await make.user('personal', 10);
    const number = await make.evidence(owner);
    const { order_no: spent } = await installation.db
      .selectFrom('charge_order')
      .select('order_no')
      .where('user_id', '=', owner)
      .where('order_type', '=', 'consumption')
      .executeTakeFirstOrThrow();
    expect(await detail(spent)).toMatchObject({
      orderType: 2,
      orderTypeName: '存证',
      money: '',
      pay_name: '已支付',
      payments: [],
      evidence: { baoquan: number, url: `/certificate/${number}/${owner}` },
    });
    expect((await detail(spent)).points).toBeLessThan(0);
    expect(await detail(spent, await holding(17))).toMatchObject({ user_url: '', evidence: null });
    expect(await (await holding(16)).get(path, { orderNo: spent })).toMatchObject(unknown);
  });
});
