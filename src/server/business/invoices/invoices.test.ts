import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { invoiceDesk, special } from '../../../../test/installation/scenarios/invoices.ts';
import { intakeClient } from '../../../../test/installation/intake.ts';
import { notarizationOrder, payer, rechargeOrder } from '../../../../test/installation/factories/money.ts';
import { demoAccounts } from '../../access/session/demo-accounts.ts';

const installation = testApp();
const desk = invoiceDesk(installation);
const { ask, invoice, detail } = desk;

describe('an application for an invoice', () => {
  it("covers orders of both kinds; the sum is the server's own, to the fen", async () => {
    const orders = [
      await rechargeOrder(installation.db, desk.user, { amountFen: 10 }),
      await notarizationOrder(installation.db, desk.user, { amountFen: 20 }),
    ];
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
      mobile: desk.user.mobile,
      check_first_name: '',
      deal_time: '',
    });
    const lines = await desk.first.post<{ list: unknown[]; count: number }>('/api/invoice/invoiceOrderList', { id: String(body['id']) });
    expect(lines.data).toMatchObject({
      count: 2,
      list: [
        { order_no: orders[0], balance: '0.10', order_type: 1, pay_type: 2, buyer_id: '' },
        { order_no: orders[1], balance: '0.20', order_type: 2, order_type_name: '出证', trade_no: `T${orders[1]}` },
      ],
    });
    expect((await desk.first.post('/api/invoice/invoiceList', { keyword: desk.user.mobile })).data).toMatchObject({
      count: 1,
      money: '0.30',
      list: [{ money: '0.30', invoiceStatus: 1, invoiceStatusName: '待开票' }],
    });
  });

  it('answers the first answer again, and refuses other content', async () => {
    const order = await rechargeOrder(installation.db, desk.user);
    const again = { unique_id: `u${desk.user.id}` };
    const one = await ask([order], again);
    expect(await ask([order], again)).toEqual(one);
    expect((await ask([order], { ...again, head: '别的抬头' })).status).toBe(409);
    expect((await desk.first.post('/api/invoice/invoiceList', { keyword: desk.user.mobile })).data).toMatchObject({ count: 1 });
  });

  it("over an order that is invoiced, unpaid, refunded, another user's or unknown is refused and leaves nothing", async () => {
    const { order } = await invoice();
    const free = await rechargeOrder(installation.db, desk.user);
    const other = await payer(installation.db);
    const cases: [string[], number][] = [
      [[free, order], 409],
      [[await rechargeOrder(installation.db, desk.user, { status: 'unpaid' })], 409],
      [[await rechargeOrder(installation.db, desk.user, { status: 'failed' })], 409],
      [[await notarizationOrder(installation.db, desk.user, { status: 'refunded' })], 409],
      [[free, await rechargeOrder(installation.db, other)], 404],
      [['20260101FFFFFFFFFFFFFFFF'], 404],
      [[free, free], 400],
      [[], 400],
    ];
    for (const [orders, status] of cases) expect((await ask(orders)).status, JSON.stringify(orders)).toBe(status);
    expect((await ask([free])).status).toBe(200);
  });

  it('is made once when twenty ask for the same order at once', async () => {
    const order = await rechargeOrder(installation.db, desk.user);
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
    const order = await rechargeOrder(installation.db, desk.user);
    const { status, body } = await ask([order], change);
    expect({ status, error: body.error?.message }).toEqual({ status: 400, error: expect.stringContaining(`${field}:`) as string });
  });

  it('has numbers as people paste them in their one spelling', async () => {
    const order = await rechargeOrder(installation.db, desk.user);
    const pasted = {
      ...special,
      tax_num: '９１９９ ０００Ｍ-Ａ０００ ０００Ｘ',
      account: '账号：nra 1234 5678 90',
      phone_number: '021－63210000',
      post_phone_number: '021-63210000转8001',
      email: ' 张三 <a@example.com>；',
    };
    const { status, body } = await ask([order], pasted);
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    expect(await detail(String(body['id']))).toMatchObject({
      tax_num: '9199000MA000000X',
      account: 'NRA1234567890',
      phone_number: '021-63210000',
      post_phone_number: '021-63210000-8001',
      email: 'a@example.com',
    });
  });

  it('is for verified users, and an enterprise asks for its own', async () => {
    const order = await rechargeOrder(installation.db, desk.user);
    const key = { app_id: `e${desk.user.id}`, security_key: randomBytes(32).toString('base64url') };
    await installation.db
      .insertInto('credential')
      .values({ ...key, kind: 'enterprise', user_id: desk.user.id, name: '澄帆科技' })
      .execute();
    const own = intakeClient(installation.app, key);
    const other = await payer(installation.db);
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
    await installation.db.updateTable('users').set({ status: 'rejected' }).where('id', '=', desk.user.id).execute();
    expect((await ask([order])).status).toBe(403);
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
    const one = nodes === null ? await installation.signIn('admin@example.com') : await desk.holding(...nodes);
    const { id } = await invoice();
    for (const [permission, paths] of Object.entries(calls)) {
      for (const [method, path] of paths) {
        const payload = new URLSearchParams({ id, status: path.includes('Check') ? '9' : '1' }).toString();
        const form =
          method === 'GET' ? {} : { payload, headers: { authorization: one.token, 'content-type': 'application/x-www-form-urlencoded' } };
        const { body } = await installation.app.inject({ method, url: path, headers: { authorization: one.token }, ...form });
        expect([path, body.includes('权限不足！')], position).toEqual([path, !allowed[position]?.some((held) => held === permission)]);
      }
    }
  });
});

it('the payer is what the gateway told, to its last four characters, and nothing where it told none', async () => {
  const orders = [
    await rechargeOrder(installation.db, desk.user, { status: 'unpaid', amountFen: 10_000 }),
    await rechargeOrder(installation.db, desk.user, { status: 'unpaid', amountFen: 20_000 }),
  ];
  const pay = (order_no: string | undefined, money: string, more: Record<string, unknown>, unique_id = randomBytes(8).toString('hex')) =>
    desk.intake.post('/open/v1/payments', {
      unique_id,
      order_no,
      trade_no: `P${order_no}`,
      pay_type: 2,
      money,
      result: 'SUCCESS',
      ...more,
    });
  expect((await pay(orders[0], '100.00', { payer: 'x'.repeat(65) })).status).toBe(400);
  const key = randomBytes(8).toString('hex');
  expect((await pay(orders[0], '100.00', { payer: '6222020200112233445' }, key)).status).toBe(200);
  expect((await pay(orders[0], '100.00', { payer: '6222020200112233445' }, key)).status).toBe(200);
  // The payer is part of the content that the idempotency key stands for.
  expect((await pay(orders[0], '100.00', { payer: '6222020200112233446' }, key)).status).toBe(409);
  expect((await pay(orders[0], '100.00', {}, key)).status).toBe(409);
  expect((await pay(orders[1], '200.00', {})).status).toBe(200);
  const id = String((await ask([...orders])).body['id']);
  const lines = await desk.first.post<{ list: { buyer_id: string }[] }>('/api/invoice/invoiceOrderList', { id });
  expect(lines.data.list.map(({ buyer_id }) => buyer_id)).toEqual(['****3445', '']);
  const { after } = await installation.db
    .selectFrom('trail')
    .select('after')
    .where('object', '=', `order/${orders[0]}`)
    .where('action', '=', '登记支付')
    .executeTakeFirstOrThrow();
  expect(after).toMatchObject({ payer: '****3445' });
});
