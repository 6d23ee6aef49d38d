import { beforeAll, describe, expect, it } from 'vitest';
import { operators } from '../../../test/house/factories/access.ts';
import { testApp, type Answer } from '../../../test/house/app.ts';
import { applicationMaker } from '../../../test/house/factories/applications.ts';
import type { Workbench } from '../../../test/house/desk.ts';
import { picture } from '../../../test/house/intake.ts';
import type { EvidenceRow } from '../../contract/console/evidence.ts';
import type { ApplicationDetail, ApplicationRow } from '../../contract/console/notarizations.ts';

const house = testApp();
const make = applicationMaker(house);
const { holding } = operators(house);
let admin: Awaited<ReturnType<typeof house.signIn>>;
type Person = Pick<typeof admin, 'get' | 'post'>;

beforeAll(async () => {
  await make.open();
  admin = await house.signIn('admin@example.com');
});

const failed = (msg: string) => ({ code: 403, message: 'failed', data: { msg } });
const forbidden = { code: 403, message: '权限不足！', data: null };
const list = async (fields: Record<string, string | number> = {}, by: Person = admin) =>
  (await by.get<{ list: ApplicationRow[]; count: number }>('/api/ajax/data/getEvidencesList', fields)).data;
const detail = (orderId: string, by: Person = admin, fields: Record<string, string> = {}) =>
  by.get<ApplicationDetail>('/api/data/evidencesDetail', { orderId, ...fields });
const mobileOf = async (userId: string) =>
  (await house.db.selectFrom('users').select('mobile').where('id', '=', userId).executeTakeFirstOrThrow()).mobile;
const give = (orderId: string, id: string, name = '公证员') =>
  house.db.updateTable('notarization_order').set({ acceptor_id: id, acceptor_name: name }).where('id', '=', orderId).execute();
/** An operator narrowed to his own, with one application that is his and one that is not. */
async function narrowed(...nodes: number[]) {
  const notary = await holding(10, 37, ...nodes);
  const [own, foreign] = [await make.paid(), await make.paid()];
  await give(own.id, notary.id);
  return { notary, own, foreign };
}

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
    await house.db.updateTable('notarization_order').set({ name: '碧湖测绘有限公司' }).where('id', '=', application.id).execute();
    const { order_no, trade_no } = await house.db
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
    const rows = await house.db.selectFrom('notarization_order').selectAll().execute();
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
      house.db
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

