import { readXlsx } from 'hucre/xlsx';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { operators } from '../../../../test/installation/factories/access.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { notarizationOrder, payer, rechargeOrder } from '../../../../test/installation/factories/money.ts';
import { tool } from '../../../../test/installation/tool.ts';
import type { ChargeRow, OrderRow } from '../../../contract/console/orders.ts';
import type { MonthRow } from '../../../contract/console/reconciliation.ts';
import { consume, refundPoints } from '../points/ledger.ts';
import { checkMoney } from './check.ts';

const installation = testApp();
const people = operators(installation);
let admin: Awaited<ReturnType<typeof installation.signIn>>;

beforeAll(async () => {
  admin = await installation.signIn('admin@example.com');
});

type Page<Row, More> = { list: Row[]; count: number } & More;
const orders = async (fields: Record<string, string | number>) =>
  (await admin.get<Page<OrderRow, { money: string }>>('/api/ajax/data/getOrderList', fields)).data;
const charges = async (fields: Record<string, string | number>) =>
  (await admin.get<Page<ChargeRow, { recharged: number; consumed: number }>>('/api/ajax/data/getOrderChargeList', fields)).data;

describe('orders of notarization', () => {
  it('are listed with every column, and add up to the fen', async () => {
    const user = await payer(installation.db, { name: '青禾文化' });
    const at = new Date('2026-03-04T23:59:59+08:00');
    const [unpaid, paid] = [
      await notarizationOrder(installation.db, user, { amountFen: 20, status: 'unpaid', at: new Date(at.getTime() - 1000) }),
      await notarizationOrder(installation.db, user, { amountFen: 10, at }),
    ];
    const all = await orders({ keyword: user.mobile });
    expect(all).toMatchObject({ count: 2, money: '0.30' });
    expect(all.list[0]).toEqual({
      orderNo: paid,
      orderType: 2,
      orderType_name: '出证',
      orderTypeName: '出证',
      trade_no: `T${paid}`,
      name: '青禾文化',
      companyName: '青禾文化',
      mobile: user.mobile,
      type: 2,
      type_name: '企业',
      addTime: '2026-03-04 23:59:59',
      money: '0.10',
      pay: 2,
      pay_name: '已支付',
      payType: 3,
      payType_name: '支付宝',
    });
    expect(all.list[1]).toMatchObject({ orderNo: unpaid, payType: null, payType_name: '', trade_no: '', pay: 1 });
    expect(await orders({ keyword: user.mobile, pay: 2 })).toMatchObject({ count: 1, money: '0.10' });
    expect(await orders({ keyword: user.mobile, page: 9 })).toMatchObject({ count: 2, money: '0.30', list: [] });
    for (const keyword of [paid, paid.toLowerCase(), paid.slice(0, 16), paid.slice(-6), paid.slice(5, 14).toLowerCase()])
      expect(await orders({ keyword })).toMatchObject({ count: 1, money: '0.10' });
    expect(await orders({ keyword: user.mobile, datetime: '2026-03-04 23:59:59 - 2026-03-04 23:59:59' })).toMatchObject({ count: 1 });
    expect(await orders({ keyword: user.mobile, datetime: '2026-03-04 00:00:00 - 2026-03-04 23:59:58' })).toMatchObject({
      count: 1,
      money: '0.20',
    });
    for (const datetime of [
      '2026-03-04 - 2026-03-04',
      '2026/3/4 - 20260304',
      '2026年3月4日 - 2026年3月4日',
      '2026-03-04 00:00 - 2026-03-04 23:59',
      '2026-03-04T00:00 - 2026-03-04T23:59',
      '2026-03-04 - 2026-03-04 23:59',
    ])
      expect(await orders({ keyword: user.mobile, datetime })).toMatchObject({ count: 2 });
    for (const [datetime, count] of [
      ['2026-03-04 23:59 - 2026-03-04 23:59', 2],
      ['2026-03-04T23:59:59 - 2026-03-04', 1],
      ['2026-03-04 - 2026-03-04T23:58', 0],
    ] as const)
      expect(await orders({ keyword: user.mobile, datetime })).toMatchObject({ count });
  });

  it.each([
    [{ pay: 4 }],
    [{ datetime: '2026-03-04 10:00:00 - 2026-03-04 09:00:00' }],
    [{ datetime: '2026-02-31 00:00:00 - 2026-03-04 09:00:00' }],
    [{ page: 0 }],
    [{ limit: 101 }],
  ])('are refused under %o', async (fields) => {
    expect(await admin.get('/api/ajax/data/getOrderList', fields)).toMatchObject({ code: 403, message: 'failed' });
    expect(await admin.get('/api/ajax/data/getOrderChargeList', fields)).toMatchObject({ code: 403, message: 'failed' });
  });
});

