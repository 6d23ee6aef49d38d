import { beforeAll, describe, expect, it } from 'vitest';
import { operators } from '../../../../test/installation/factories/access.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { applicationMaker } from '../../../../test/installation/factories/applications.ts';
import { uid } from '../../../../test/installation/factories/evidence.ts';
import { intakeClient } from '../../../../test/installation/intake.ts';
import type { ApplicationDetail } from '../../../contract/console/notarizations.ts';
import { newCredential } from '../users/credentials.ts';

const installation = testApp();
const make = applicationMaker(installation);
const { role, account, holding } = operators(installation);
beforeAll(() => make.open());

const refundsOf = (orderNo: string) =>
  installation.db.selectFrom('refund').select(['refund_order_no', 'amount_fen', 'reason']).where('order_no', '=', orderNo).execute();

describe('an application', () => {
  it('covers evidence in the order given, costs what the prices say, and waits unpaid', async () => {
    const application = await make.apply('enterprise', 3);
    expect(application.money).toBe('160.00');
    expect(await make.state(application.id)).toEqual({
      orderId: application.id,
      order_no: application.orderNo,
      money: '160.00',
      payStatus: 1,
      progress: 1,
      reason: '',
      refundOrderNo: '',
    });
    const covered = await installation.db
      .selectFrom('notarization_evidence')
      .innerJoin('evidence', 'evidence.id', 'evidence_id')
      .select('number')
      .where('order_id', '=', application.id)
      .orderBy('position')
      .execute();
    expect(covered.map(({ number }) => number)).toEqual(application.numbers);
    expect(await make.order(application.id)).toMatchObject({
      type: 'enterprise',
      name: '某某',
      pieces: 3,
      amount_fen: '16000',
      status: 'pending',
      recipient: { name: '钱申请', address: '' },
      due_at: null,
    });
  });

  it('says what the document is for, how many are asked for, and who acts for the applicant', async () => {
    const userId = await make.user('personal');
    const agent = { name: '周代理', mobile: '+86 120-0000-0003', idcard: '99010119900307457x' };
    const said = { purpose: ' 用于诉讼 ', copies: 3, agent };
    const { body } = await make.request(userId, [await make.evidence(userId)], said);
    const stored = { purpose: '用于诉讼', copies: 3, agent: { name: '周代理', mobile: '12000000003', idcard: '99010119900307457X' } };
    expect(await make.order(String(body['orderId']))).toMatchObject(stored);
    const [reader, reviewer] = await Promise.all([holding(10), holding(10, 29)]);
    const seenBy = async (operator: typeof reader) =>
      (await operator.get<ApplicationDetail>('/api/data/evidencesDetail', { orderId: String(body['orderId']) })).data;
    expect(await seenBy(reviewer)).toMatchObject(stored);
    expect((await seenBy(reader)).agent?.idcard).toMatch(/^9901\*+457X$/);
    const silent = await make.request(userId, [await make.evidence(userId)], { purpose: '' });
    expect(await make.order(String(silent.body['orderId']))).toMatchObject({ purpose: '', copies: null, agent: null });
    const numbers = [await make.evidence(userId)];
    for (const bad of [
      { copies: 0 },
      { copies: 1.5 },
      { copies: '2' },
      { copies: 101 },
      { agent: { name: '周代理' } },
      { purpose: '用'.repeat(101) },
    ])
      expect((await make.request(userId, numbers, bad)).status).toBe(400);
  });

  it('is made once for the same request', async () => {
    const userId = await make.user('personal');
    const number = await make.evidence(userId);
    const unique_id = uid();
    const answers = await Promise.all(Array.from({ length: 6 }, () => make.request(userId, [number], { unique_id })));
    expect(new Set(answers.map(({ body }) => body['orderId'])).size).toBe(1);
    expect(
      (await make.request(userId, [number], { unique_id, sendType: 2, recipient: { name: '孙', mobile: '12000000002', address: '某街' } }))
        .status,
    ).toBe(409);
  });

  it('covers only evidence of its user, that is there', async () => {
    const [own, other] = [await make.user('personal'), await make.user('personal')];
    const [mine, foreign, lost, uploading] = [
      await make.evidence(own),
      await make.evidence(other),
      await make.evidence(own),
      await make.evidence(own),
    ];
    await installation.db.updateTable('evidence').set({ file_status: 'missing' }).where('number', '=', lost).execute();
    await installation.db.updateTable('evidence').set({ file_status: 'uploading' }).where('number', '=', uploading).execute();
    expect((await make.request(own, [mine, foreign])).status).toBe(403);
    expect((await make.request(own, [mine, '0'.repeat(32)])).status).toBe(404);
    for (const number of [lost, uploading]) expect((await make.request(own, [mine, number])).status).toBe(409);
    const { sha256 } = await installation.db
      .selectFrom('evidence_file')
      .innerJoin('evidence', 'evidence.id', 'evidence_id')
      .select('sha256')
      .where('number', '=', mine)
      .where('role', '=', 'original')
      .executeTakeFirstOrThrow();
    expect(await installation.store.stat(sha256)).not.toBeNull();
    expect(await installation.db.selectFrom('notarization_order').select('id').where('user_id', '=', own).execute()).toEqual([]);
    expect((await make.request(own, [mine.toLowerCase()])).status).toBe(200);
  });

  it('covers online evidence alike', async () => {
    const userId = await make.user('personal');
    const number = await make.evidence(userId);
    await installation.db.updateTable('evidence').set({ kind: 'web' }).where('number', '=', number).execute();
    expect((await make.request(userId, [number])).status).toBe(200);
  });

  it('is refused malformed', async () => {
    const userId = await make.user('personal');
    const number = await make.evidence(userId);
    const numbers = (count: number) => Array.from({ length: count }, (_, at) => at.toString(16).toUpperCase().padStart(32, '0'));
    for (const baoquan of [[], [number, number], ['x'], numbers(101), 'x'])
      expect((await make.request(userId, baoquan as string[])).status).toBe(400);
    for (const change of [
      { sendType: 3 },
      { sendType: 2 },
      { sendType: 2, recipient: { name: '孙', mobile: '12000000002', address: '' } },
      { applicant: { ...make.applicant, idcard: '' } },
      { applicant: { ...make.applicant, email: 'x' } },
      { unique_id: '' },
    ])
      expect((await make.request(userId, [number], change)).status).toBe(400);
  });

  it('is for verified users', async () => {
    const { user_id } = await make.register.register('personal');
    expect((await make.request(user_id, ['0'.repeat(32)])).status).toBe(404);
    const userId = await make.user('personal');
    const number = await make.evidence(userId);
    await installation.db.updateTable('users').set({ status: 'rejected' }).where('id', '=', userId).execute();
    expect((await make.request(userId, [number])).status).toBe(403);
  });

  it("is an enterprise's own: another's is neither shown nor withdrawn", async () => {
    const [mine, other] = [await make.apply('enterprise'), await make.apply('enterprise')];
    const key = newCredential();
    await installation.db
      .insertInto('credential')
      .values({ ...key, kind: 'enterprise', user_id: mine.userId, name: '某某' })
      .execute();
    const enterprise = intakeClient(installation.app, key);
    expect((await enterprise.get(`/open/v1/notarizations/${mine.id}`)).status).toBe(200);
    expect((await enterprise.get(`/open/v1/notarizations/${other.id}`)).status).toBe(403);
    expect((await make.withdraw(other.id, enterprise)).status).toBe(403);
    expect((await make.request(other.userId, [...other.numbers], {}, enterprise)).status).toBe(403);
    for (const id of ['0', '999999', 'x', '1%20or%201=1'])
      expect((await make.client().get(`/open/v1/notarizations/${id}`)).status).toBe(404);
  });
});