describe('evidencesDetail', () => {
  it('shows order, payment, persons and what was decided', async () => {
    const application = await make.apply('personal');
    await make.transfer(application, {}, { transfer_img: picture('maroon') });
    const { data } = await detail(application.id);
    expect(data).toMatchObject({
      orderId: application.id,
      orderNo: application.orderNo,
      orderMoney: '120.00',
      pay_status: 2,
      pay_type: 1,
      pay_type_name: '对公转账',
      sendType: 1,
      sendTypeName: '自取',
      notarialStatus: 1,
      checkRemark: '',
      checkRecords: [],
      refundOrderNo: '',
      applicant: make.applicant,
      recipient: { name: '钱申请', mobile: '12000000001', address: '', postcode: '' },
      pdfs: [],
      document_state: '',
      claim: null,
    });
    const shown = await house.app.inject({ url: data.transfer_img });
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);
  });

  it('masks the identity card for whoever does not review; whoever does leaves a row on the trail each time', async () => {
    const application = await make.apply();
    const looks = () =>
      house.db
        .selectFrom('trail')
        .select(['actor_id', 'after'])
        .where('object', '=', `application/${application.id}`)
        .where('action', '=', '查看申请人资料')
        .execute();
    const viewer = await holding(10);
    expect((await detail(application.id, viewer)).data.applicant.idcard).toBe('9900**********1234');
    expect(await looks()).toEqual([]);
    const reviewer = await holding(10, 29);
    for (let at = 0; at < 2; at += 1) expect((await detail(application.id, reviewer)).data.applicant.idcard).toBe('990000199001011234');
    expect(await looks()).toMatchObject([{ actor_id: reviewer.id, after: { shown: ['idcard'] } }, { actor_id: reviewer.id }]);
    expect(JSON.stringify(await looks())).not.toContain('990000199001011234');
  });

  it('is opened once, however often the console asks again by itself; who only claims to be the console leaves a row', async () => {
    const application = await make.apply();
    const looks = () =>
      house.db
        .selectFrom('trail')
        .select('actor_id')
        .where('object', '=', `application/${application.id}`)
        .where('action', '=', '查看申请人资料')
        .orderBy('id')
        .execute();
    const asBackgroundCall = async (token: string) =>
      (
        await house.app.inject({
          url: `/api/data/evidencesDetail?orderId=${application.id}`,
          headers: { authorization: token, 'x-background': '1' },
        })
      ).json<Answer<ApplicationDetail>>();
    const reviewer = await holding(10, 29);
    const another = await holding(10, 29);
    await detail(application.id, another);
    const before = await looks();
    // Nobody has opened it in this session: it is an opening, whatever it calls itself.
    expect((await asBackgroundCall(reviewer.token)).data.applicant.idcard).toBe('990000199001011234');
    expect(await looks()).toEqual([...before, { actor_id: reviewer.id }]);
    for (let at = 0; at < 2; at += 1) expect((await asBackgroundCall(reviewer.token)).data.applicant.idcard).toBe('990000199001011234');
    expect(await looks()).toHaveLength(before.length + 1);
    // The next session begins anew, and from another address it is told apart.
    const later = await house.signIn(reviewer.username);
    await asBackgroundCall(later.token);
    expect(await looks()).toHaveLength(before.length + 2);
    await house.app.inject({
      url: `/api/data/evidencesDetail?orderId=${application.id}`,
      remoteAddress: '192.0.2.7',
      headers: { authorization: later.token, 'x-background': '1' },
    });
    expect(await looks()).toHaveLength(before.length + 3);
  });

  it('refuses ids that do not belong together as it refuses an unknown one (16)', async () => {
    const [one, two] = [await make.apply('personal'), await make.apply('enterprise')];
    expect(await detail(one.id, admin, { userId: one.userId, dataId: one.numbers[0] ?? '', type: '1' })).toMatchObject({ code: 200 });
    for (const fields of [
      { userId: two.userId },
      { dataId: two.numbers[0] ?? '' },
      { type: '2' },
      { userId: one.userId, dataId: two.numbers[0] ?? '', type: '1' },
    ] as Record<string, string>[])
      expect(await detail(one.id, admin, fields)).toMatchObject(failed('该申请不存在'));
    expect(await detail('999999')).toMatchObject(failed('该申请不存在'));
    expect(await detail("1' or '1'='1")).toMatchObject(failed('编号无效'));
  });
});

describe('dataList', () => {
  it('pages what an application covers, in its order', async () => {
    const application = await make.apply('enterprise', 12);
    const page = async (number: number) =>
      (await admin.get<{ list: EvidenceRow[]; count: number }>('/api/ajax/data/dataList', { orderId: application.id, page: number })).data;
    const [first, second] = [await page(1), await page(2)];
    expect([first.count, second.count]).toEqual([12, 12]);
    expect([...first.list, ...second.list].map(({ baoquan }) => baoquan)).toEqual(application.numbers);
    expect(first.list[0]).toMatchObject({ username: '某某', companyName: '某某', type: 2, isDownload: 1 });
    expect(await admin.get('/api/ajax/data/dataList', { orderId: '999999' })).toMatchObject(failed('该申请不存在'));
  });
});