describe('recharges and consumptions', () => {
  it('are one list that follows payments and bookings by itself', async () => {
    const user = await payer(installation.db, { type: 'personal', name: '' });
    const waiting = await rechargeOrder(installation.db, { ...user, name: user.mobile }, { status: 'unpaid' });
    await rechargeOrder(installation.db, { ...user, name: user.mobile });
    await installation.db.transaction().execute((tx) => consume(tx, user.id, 2, 'web', `w ${user.id}`));
    await installation.db.transaction().execute((tx) => refundPoints(tx, user.id, 'web', `w ${user.id}`));
    await installation.db.transaction().execute((tx) => consume(tx, user.id, 1, 'evidence', `e ${user.id}`));
    const all = await charges({ keyword: user.mobile });
    expect(all).toMatchObject({ count: 5, recharged: 5, consumed: 1 });
    expect(
      all.list.map(({ balance, oType_name, orderType, pay, name, companyName }) => [
        balance,
        oType_name,
        orderType,
        pay,
        name,
        companyName,
      ]),
    ).toEqual([
      [-1, '存证', 2, 2, user.mobile, ''],
      [2, '网页取证', 2, 2, user.mobile, ''],
      [-2, '网页取证', 2, 2, user.mobile, ''],
      [5, '账户积分充值', 1, 2, user.mobile, ''],
      [5, '账户积分充值', 1, 1, user.mobile, ''],
    ]);
    await installation.db
      .updateTable('recharge_order')
      .set({ pay_status: 'failed', pay_type: 'cloud' })
      .where('order_no', '=', waiting)
      .execute();
    for (const keyword of [waiting, waiting.slice(-7)])
      expect(await charges({ keyword })).toMatchObject({
        count: 1,
        list: [{ pay: 3, pay_name: '支付失败', payType: 4, payType_name: '云收款' }],
      });
    expect(await charges({ keyword: user.mobile, pay: 3, type: 1 })).toMatchObject({ count: 1, recharged: 0, consumed: 0 });
    expect(await charges({ keyword: user.mobile, type: 2 })).toMatchObject({ count: 0, recharged: 0, consumed: 0 });
    expect(await checkMoney(installation.db)).toMatchObject({ broken: null });
  });
});

