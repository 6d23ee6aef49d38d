import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operators } from '../../../test/house/factories/access.ts';
import { testApp } from '../../../test/house/app.ts';
import type { Workbench } from '../../../test/house/desk.ts';
import { intakeClient } from '../../../test/house/intake.ts';
import { notarizationOrder, payer, rechargeOrder } from '../../../test/house/factories/money.ts';
import { demoAccounts } from '../session/demo-accounts.ts';
import { checkMoney } from '../orders/check.ts';

const house = testApp();
const people = operators(house);
type As = Awaited<ReturnType<typeof people.holding>>;
let intake: ReturnType<typeof intakeClient>;
let first: As;
let cashier: As;
let user: Awaited<ReturnType<typeof payer>>;

beforeAll(async () => {
  const key = { app_id: 'money-client', security_key: randomBytes(32).toString('base64url') };
  await house.db
    .insertInto('credential')
    .values({ ...key, kind: 'platform', user_id: null, name: '门户网站' })
    .execute();
  intake = intakeClient(house.app, key);
  first = await people.holding(15, 18, 31);
  cashier = await people.holding(15, 18, 32);
});
beforeEach(async () => {
  user = await payer(house.db);
});

const failed = (msg: string) => ({ code: 403, message: 'failed', data: { msg } });
const lost = (msg: string) => ({ code: 430, message: 'failed', data: { msg } });
const reviewed = { code: 200, message: '审核成功', msg: '审核成功', data: null };
const issue = {
  status: 1,
  dealTime: '2026-08-02',
  dealUser: '叶思齐',
  dealCode: '044001900111',
  dealNum: '12345678',
  courierNumber: 'SF1',
};
const ask = (order_nos: string[], change: Record<string, unknown> = {}) =>
  intake.post('/open/v1/invoices', {
    unique_id: randomBytes(8).toString('hex'),
    user_id: user.id,
    head: '澄帆科技',
    type: 1,
    tax_num: '91990000MA0000000X',
    email: 'a@example.com',
    order_nos,
    ...change,
  });
const special = {
  type: 3,
  bank_name: '示范银行',
  account: '0000 1234',
  street: '某路1号',
  phone_number: '000-1',
  recipient_name: '陈某',
  post_phone_number: '100',
  address: '某路1号',
};
async function invoice(change: Record<string, unknown> = {}): Promise<{ id: string; order: string }> {
  const order = await rechargeOrder(house.db, user);
  const { body, status } = await ask([order], change);
  expect({ status, body }).toMatchObject({ status: 200 });
  return { id: String(body['id']), order };
}
async function giveBack(order: string): Promise<void> {
  await house.db
    .insertInto('refund')
    .values({ refund_order_no: `R${order}`, order_no: order, amount_fen: '12000', reason: '撤回', at: new Date() })
    .execute();
  await house.db
    .updateTable('notarization_order')
    .set({ pay_status: 'refunded', status: 'withdrawn', decided_at: new Date() })
    .where('order_no', '=', order)
    .execute();
}
const detail = async (id: string) => (await first.post<Record<string, unknown>>('/api/invoice/invoiceDetail', { id })).data;
const checkOne = (id: string, fields: Record<string, string | number> = { status: 1, remark: '' }, by: As = first) =>
  by.post('/api/invoice/invoiceCheckOne', { id, ...fields });
const checkTwo = (id: string, fields: Record<string, string | number> = issue, by: As = cashier) =>
  by.post('/api/invoice/invoiceCheckTwo', { id, ...fields });