describe('node 37', () => {
  it('narrows the list to the own applications, whatever else is asked', async () => {
    const { notary, own, foreign } = await narrowed();
    for (const fields of [
      {},
      { pay: 2 },
      { status: 1 },
      { pay: 2, status: 1 },
      { sort: 'due' },
      { sort: 'due', status: 1, pay: 2 },
      { keyword: '1' },
    ] as Record<string, string | number>[])
      expect(await list(fields, notary)).toMatchObject({ count: 1, list: [{ orderId: own.id }] });
    expect(await list({ keyword: await mobileOf(foreign.userId) }, notary)).toEqual({ list: [], count: 0 });
  });

  it("makes another's application as unknown as none, on every call (15)", async () => {
    const { notary, own, foreign } = await narrowed(29, 30);
    const calls = (orderId: string, userId: string, number: string) => [
      () => notary.get('/api/data/evidencesDetail', { orderId }),
      () => notary.get('/api/ajax/data/dataList', { orderId }),
      () => notary.post('/api/ajax/data/claim', { orderId }),
      () => notary.post('/api/ajax/data/release', { orderId }),
      () => notary.get('/api/data/saveDataDetail', { baoquan: number }),
      () => notary.post('/api/Down/baoquanFile', { baoquan: number }),
      () => notary.post('/api/ajax/data/check', { orderId, userId, isCheck: 1, checkRemark: '通过' }),
    ];
    const answers = async (of: { id: string; userId: string; numbers: readonly string[] }) =>
      (await Promise.all(calls(of.id, of.userId, of.numbers[0] ?? '').map((call) => call()))).map(({ code, message, data }) => ({
        code,
        message,
        data,
      }));
    const others = await answers(foreign);
    const none = await answers({ id: '999999', userId: foreign.userId, numbers: ['0'.repeat(32)] });
    expect(others).toEqual(none);
    for (const answer of others) expect(answer).toMatchObject({ code: 403, message: 'failed' });
    expect(await make.order(foreign.id)).toMatchObject({ status: 'pending', claimed_by: null });
    // One after the other: what has been decided cannot be claimed.
    for (const call of calls(own.id, own.userId, own.numbers[0] ?? '')) expect(await call()).toMatchObject({ code: 200 });
  });

  it('does not narrow role 1, nor whoever does not hold it', async () => {
    const application = await make.paid();
    expect(await detail(application.id)).toMatchObject({ code: 200 });
    expect(await detail(application.id, await holding(10))).toMatchObject({ code: 200 });
  });
});

describe('evidence', () => {
  it('opens to whoever sees an application that covers it, and to nobody by another', async () => {
    const application = await make.apply('enterprise');
    const [number = ''] = application.numbers;
    const uncovered = await make.evidence(application.userId);
    const viewer = await holding(10);
    expect(await viewer.get('/api/data/saveDataDetail', { baoquan: number })).toMatchObject({ code: 200, data: { baoquan: number } });
    expect(await viewer.get('/api/data/saveDataDetail', { baoquan: uncovered })).toMatchObject(failed('该存证不存在'));
    expect(await viewer.post('/api/Down/baoquanFile', { baoquan: number })).toMatchObject(forbidden);
  });
});

it('the workbench says since when a paid application has waited: since its payment, not since it was asked for', async () => {
  const notary = await holding(10, 29, 37);
  const times = [
    ['2020-01-01', '2020-03-02'],
    ['2020-01-02', '2020-03-01'],
  ] as const;
  const [, first] = await Promise.all(
    times.map(async ([asked, paid]) => {
      const application = await make.paid();
      await give(application.id, notary.id);
      await house.db
        .updateTable('notarization_order')
        .set({ created_at: new Date(`${asked}T08:00:00+08:00`), paid_at: new Date(`${paid}T08:00:00+08:00`) })
        .where('id', '=', application.id)
        .execute();
      return application;
    }),
  );
  const url = `/evidence/results/${first?.userId}/${first?.numbers[0]}/${first?.id}/1`;
  for (const by of [notary, await holding(10, 29)]) {
    expect((await by.get<Workbench>('/api/ajax/workbench/getSummary')).data.waiting).toMatchObject([
      { label: '出证申请审核', oldest_time: '2020-03-01 08:00:00', url },
    ]);
  }
});
