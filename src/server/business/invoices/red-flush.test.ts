import { describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { failed, lost } from '../../../../test/installation/answers.ts';
import { invoiceDesk, reviewed, type Operator } from '../../../../test/installation/scenarios/invoices.ts';
import { notarizationOrder, rechargeOrder } from '../../../../test/installation/factories/money.ts';
import { checkMoney } from '../orders/check.ts';

const installation = testApp();
const desk = invoiceDesk(installation);
const { ask, invoice, giveBack, detail, checkOne, checkTwo } = desk;

describe('an issued invoice of which an order was refunded', () => {
  const flush = (id: string, fields: Record<string, string> = {}, by: Operator = desk.cashier) =>
    by.post('/api/invoice/invoiceRedFlush', { id, redNum: '26442000000012345679', redTime: '2026-08-03', ...fields });
  /** An invoice issued over a notarization and a recharge; the first was refunded afterwards. */
  async function halfRefunded(): Promise<{ id: string; gone: string; paid: string }> {
    const [gone, paid] = [await notarizationOrder(installation.db, desk.user), await rechargeOrder(installation.db, desk.user)];
    const id = String((await ask([gone, paid])).body['id']);
    await checkOne(id);
    expect(await checkTwo(id)).toMatchObject(reviewed);
    await giveBack(gone);
    return { id, gone, paid };
  }

  it('is taken back by the cashier, with number and day, on the trail; list and detail say so, and its state stays 3', async () => {
    const { id, gone, paid } = await halfRefunded();
    expect(await flush(id)).toMatchObject({ code: 200, message: '操作成功', data: null });
    const { realname } = await installation.db
      .selectFrom('account')
      .select('realname')
      .where('id', '=', desk.cashier.id)
      .executeTakeFirstOrThrow();
    expect(await detail(id)).toMatchObject({
      status: 3,
      status_name: '已开票',
      red_num: '26442000000012345679',
      red_time: '2026-08-03',
      red_user: realname,
      refunded_orders: [gone],
    });
    expect((await desk.first.post('/api/invoice/invoiceList', { keyword: desk.user.mobile, status: 3 })).data).toMatchObject({
      count: 1,
      list: [{ invoiceStatus: 3, red_num: '26442000000012345679', refunded_orders: [gone] }],
    });
    const [act] = await installation.db
      .selectFrom('trail')
      .select(['action', 'actor_id', 'after'])
      .where('object', '=', `invoice/${id}`)
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(act).toEqual({
      action: '发票红冲',
      actor_id: desk.cashier.id,
      after: { red_num: '26442000000012345679', red_day: '2026-08-03', freed: [paid] },
    });
    expect(await checkMoney(installation.db)).toMatchObject({ broken: null });
  });

  it('sets what is still paid free for another invoice, and what was refunded for none', async () => {
    const { id, gone, paid } = await halfRefunded();
    expect((await ask([paid])).status).toBe(409);
    await flush(id);
    expect((await ask([gone])).status).toBe(409);
    const again = await ask([paid]);
    expect(again.status).toBe(200);
    expect(
      (await desk.first.post<{ list: { order_no: string }[] }>('/api/invoice/invoiceOrderList', { id })).data.list.map(
        ({ order_no }) => order_no,
      ),
    ).toEqual([gone, paid]);
    expect(await checkMoney(installation.db)).toMatchObject({ broken: null });
    // The second invoice is independent: no order of it was refunded.
    await checkOne(String(again.body['id']));
    await checkTwo(String(again.body['id']));
    expect(await flush(String(again.body['id']))).toMatchObject(failed('该发票没有已退款的订单，不能红冲'));
  });

  it('is taken back once, by one of two cashiers at once', async () => {
    const { id } = await halfRefunded();
    const other = await desk.holding(15, 18, 32);
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
    expect(await flush(id, {}, desk.first)).toMatchObject({ code: 403, message: '权限不足！' });
    const { id: waiting } = await invoice();
    expect(await flush(waiting)).toMatchObject(lost('该发票未开具，当前状态为待开票，不能红冲'));
    await checkOne(waiting, { status: 2, remark: '抬头有误' });
    expect(await flush(waiting)).toMatchObject(lost('该发票未开具，当前状态为审核不通过，不能红冲'));
    expect(await flush('999999')).toMatchObject(failed('该发票不存在'));
  });

  it('takes its amount off what the month shows as invoiced', async () => {
    const seer = await desk.holding(15, 16, 17, 18);
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