describe('an application for an invoice', () => {
  it("covers orders of both kinds; the sum is the server's own, to the fen", async () => {
    const orders = [await rechargeOrder(house.db, user, { amountFen: 10 }), await notarizationOrder(house.db, user, { amountFen: 20 })];
    const { status, body } = await ask(orders);
    expect({ status, body }).toEqual({ status: 200, body: { id: expect.stringMatching(/^\d+$/) as string, status: 1, money: '0.30' } });
    expect(await detail(String(body['id']))).toMatchObject({
      head: '澄帆科技',
      type: 1,
      type_name: '增值税电子普通发票',
      status: 1,
      status_name: '待开票',
      money: '0.30',
      username: '澄帆科技',
      mobile: user.mobile,
      check_first_name: '',
      deal_time: '',
    });
    const lines = await first.post<{ list: unknown[]; count: number }>('/api/invoice/invoiceOrderList', { id: String(body['id']) });
    expect(lines.data).toMatchObject({
      count: 2,
      list: [
        { order_no: orders[0], balance: '0.10', order_type: 2, pay_type: 2, buyer_id: '' },
        { order_no: orders[1], balance: '0.20', order_type: 1, order_type_name: '出证', trade_no: `T${orders[1]}` },
      ],
    });
    expect((await first.post('/api/invoice/invoiceList', { keyword: user.mobile })).data).toMatchObject({
      count: 1,
      money: '0.30',
      list: [{ money: '0.30', invoiceStatus: 1, invoiceStatusName: '待开票' }],
    });
  });

  it('answers the first answer again, and refuses other content', async () => {
    const order = await rechargeOrder(house.db, user);
    const again = { unique_id: `u${user.id}` };
    const one = await ask([order], again);
    expect(await ask([order], again)).toEqual(one);
    expect((await ask([order], { ...again, head: '别的抬头' })).status).toBe(409);
    expect((await first.post('/api/invoice/invoiceList', { keyword: user.mobile })).data).toMatchObject({ count: 1 });
  });

  it("over an order that is invoiced, unpaid, refunded, another user's or unknown is refused and leaves nothing", async () => {
    const { order } = await invoice();
    const free = await rechargeOrder(house.db, user);
    const other = await payer(house.db);
    const cases: [string[], number][] = [
      [[free, order], 409],
      [[await rechargeOrder(house.db, user, { status: 'unpaid' })], 409],
      [[await rechargeOrder(house.db, user, { status: 'failed' })], 409],
      [[await notarizationOrder(house.db, user, { status: 'refunded' })], 409],
      [[free, await rechargeOrder(house.db, other)], 404],
      [['20260101FFFFFFFFFFFFFFFF'], 404],
      [[free, free], 400],
      [[], 400],
    ];
    for (const [orders, status] of cases) expect((await ask(orders)).status, JSON.stringify(orders)).toBe(status);
    expect((await ask([free])).status).toBe(200);
  });

  it('is made once when twenty ask for the same order at once', async () => {
    const order = await rechargeOrder(house.db, user);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask([order])));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  });

  it.each([
    [{ email: '' }, 'email'],
    [{ tax_num: '' }, 'tax_num'],
    [{ tax_num: '12' }, 'tax_num'],
    [{ type: 2 }, 'recipient_name'],
    [{ ...special, bank_name: '' }, 'bank_name'],
    [{ ...special, account: '' }, 'account'],
    [{ type: 4 }, 'type'],
    [{ head: '\u0007' }, 'head'],
    [{ amount: '1.00', head: '' }, 'head'],
  ])('with %o is refused for its %s', async (change, field) => {
    const order = await rechargeOrder(house.db, user);
    const { status, body } = await ask([order], change);
    expect({ status, error: body.error?.message }).toEqual({ status: 400, error: expect.stringContaining(`${field}:`) as string });
  });

  it('is for verified users, and an enterprise asks for its own', async () => {
    const order = await rechargeOrder(house.db, user);
    const key = { app_id: `e${user.id}`, security_key: randomBytes(32).toString('base64url') };
    await house.db
      .insertInto('credential')
      .values({ ...key, kind: 'enterprise', user_id: user.id, name: '澄帆科技' })
      .execute();
    const own = intakeClient(house.app, key);
    const other = await payer(house.db);
    const body = {
      unique_id: 'x',
      user_id: other.id,
      head: 'x',
      type: 1,
      tax_num: '91990000MA0000000X',
      email: 'a@example.com',
      order_nos: [order],
    };
    expect((await own.post('/open/v1/invoices', body)).status).toBe(403);
    await house.db.updateTable('users').set({ status: 'rejected' }).where('id', '=', user.id).execute();
    expect((await ask([order])).status).toBe(403);
  });
});

