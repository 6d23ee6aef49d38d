import { beforeAll, describe, expect, it } from 'vitest';
import { failed } from '../../../../test/installation/answers.ts';
import { operators } from '../../../../test/installation/factories/access.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { applicationMaker } from '../../../../test/installation/factories/applications.ts';
import type { ApplicationRow } from '../../../contract/console/notarizations.ts';

const installation = testApp();
const make = applicationMaker(installation);
const { holding } = operators(installation);
let admin: Awaited<ReturnType<typeof installation.signIn>>;

beforeAll(async () => {
  await make.open();
  admin = await installation.signIn('admin@example.com');
});

const list = async (fields: Record<string, string | number> = {}, by: Pick<typeof admin, 'get'> = admin) =>
  (await by.get<{ list: ApplicationRow[]; count: number }>('/api/ajax/data/getEvidencesList', fields)).data;
const mobileOf = async (userId: string) =>
  (await installation.db.selectFrom('users').select('mobile').where('id', '=', userId).executeTakeFirstOrThrow()).mobile;

describe('getEvidencesList', () => {
  it('shows what the applicant ordered, and the first evidence that it covers', async () => {
    const application = await make.paid('enterprise', 2);
    const mobile = await mobileOf(application.userId);
    const { list: rows, count } = await list({ keyword: mobile });
    expect(count).toBe(1);
    expect(rows).toMatchObject([
      {
        orderId: application.id,
        order_no: application.orderNo,
        userId: application.userId,
        dataId: application.numbers[0],
        type: 2,
        name: '某某',
        companyName: '某某',
        mobile,
        num: 2,
        payStatus: 2,
        payStatus_name: '已支付',
        notarialStatus: 1,
        notarialStatus_name: '待审核',
        statusRemark: '',
        due_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
        days_left: 15,
      },
    ]);
    const personal = await make.apply('personal');
    expect((await list({ keyword: await mobileOf(personal.userId) })).list).toMatchObject([
      { type: 1, name: '某某', companyName: '', payStatus: 1, due_date: '', days_left: null },
    ]);
  });

  it("is found by the number at hand: the order's, a piece of it, the gateway's, and by name, newest first and by urgency", async () => {
    const application = await make.paid('enterprise');
    const other = await make.paid('enterprise');
    await installation.db.updateTable('notarization_order').set({ name: '碧湖测绘有限公司' }).where('id', '=', application.id).execute();
    const { order_no, trade_no } = await installation.db
      .selectFrom('notarization_order')
      .select(['order_no', 'trade_no'])
      .where('id', '=', application.id)
      .executeTakeFirstOrThrow();
    for (const sort of ['time', 'due']) {
      for (const keyword of [order_no, order_no.toLowerCase(), order_no.slice(8), order_no.slice(-6), trade_no ?? '', '碧湖', '测绘有限']) {
        expect([keyword, (await list({ keyword, sort })).list.map(({ orderId }) => orderId)]).toEqual([keyword, [application.id]]);
      }
      expect((await list({ keyword: order_no, sort, status: 2 })).count).toBe(0);
      expect((await list({ keyword: order_no.slice(0, 8), sort, limit: 100 })).list.map(({ orderId }) => orderId)).toEqual(
        expect.arrayContaining([application.id, other.id]),
      );
    }
    const notary = await holding(10, 37);
    expect(await list({ keyword: order_no }, notary)).toEqual({ list: [], count: 0 });
  });

  it('filters by payment, state, day and a piece of the mobile, together and alone, with exact totals', async () => {
    const [unpaid, paid, withdrawn] = [await make.apply(), await make.paid(), await make.paid()];
    await make.withdraw(withdrawn.id);
    const rows = await installation.db.selectFrom('notarization_order').selectAll().execute();
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const pays = { 1: 'unpaid', 2: 'paid', 3: 'failed', 5: 'refunded' } as const;
    const states = { 1: ['pending'], 2: ['passed'], 3: ['failed', 'withdrawn'] } as const;
    for (const pay of [undefined, 1, 2, 3, 5] as const)
      for (const status of [undefined, 1, 2, 3] as const)
        for (const sort of ['time', 'due'] as const) {
          const wanted = rows.filter(
            (row) =>
              (pay === undefined || row.pay_status === pays[pay]) &&
              (status === undefined || states[status].some((state) => state === row.status)),
          );
          const fields = { ...(pay ? { pay } : {}), ...(status ? { status } : {}), sort };
          expect((await list(fields)).count, JSON.stringify(fields)).toBe(wanted.length);
          expect((await list({ ...fields, datetime: `${today} - ${today}` })).count).toBe(wanted.length);
          expect((await list({ ...fields, keyword: '100' })).count).toBe(wanted.length);
        }
    expect((await list({ status: 3, keyword: await mobileOf(withdrawn.userId) })).list).toMatchObject([
      { notarialStatus: 3, statusRemark: '已撤回', payStatus: 5 },
    ]);
    expect((await list({ keyword: await mobileOf(paid.userId), pay: 1 })).count).toBe(0);
    expect((await list({ keyword: (await mobileOf(unpaid.userId)).slice(3) })).list.map(({ orderId }) => orderId)).toContain(unpaid.id);
    for (const keyword of ['%', '_', "'", '\\']) expect((await list({ keyword })).count).toBe(0);
  });

  it.each([
    [{ pay: 4 }, '支付状态无效'],
    [{ status: 4 }, '出证状态无效'],
    [{ sort: 'money' }, '排序方式无效'],
    [{ datetime: 'x' }, '日期范围无效'],
    [{ page: 0 }, '页码应为正整数'],
    [{ limit: 101 }, '每页条数应为1到100的整数'],
  ])('refuses %j', async (fields, msg) => {
    expect(await admin.get('/api/ajax/data/getEvidencesList', fields)).toMatchObject(failed(msg));
  });

  it('puts the nearest last day first when asked, and after what waits all others, newest first', async () => {
    const [later, sooner, unpaid] = [await make.paid(), await make.paid(), await make.apply()];
    const due = (id: string, day: string) =>
      installation.db
        .updateTable('notarization_order')
        .set({ due_at: new Date(`${day}T00:00:00+08:00`) })
        .where('id', '=', id)
        .execute();
    await due(later.id, '2026-01-09');
    await due(sooner.id, '2026-01-06');
    const { list: rows, count } = await list({ sort: 'due', limit: 100 });
    const ids = rows.map(({ orderId }) => orderId);
    expect(ids.slice(0, 2)).toEqual([sooner.id, later.id]);
    expect(rows[0]).toMatchObject({ due_date: '2026-01-05' });
    expect(rows[0]?.days_left).toBeLessThan(0);
    const without = rows.filter(({ due_date }) => due_date === '');
    expect(ids.indexOf(unpaid.id)).toBeGreaterThan(rows.findLastIndex(({ due_date }) => due_date !== ''));
    expect(without.map(({ addTime }) => addTime)).toEqual(
      without
        .map(({ addTime }) => addTime)
        .toSorted()
        .toReversed(),
    );
    expect(count).toBe((await list()).count);
  });
});
