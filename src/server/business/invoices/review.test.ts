import { describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import type { Workbench } from '../../../../test/installation/desk.ts';
import { failed, lost } from '../../../../test/installation/answers.ts';
import { issue, invoiceDesk, reviewed, special, type Operator } from '../../../../test/installation/scenarios/invoices.ts';
import { notarizationOrder, rechargeOrder } from '../../../../test/installation/factories/money.ts';
import { checkMoney } from '../orders/check.ts';
import { recordTrail } from '../../desk/trail/trail.ts';
import { lockInvoice } from './store.ts';

const installation = testApp();
const desk = invoiceDesk(installation);
const { ask, invoice, giveBack, detail, checkOne, checkTwo } = desk;

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
    const acts = await installation.db
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
    expect(await checkMoney(installation.db)).toMatchObject({ broken: null });
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
    expect((await desk.first.post('/api/invoice/invoiceOrderList', { id })).data).toMatchObject({ count: 1 });
    expect(await checkMoney(installation.db)).toMatchObject({ broken: null });
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
      const order = await notarizationOrder(installation.db, desk.user);
      const id = String((await ask([order])).body['id']);
      if (step === 'finance') await checkOne(id);
      await giveBack(order);
      const check = step === 'first' ? checkOne : checkTwo;
      expect(await check(id)).toMatchObject(lost(`订单${order}已退款，不能开票`));
      expect(await check(id, { status: 2, remark: '订单已退款' })).toMatchObject(reviewed);
      expect(await checkMoney(installation.db)).toMatchObject({ broken: null });
    },
  );

  // A second change of a row in one transaction checks its foreign keys again, which waits for a transaction that holds the invoice FOR
  // UPDATE.
  it('does not hold up the refund of an order: the two would wait for each other', async () => {
    const order = await notarizationOrder(installation.db, desk.user);
    const id = String((await ask([order])).body['id']);
    const { id: orderId } = await installation.db
      .selectFrom('notarization_order')
      .select('id')
      .where('order_no', '=', order)
      .executeTakeFirstOrThrow();
    const notary = await desk.holding(10, 29);
    const failing = { orderId, userId: desk.user.id, isCheck: 0, checkRemark: '材料不全' };
    await installation.db.transaction().execute(async (tx) => {
      await lockInvoice(tx, id);
      expect(await notary.post('/api/ajax/data/check', failing)).toMatchObject(reviewed);
    });
    expect(await checkMoney(installation.db)).toMatchObject({ broken: null });
  });

  it('is told of an order that is refunded afterwards, in the list and in the detail', async () => {
    const orders = [
      await rechargeOrder(installation.db, desk.user),
      await notarizationOrder(installation.db, desk.user),
      await notarizationOrder(installation.db, desk.user),
    ];
    const id = String((await ask(orders)).body['id']);
    const listed = async () =>
      (
        await desk.first.post<{ list: { refunded_orders: string[] }[] }>('/api/invoice/invoiceList', { keyword: desk.user.mobile })
      ).data.list.map((row) => row.refunded_orders);
    await checkOne(id);
    expect([await listed(), (await detail(id))['refunded_orders']]).toEqual([[[]], []]);
    await checkTwo(id);
    await giveBack(orders[1] ?? '');
    expect([await listed(), (await detail(id))['refunded_orders']]).toEqual([[[orders[1]]], [orders[1]]]);
  });

  it('has one winner when two cashiers decide at once, and when many first reviewers do', async () => {
    const other = await desk.holding(15, 18, 32);
    for (let round = 0; round < 5; round += 1) {
      const { id } = await invoice();
      const firsts = await Promise.all(
        Array.from({ length: 10 }, (_, at) => checkOne(id, at % 2 === 0 ? { status: 1 } : { status: 1, remark: String(at) })),
      );
      expect(firsts.filter(({ code }) => code === 200).length).toBe(1);
      const answers = await Promise.all([checkTwo(id), checkTwo(id, { status: 2, remark: '不符' }, other)]);
      expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 430]);
      expect((await detail(id))['status']).toBe(answers[0].code === 200 ? 3 : 4);
      expect(await installation.db.selectFrom('trail').select('id').where('object', '=', `invoice/${id}`).execute()).toHaveLength(3);
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
      await installation.db
        .updateTable('invoice')
        .set({ created_at: new Date(`${created}T08:00:00+08:00`), first_at: new Date(`${passed}T08:00:00+08:00`) })
        .where('id', '=', id)
        .execute();
    }
    const { id } = await invoice();
    await installation.db
      .updateTable('invoice')
      .set({ created_at: new Date('2020-02-01T08:00:00+08:00') })
      .where('id', '=', id)
      .execute();
    const oldest = async (by: Operator) =>
      (await by.get<Workbench>('/api/ajax/workbench/getSummary')).data.waiting.map(({ label, oldest_time: time }) => [label, time]);
    expect([await oldest(desk.first), await oldest(desk.cashier)]).toEqual([
      [['发票初审', '2020-02-01 08:00:00']],
      [['财务开票', '2020-03-01 08:00:00']],
    ]);
  });

  it('is done by two people, whatever one may do', async () => {
    const both = await desk.holding(15, 18, 31, 32);
    const { id } = await invoice();
    const refusal = async (by: Operator) =>
      (await by.post<{ issue_refusal: string }>('/api/invoice/invoiceDetail', { id })).data.issue_refusal;
    expect(await refusal(both)).toBe('');
    await checkOne(id, { status: 1 }, both);
    // The reason is shown before the form is filled in, and only to that operator.
    expect([await refusal(both), await refusal(desk.cashier)]).toEqual(['初审人不能再做财务审核，请由其他人员处理', '']);
    expect(await checkTwo(id, issue, both)).toMatchObject(failed('初审人不能再做财务审核，请由其他人员处理'));
    expect(await checkTwo(id)).toMatchObject(reviewed);
  });

  it('is not done by an account that the first reviewer made, which is told so and offered none of them', async () => {
    const second = await desk.holding(15, 18, 32);
    const [{ uid: maker }, { uid: made }] = [await whoIs(desk.first), await whoIs(second)];
    const { id } = await invoice();
    await checkOne(id);
    await recordTrail(
      installation.db,
      { kind: 'operator', id: maker, name: '钱测试', ip: '127.0.0.1' },
      { action: '新增账号', object: `account/${made}` },
    );
    const refusal = expect.stringContaining('不能办理：您的账号由钱测试新增') as string;
    const detail = await second.post('/api/invoice/invoiceDetail', { id });
    expect(detail.data).toMatchObject({ issue_refusal: refusal });
    expect(await checkTwo(id, issue, second)).toMatchObject(failed(refusal));
    expect(await second.post('/api/ajax/queue/take', { kind: 'invoice-issue' })).toMatchObject({ code: 200, data: null });
    expect(await checkTwo(id)).toMatchObject(reviewed);
  });
});

async function whoIs(operator: Operator): Promise<{ uid: string }> {
  return (await operator.get<{ uid: string }>('/api/User/getAdminInfo')).data;
}