describe('the review', () => {
  it('takes an invoice from 1 to 2 to 3, with who did it and when', async () => {
    const { id } = await invoice(special);
    expect(await checkOne(id, { status: 1, remark: ' 请核对 ' })).toMatchObject(reviewed);
    expect(await detail(id)).toMatchObject({ status: 2, first_remark: '请核对', check_first_name: '钱测试', check_review_time: '' });
    expect(await checkTwo(id)).toMatchObject(reviewed);
    expect(await detail(id)).toMatchObject({
      status: 3,
      check_review_name: '钱测试',
      deal_time: '2026-08-02',
      deal_user: '叶思齐',
      deal_code: '044001900111',
      deal_num: '12345678',
      courier_number: 'SF1',
    });
    const acts = await house.db
      .selectFrom('trail')
      .select(['action', 'before', 'after'])
      .where('object', '=', `invoice/${id}`)
      .orderBy('id')
      .execute();
    expect(acts).toMatchObject([
      { action: '申请开票' },
      { action: '发票初审', before: { status: 'pending' }, after: { status: 'submitted' } },
      { action: '财务开票', before: { status: 'submitted' }, after: { status: 'issued' } },
    ]);
    expect(await checkMoney(house.db)).toMatchObject({ broken: null });
  });

  it.each(['first', 'finance'] as const)('that rejects at the %s step sets the orders free for another invoice', async (step) => {
    const { id, order } = await invoice();
    if (step === 'finance') await checkOne(id);
    const reject = { status: 2, remark: '抬头有误' };
    expect(await (step === 'first' ? checkOne(id, reject) : checkTwo(id, reject))).toMatchObject(reviewed);
    expect(await detail(id)).toMatchObject({
      status: 4,
      status_name: '审核不通过',
      [step === 'first' ? 'first_remark' : 'check_remark']: '抬头有误',
    });
    expect((await ask([order])).status).toBe(200);
    expect((await ask([order])).status).toBe(409);
    expect((await first.post('/api/invoice/invoiceOrderList', { id })).data).toMatchObject({ count: 1 });
    expect(await checkMoney(house.db)).toMatchObject({ broken: null });
  });

  it('is possible from no other state', async () => {
    const { id } = await invoice();
    expect(await checkTwo(id)).toMatchObject(lost('该发票尚未初审，不能开票'));
    await checkOne(id);
    expect(await checkOne(id)).toMatchObject(lost('该发票已初审并提交财务'));
    await checkTwo(id);
    for (const again of [await checkOne(id), await checkTwo(id), await checkTwo(id, { status: 2, remark: '晚了' })])
      expect(again).toMatchObject(lost('该发票已处理，当前状态为已开票'));
    expect(await checkOne('999999')).toMatchObject(failed('该发票不存在'));
  });

  it.each([
    [{ status: 2, remark: '' }, '请输入原因', 'remark'],
    [{ status: 2, remark: '　 ' }, '请输入原因', 'remark'],
    [{ status: 2, remark: '𠮷'.repeat(21) }, '原因最多20个字', 'remark'],
    [{ status: 1, remark: '😀'.repeat(151) }, '备注最多150个字', 'remark'],
    [{ status: 3 }, '请选择审核结果', 'status'],
  ])('with %o is told: %s', async (fields, msg, field) => {
    const { id } = await invoice();
    expect(await checkOne(id, fields)).toMatchObject({ ...failed(msg), data: { msg, fields: { [field]: msg } } });
    expect(await detail(id)).toMatchObject({ status: 1 });
  });

  it('takes 20 characters of reason and 150 of remark, counted by code point', async () => {
    const [one, two] = [await invoice(), await invoice()];
    expect(await checkOne(one.id, { status: 1, remark: '😀'.repeat(150) })).toMatchObject(reviewed);
    expect(await checkOne(two.id, { status: 2, remark: '𠮷'.repeat(20) })).toMatchObject(reviewed);
  });

  it.each([
    [{ dealTime: '' }, '开票时间不能为空'],
    [{ dealTime: '2999-01-01' }, '开票时间不能晚于今天'],
    [{ dealUser: ' ' }, '开票人名不能为空'],
    [{ dealCode: '' }, '发票代码不能为空'],
    [{ dealNum: '' }, '发票号码不能为空'],
    [{ courierNumber: '' }, '快递单号不能为空'],
  ])('issues a special invoice with %o not: %s', async (change, msg) => {
    const { id } = await invoice(special);
    await checkOne(id);
    expect(await checkTwo(id, { ...issue, ...change })).toMatchObject({
      ...failed(msg),
      data: { fields: { [Object.keys(change)[0] ?? '']: msg } },
    });
    expect(await detail(id)).toMatchObject({ status: 2 });
  });

  it('issues an electronic invoice without a courier, and a fully digital one without a code', async () => {
    const { id } = await invoice();
    await checkOne(id);
    expect(await checkTwo(id, { ...issue, courierNumber: '', dealCode: '', dealNum: '26990000000123456789' })).toMatchObject(reviewed);
  });

  it.each(['first', 'finance'] as const)(
    'goes no further at the %s step over an order that was refunded meanwhile; it can be rejected',
    async (step) => {
      const order = await notarizationOrder(house.db, user);
      const id = String((await ask([order])).body['id']);
      if (step === 'finance') await checkOne(id);
      await giveBack(order);
      const check = step === 'first' ? checkOne : checkTwo;
      expect(await check(id)).toMatchObject(lost(`订单${order}已退款，不能开票`));
      expect(await check(id, { status: 2, remark: '订单已退款' })).toMatchObject(reviewed);
      expect(await checkMoney(house.db)).toMatchObject({ broken: null });
    },
  );

  it('is told of an order that is refunded afterwards, in the list and in the detail', async () => {
    const orders = [await rechargeOrder(house.db, user), await notarizationOrder(house.db, user), await notarizationOrder(house.db, user)];
    const id = String((await ask(orders)).body['id']);
    const listed = async () =>
      (await first.post<{ list: { refunded_orders: string[] }[] }>('/api/invoice/invoiceList', { keyword: user.mobile })).data.list.map(
        (row) => row.refunded_orders,
      );
    await checkOne(id);
    expect([await listed(), (await detail(id))['refunded_orders']]).toEqual([[[]], []]);
    await checkTwo(id);
    await giveBack(orders[1] ?? '');
    expect([await listed(), (await detail(id))['refunded_orders']]).toEqual([[[orders[1]]], [orders[1]]]);
  });

  it('has one winner when two cashiers decide at once, and when many first reviewers do', async () => {
    const other = await people.holding(15, 18, 32);
    for (let round = 0; round < 5; round += 1) {
      const { id } = await invoice();
      const firsts = await Promise.all(
        Array.from({ length: 10 }, (_, at) => checkOne(id, at % 2 === 0 ? { status: 1 } : { status: 1, remark: String(at) })),
      );
      expect(firsts.filter(({ code }) => code === 200).length).toBe(1);
      const answers = await Promise.all([checkTwo(id), checkTwo(id, { status: 2, remark: '不符' }, other)]);
      expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 430]);
      expect((await detail(id))['status']).toBe(answers[0].code === 200 ? 3 : 4);
      expect(await house.db.selectFrom('trail').select('id').where('object', '=', `invoice/${id}`).execute()).toHaveLength(3);
    }
  });

  it('waits for each desk since it came there', async () => {
    const times = [
      ['2020-01-01', '2020-03-02'],
      ['2020-01-02', '2020-03-01'],
    ] as const;
    for (const [created, passed] of times) {
      const { id } = await invoice();
      await checkOne(id);
      await house.db
        .updateTable('invoice')
        .set({ created_at: new Date(`${created}T08:00:00+08:00`), first_at: new Date(`${passed}T08:00:00+08:00`) })
        .where('id', '=', id)
        .execute();
    }
    const { id } = await invoice();
    await house.db
      .updateTable('invoice')
      .set({ created_at: new Date('2020-02-01T08:00:00+08:00') })
      .where('id', '=', id)
      .execute();
    const oldest = async (by: As) =>
      (await by.get<Workbench>('/api/ajax/workbench/getSummary')).data.waiting.map(({ label, oldest_time: time }) => [label, time]);
    expect([await oldest(first), await oldest(cashier)]).toEqual([
      [['发票初审', '2020-02-01 08:00:00']],
      [['财务开票', '2020-03-01 08:00:00']],
    ]);
  });

  it('is done by two people, whatever one may do', async () => {
    const both = await people.holding(15, 18, 31, 32);
    const { id } = await invoice();
    const refusal = async (by: As) => (await by.post<{ issue_refusal: string }>('/api/invoice/invoiceDetail', { id })).data.issue_refusal;
    expect(await refusal(both)).toBe('');
    await checkOne(id, { status: 1 }, both);
    // Told before anything is filled in, to him alone.
    expect([await refusal(both), await refusal(cashier)]).toEqual(['初审人不能再做财务审核，请由其他人员处理', '']);
    expect(await checkTwo(id, issue, both)).toMatchObject(failed('初审人不能再做财务审核，请由其他人员处理'));
    expect(await checkTwo(id)).toMatchObject(reviewed);
  });
});

