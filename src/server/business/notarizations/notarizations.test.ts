import { beforeAll, describe, expect, it } from 'vitest';
import { failed, forbidden } from '../../../../test/installation/answers.ts';
import { operators } from '../../../../test/installation/factories/access.ts';
import { testApp, type Answer } from '../../../../test/installation/app.ts';
import { applicationMaker } from '../../../../test/installation/factories/applications.ts';
import type { Workbench } from '../../../../test/installation/desk.ts';
import { picture } from '../../../../test/installation/intake.ts';
import type { EvidenceRow } from '../../../contract/console/evidence.ts';
import type { ApplicationDetail, ApplicationRow } from '../../../contract/console/notarizations.ts';

const installation = testApp();
const make = applicationMaker(installation);
const { holding } = operators(installation);
let admin: Awaited<ReturnType<typeof installation.signIn>>;
type Person = Pick<typeof admin, 'get' | 'post'>;

beforeAll(async () => {
  await make.open();
  admin = await installation.signIn('admin@example.com');
});

const list = async (fields: Record<string, string | number> = {}, by: Person = admin) =>
  (await by.get<{ list: ApplicationRow[]; count: number }>('/api/ajax/data/getEvidencesList', fields)).data;
const detail = (orderId: string, by: Person = admin, fields: Record<string, string> = {}) =>
  by.get<ApplicationDetail>('/api/data/evidencesDetail', { orderId, ...fields });
const mobileOf = async (userId: string) =>
  (await installation.db.selectFrom('users').select('mobile').where('id', '=', userId).executeTakeFirstOrThrow()).mobile;
const give = (orderId: string, id: string, name = '公证员') =>
  installation.db.updateTable('notarization_order').set({ acceptor_id: id, acceptor_name: name }).where('id', '=', orderId).execute();
/** An operator restricted to their own applications, with one of their own and one of somebody else. */
async function narrowed(...nodes: number[]) {
  const notary = await holding(10, 37, ...nodes);
  const [own, foreign] = [await make.paid(), await make.paid()];
  await give(own.id, notary.id);
  return { notary, own, foreign };
}

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
    const shown = await installation.app.inject({ url: data.transfer_img });
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);
  });

  it('masks the identity card for whoever does not review; whoever does leaves a row on the trail each time', async () => {
    const application = await make.apply();
    const looks = () =>
      installation.db
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
      installation.db
        .selectFrom('trail')
        .select('actor_id')
        .where('object', '=', `application/${application.id}`)
        .where('action', '=', '查看申请人资料')
        .orderBy('id')
        .execute();
    const asBackgroundCall = async (token: string) =>
      (
        await installation.app.inject({
          url: `/api/data/evidencesDetail?orderId=${application.id}`,
          headers: { authorization: token, 'x-background': '1' },
        })
      ).json<Answer<ApplicationDetail>>();
    const reviewer = await holding(10, 29);
    const another = await holding(10, 29);
    await detail(application.id, another);
    const before = await looks();
    // It was not opened in this session before, so it counts as an opening, even as a background call.
    expect((await asBackgroundCall(reviewer.token)).data.applicant.idcard).toBe('990000199001011234');
    expect(await looks()).toEqual([...before, { actor_id: reviewer.id }]);
    for (let at = 0; at < 2; at += 1) expect((await asBackgroundCall(reviewer.token)).data.applicant.idcard).toBe('990000199001011234');
    expect(await looks()).toHaveLength(before.length + 1);
    // A new session counts anew, and so does another address.
    const later = await installation.signIn(reviewer.username);
    await asBackgroundCall(later.token);
    expect(await looks()).toHaveLength(before.length + 2);
    await installation.app.inject({
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
    // In this order, because a decided application cannot be claimed.
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
  await Promise.all(
    times.map(async ([asked, paid]) => {
      const application = await make.paid();
      await give(application.id, notary.id);
      await installation.db
        .updateTable('notarization_order')
        .set({ created_at: new Date(`${asked}T08:00:00+08:00`), paid_at: new Date(`${paid}T08:00:00+08:00`) })
        .where('id', '=', application.id)
        .execute();
    }),
  );
  for (const by of [notary, await holding(10, 29)]) {
    expect((await by.get<Workbench>('/api/ajax/workbench/getSummary')).data.waiting).toMatchObject([
      { label: '出证申请审核', oldest_time: '2020-03-01 08:00:00', url: '/queue/notarization' },
    ]);
  }
});