describe('a withdrawal', () => {
  it('before the review gives back what was paid, once', async () => {
    const application = await make.paid();
    const answers = await Promise.all(Array.from({ length: 8 }, () => make.withdraw(application.id)));
    const [refund, ...others] = await refundsOf(application.orderNo);
    expect(others).toEqual([]);
    expect(refund).toMatchObject({ amount_fen: '12000', reason: '申请人撤回' });
    for (const { status, body } of answers)
      expect([status, body['payStatus'], body['progress'], body['refundOrderNo']]).toEqual([200, 5, 3, refund?.refund_order_no]);
  });

  it('of an unpaid one gives nothing back; what is paid for it later is given back at once', async () => {
    const application = await make.apply();
    expect((await make.withdraw(application.id)).body).toMatchObject({ payStatus: 1, progress: 3, refundOrderNo: '' });
    const late = await make.pay(application);
    expect(late).toMatchObject({ status: 200, body: { payStatus: 5 } });
    expect(await refundsOf(application.orderNo)).toMatchObject([{ refund_order_no: late.body['refundOrderNo'], reason: '申请已撤回' }]);
    // A second payment of a refunded order is refused: the gateway must return its money.
    expect((await make.pay(application)).status).toBe(409);
    expect(await make.order(application.id)).toMatchObject({ status: 'withdrawn', pay_status: 'refunded' });
  });

  it('names the invoice that holds what is given back', async () => {
    const application = await make.paid();
    const invoice = await make.invoice(application);
    expect(await make.withdraw(application.id)).toMatchObject({ status: 200, body: { payStatus: 5 } });
    const { after } = await installation.db
      .selectFrom('trail')
      .select('after')
      .where('action', '=', '退款')
      .where('object', '=', `order/${application.orderNo}`)
      .executeTakeFirstOrThrow();
    expect(after).toMatchObject({ invoice });
  });

  it('comes too late after the review', async () => {
    const roleId = await role([10, 29]);
    const { id, username } = await account(roleId);
    const operator = { ...(await installation.signIn(username)), id };
    const application = await make.paid();
    expect(
      await operator.post('/api/ajax/data/check', {
        orderId: application.id,
        userId: application.userId,
        isCheck: 1,
        checkRemark: '材料齐全',
      }),
    ).toMatchObject({ code: 200 });
    expect((await make.withdraw(application.id)).status).toBe(409);
    expect(await make.state(application.id)).toMatchObject({ payStatus: 2, progress: 2 });
  });

  it('leaves nothing when a fault ends it halfway', async () => {
    const application = await make.paid();
    await installation.pool.query(
      `create function stop_refund() returns trigger language plpgsql as $$ begin raise exception 'injected';
        end $$; create trigger stop_refund before insert on refund for each row execute function stop_refund()`,
    );
    expect((await make.withdraw(application.id)).status).toBe(500);
    await installation.pool.query('drop trigger stop_refund on refund; drop function stop_refund()');
    expect(await make.order(application.id)).toMatchObject({ status: 'pending', pay_status: 'paid', decided_at: null });
  });
});