describe('a demo role', () => {
  const calls = {
    'finance:order': [
      ['GET', '/api/ajax/data/getOrderList'],
      ['GET', '/api/ajax/data/getReconciliation'],
    ],
    'finance:charge': [['GET', '/api/ajax/data/getOrderChargeList']],
    'finance:invoice': [
      ['POST', '/api/invoice/invoiceList'],
      ['POST', '/api/invoice/invoiceDetail'],
      ['POST', '/api/invoice/invoiceOrderList'],
    ],
    'finance:invoice:first': [['POST', '/api/invoice/invoiceCheckOne']],
    'finance:invoice:issue': [['POST', '/api/invoice/invoiceCheckTwo']],
    export: [
      ['GET', '/api/export/orderExport'],
      ['GET', '/api/export/orderChargeExport'],
      ['GET', '/api/export/reconciliationExport'],
    ],
  } as const;
  const allowed: Record<string, readonly (keyof typeof calls)[]> = {
    审核员: [],
    公证员: [],
    财务: ['finance:order', 'finance:charge', 'finance:invoice', 'finance:invoice:first'],
    出纳: ['finance:invoice', 'finance:invoice:issue'],
    管理员: ['finance:order', 'finance:charge', 'finance:invoice', 'finance:invoice:first', 'finance:invoice:issue', 'export'],
  };
  const roles = [{ position: '管理员', nodes: null }, ...demoAccounts.roles];

  it.each(roles)('$position may do what its nodes say and nothing more', async ({ position, nodes }) => {
    const one = nodes === null ? await house.signIn('admin@example.com') : await people.holding(...nodes);
    const { id } = await invoice();
    for (const [permission, paths] of Object.entries(calls)) {
      for (const [method, path] of paths) {
        const payload = new URLSearchParams({ id, status: path.includes('Check') ? '9' : '1' }).toString();
        const form =
          method === 'GET' ? {} : { payload, headers: { authorization: one.token, 'content-type': 'application/x-www-form-urlencoded' } };
        const { body } = await house.app.inject({ method, url: path, headers: { authorization: one.token }, ...form });
        expect([path, body.includes('权限不足！')], position).toEqual([path, !allowed[position]?.some((held) => held === permission)]);
      }
    }
  });
});