describe('the months of a year', () => {
  it('add up what came, went, was sold, used and invoiced', async () => {
    const user = await payer(installation.db);
    const may = new Date('2031-05-31T23:59:59+08:00');
    const june = new Date('2031-06-01T00:00:00+08:00');
    await notarizationOrder(installation.db, user, { amountFen: 10, at: may });
    await rechargeOrder(installation.db, user, { amountFen: 20, at: may });
    await notarizationOrder(installation.db, user, { amountFen: 700, status: 'refunded', at: june });
    await rechargeOrder(installation.db, user, { amountFen: 900, status: 'unpaid', at: june });
    const { data } = await admin.get<{ list: MonthRow[]; total: MonthRow }>('/api/ajax/data/getReconciliation', { year: 2031 });
    expect(data.list.map(({ month }) => month)).toEqual(Array.from({ length: 12 }, (_, at) => `2031-${String(at + 1).padStart(2, '0')}`));
    expect(data.list[4]).toMatchObject({
      notarization: '0.10',
      recharge: '0.20',
      income: '0.30',
      refund: '0.00',
      pointsSold: 5,
      open: '0.30',
      invoiced: '0.00',
    });
    expect(data.list[5]).toMatchObject({ notarization: '7.00', income: '7.00', refund: '7.00', pointsSold: 0, open: '0.00' });
    expect(data.total).toMatchObject({ month: '合计', income: '7.30', refund: '7.00', open: '0.30' });
    expect(await admin.get('/api/ajax/data/getReconciliation', { year: '31' })).toMatchObject({ code: 403, message: 'failed' });
  });

  it.each([
    [[], ['month', 'notarization', 'refund'], ['月份', '公证收入(元)', '退款(元)']],
    [
      [17],
      ['month', 'notarization', 'recharge', 'income', 'refund', 'pointsSold', 'pointsUsed'],
      ['月份', '公证收入(元)', '充值收入(元)', '收入合计(元)', '退款(元)', '售出积分', '消费积分'],
    ],
    [[18], ['month', 'notarization', 'refund', 'invoiced'], ['月份', '公证收入(元)', '退款(元)', '已开票(元)']],
    [
      [17, 18],
      ['month', 'notarization', 'recharge', 'income', 'refund', 'pointsSold', 'pointsUsed', 'invoiced', 'open'],
      ['月份', '公证收入(元)', '充值收入(元)', '收入合计(元)', '退款(元)', '售出积分', '消费积分', '已开票(元)', '未开票(元)'],
    ],
  ])('tell whoever holds 公证订单 and %j the figures of those lists alone', async (nodes, figures, headers) => {
    const by = await people.holding(15, 16, 36, ...nodes);
    const { data } = await by.get<{ list: MonthRow[]; total: MonthRow }>('/api/ajax/data/getReconciliation', { year: 2031 });
    for (const row of [...data.list, data.total])
      expect(Object.entries(row).flatMap(([figure, value]) => (value === null ? [] : [figure]))).toEqual(figures);
    const { rawPayload } = await installation.app.inject({
      url: '/api/export/reconciliationExport?year=2031',
      headers: { cookie: `token=${by.token}` },
    });
    expect((await readXlsx(rawPayload)).sheets[0]?.rows[0]).toEqual(headers);
  });
});

describe('fsck', () => {
  it('names an order that is paid without a payment', async () => {
    const user = await payer(installation.db);
    const order = await notarizationOrder(installation.db, user, { status: 'unpaid' });
    await installation.db
      .updateTable('notarization_order')
      .set({ pay_status: 'paid', paid_at: new Date(), trade_no: 'X' })
      .where('order_no', '=', order)
      .execute();
    expect(await checkMoney(installation.db)).toMatchObject({
      broken: { of: order, reason: 'is paid, and no payment of its amount came' },
    });
    await installation.db
      .updateTable('notarization_order')
      .set({ pay_status: 'unpaid', paid_at: null })
      .where('order_no', '=', order)
      .execute();
    expect(await checkMoney(installation.db)).toMatchObject({ broken: null });
  });
});

const office = tool('soffice');

it.skipIf(office.isMissing)(
  `what is exported opens in LibreOffice with the cells of the list, and no formula of a user's making${office.note}`,
  async () => {
    const user = await payer(installation.db, { name: '=HYPERLINK("http://evil.example")' });
    const order = await notarizationOrder(installation.db, user, { amountFen: 12_340, at: new Date('2026-04-05T06:07:08+08:00') });
    const folder = await mkdtemp(join(tmpdir(), 'notary-sheet-'));
    try {
      const reply = await installation.app.inject({
        url: `/api/export/orderExport?keyword=${order}`,
        headers: { cookie: `token=${admin.token}` },
      });
      await writeFile(join(folder, 'orders.xlsx'), reply.rawPayload);
      // Formulas are exported as text, so that one would be visible.
      const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true';
      await promisify(execFile)(office.path, [
        '--headless',
        `-env:UserInstallation=file://${folder}/profile`,
        '--convert-to',
        filter,
        '--outdir',
        folder,
        join(folder, 'orders.xlsx'),
      ]);
      const [head, row] = (await readFile(join(folder, 'orders.csv'), 'utf8')).split('\n');
      expect(head).toBe('订单号,订单类型,交易流水号,名称,手机号,用户类型,下单时间,金额(元),支付状态,支付方式');
      expect(row).toBe(
        `${order},出证,T${order},"'=HYPERLINK(""http://evil.example"")",${user.mobile},企业,2026-04-05 06:07:08,123.40,已支付,支付宝`,
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