describe('an issued invoice of which an order was refunded', () => {
  const flush = (id: string, fields: Record<string, string> = {}, by: As = cashier) =>
    by.post('/api/invoice/invoiceRedFlush', { id, redNum: '26442000000012345679', redTime: '2026-08-03', ...fields });
  /** Issued over a notarization and a recharge; the first was refunded since. */
  async function halfRefunded(): Promise<{ id: string; gone: string; paid: string }> {
    const [gone, paid] = [await notarizationOrder(house.db, user), await rechargeOrder(house.db, user)];
    const id = String((await ask([gone, paid])).body['id']);
    await checkOne(id);
    expect(await checkTwo(id)).toMatchObject(reviewed);
    await giveBack(gone);
    return { id, gone, paid };
  }

  it('is taken back by the cashier, with number and day, on the trail; list and detail say so, and its state stays 3', async () => {
    const { id, gone, paid } = await halfRefunded();
    expect(await flush(id)).toMatchObject({ code: 200, message: '操作成功', data: null });
    const { realname } = await house.db.selectFrom('account').select('realname').where('id', '=', cashier.id).executeTakeFirstOrThrow();
    expect(await detail(id)).toMatchObject({
      status: 3,
      status_name: '已开票',
      red_num: '26442000000012345679',
      red_time: '2026-08-03',
      red_user: realname,
      refunded_orders: [gone],
    });
    expect((await first.post('/api/invoice/invoiceList', { keyword: user.mobile, status: 3 })).data).toMatchObject({
      count: 1,
      list: [{ invoiceStatus: 3, red_num: '26442000000012345679', refunded_orders: [gone] }],
    });
    const [act] = await house.db
      .selectFrom('trail')
      .select(['action', 'actor_id', 'after'])
      .where('object', '=', `invoice/${id}`)
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(act).toEqual({
      action: '发票红冲',
      actor_id: cashier.id,
      after: { red_num: '26442000000012345679', red_day: '2026-08-03', freed: [paid] },
    });
    expect(await checkMoney(house.db)).toMatchObject({ broken: null });
  });

  it('sets what is still paid free for another invoice, and what was refunded for none', async () => {
    const { id, gone, paid } = await halfRefunded();
    expect((await ask([paid])).status).toBe(409);
    await flush(id);
    expect((await ask([gone])).status).toBe(409);
    const again = await ask([paid]);
    expect(again.status).toBe(200);
    expect(
      (await first.post<{ list: { order_no: string }[] }>('/api/invoice/invoiceOrderList', { id })).data.list.map(
        ({ order_no }) => order_no,
      ),
    ).toEqual([gone, paid]);
    expect(await checkMoney(house.db)).toMatchObject({ broken: null });
    // The second invoice is one of its own: nothing was given back for it.
    await checkOne(String(again.body['id']));
    await checkTwo(String(again.body['id']));
    expect(await flush(String(again.body['id']))).toMatchObject(failed('该发票没有已退款的订单，不能红冲'));
  });

  it('is taken back once, by one of two cashiers at once', async () => {
    const { id } = await halfRefunded();
    const other = await people.holding(15, 18, 32);
    const answers = await Promise.all([flush(id, { redNum: '1' }), flush(id, { redNum: '2' }, other)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 430]);
    expect(await flush(id)).toMatchObject(lost('该发票已红冲'));
    expect(await detail(id)).toMatchObject({ red_num: answers[0]?.code === 200 ? '1' : '2' });
  });

  it.each([
    [{ redNum: '' }, 'redNum', '红字发票号码不能为空'],
    [{ redNum: '=1+1' }, 'redNum', '红字发票号码应为20位以内的数字或字母'],
    [{ redTime: '' }, 'redTime', '红冲时间不能为空'],
    [{ redTime: '2026-08-01' }, 'redTime', '红冲时间不能早于开票时间'],
    [{ redTime: '2099-01-01' }, 'redTime', '红冲时间不能晚于今天'],
  ])('with %o is refused at its field and stands', async (fields, field, msg) => {
    const { id } = await halfRefunded();
    expect(await flush(id, fields)).toMatchObject({ code: 403, data: { msg, fields: { [field]: msg } } });
    expect(await detail(id)).toMatchObject({ red_num: '', red_time: '', red_user: '' });
  });

  it('is left alone by who may not issue, and every other invoice by the cashier', async () => {
    const { id } = await halfRefunded();
    expect(await flush(id, {}, first)).toMatchObject({ code: 403, message: '权限不足！' });
    const { id: waiting } = await invoice();
    expect(await flush(waiting)).toMatchObject(lost('该发票未开具，当前状态为待开票，不能红冲'));
    await checkOne(waiting, { status: 2, remark: '抬头有误' });
    expect(await flush(waiting)).toMatchObject(lost('该发票未开具，当前状态为审核不通过，不能红冲'));
    expect(await flush('999999')).toMatchObject(failed('该发票不存在'));
  });

  it('takes its amount off what the month shows as invoiced', async () => {
    const seer = await people.holding(15, 16, 17, 18);
    const invoicedOf = async (month: string) =>
      (
        await seer.get<{ list: { month: string; invoiced: string }[] }>('/api/ajax/data/getReconciliation', { year: month.slice(0, 4) })
      ).data.list.find((row) => row.month === month)?.invoiced;
    const month = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7);
    const { id } = await halfRefunded();
    const before = Number(await invoicedOf(month));
    await flush(id);
    expect(Number(await invoicedOf(month))).toBeCloseTo(before - 220, 2);
  });
});

it('the payer is what the gateway told, to its last four characters, and nothing where it told none', async () => {
  const orders = [
    await rechargeOrder(house.db, user, { status: 'unpaid', amountFen: 10_000 }),
    await rechargeOrder(house.db, user, { status: 'unpaid', amountFen: 20_000 }),
  ];
  const pay = (order_no: string | undefined, money: string, more: Record<string, unknown>, unique_id = randomBytes(8).toString('hex')) =>
    intake.post('/open/v1/payments', { unique_id, order_no, trade_no: `P${order_no}`, pay_type: 2, money, result: 'SUCCESS', ...more });
  expect((await pay(orders[0], '100.00', { payer: 'x'.repeat(65) })).status).toBe(400);
  const key = randomBytes(8).toString('hex');
  expect((await pay(orders[0], '100.00', { payer: '6222020200112233445' }, key)).status).toBe(200);
  expect((await pay(orders[0], '100.00', { payer: '6222020200112233445' }, key)).status).toBe(200);
  // The payer is of the content that the key stands for.
  expect((await pay(orders[0], '100.00', { payer: '6222020200112233446' }, key)).status).toBe(409);
  expect((await pay(orders[0], '100.00', {}, key)).status).toBe(409);
  expect((await pay(orders[1], '200.00', {})).status).toBe(200);
  const id = String((await ask([...orders])).body['id']);
  const lines = await first.post<{ list: { buyer_id: string }[] }>('/api/invoice/invoiceOrderList', { id });
  expect(lines.data.list.map(({ buyer_id }) => buyer_id)).toEqual(['****3445', '']);
  const { after } = await house.db
    .selectFrom('trail')
    .select('after')
    .where('object', '=', `order/${orders[0]}`)
    .where('action', '=', '登记支付')
    .executeTakeFirstOrThrow();
  expect(after).toMatchObject({ payer: '****3445' });
});
