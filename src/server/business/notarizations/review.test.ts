import { beforeAll, describe, expect, it } from 'vitest';
import { failed, lost } from '../../../../test/installation/answers.ts';
import { operators } from '../../../../test/installation/factories/access.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { applicationMaker, type Applied } from '../../../../test/installation/factories/applications.ts';
import type { ApplicationDetail } from '../../../contract/console/notarizations.ts';

const installation = testApp({ NOTARIZATION_CLAIM_SECONDS: '300' });
const make = applicationMaker(installation);
const { holding } = operators(installation);
type Reviewer = Awaited<ReturnType<typeof holding>>;
let one: Reviewer;
let two: Reviewer;

beforeAll(async () => {
  await make.open();
  one = await holding(10, 29);
  two = await holding(10, 29);
  await installation.db.updateTable('account').set({ realname: '顾明远' }).where('id', '=', one.id).execute();
});

const check = (
  { id, userId }: Pick<Applied, 'id' | 'userId'>,
  fields: Record<string, string | number> = {},
  by: Pick<Reviewer, 'post'> = two,
) => by.post('/api/ajax/data/check', { orderId: id, userId, isCheck: 1, checkRemark: '材料齐全', ...fields });
const checksOf = (id: string) => installation.db.selectFrom('notarization_check').selectAll().where('order_id', '=', id).execute();
const refundsOf = (orderNo: string) => installation.db.selectFrom('refund').selectAll().where('order_no', '=', orderNo).execute();
const documentOf = (id: string) =>
  installation.db.selectFrom('notarial_document').selectAll().where('order_id', '=', id).executeTakeFirst();

describe('check', () => {
  it('passes an application: one record, a numbered document that is being made, nothing given back', async () => {
    const application = await make.paid();
    expect(await check(application)).toEqual(expect.objectContaining({ code: 200, message: '审核成功', data: null }));
    const { data } = await two.get<ApplicationDetail>('/api/data/evidencesDetail', { orderId: application.id });
    expect(data).toMatchObject({
      notarialStatus: 2,
      notarialStatus_name: '已通过',
      checkRemark: '材料齐全',
      pay_status: 2,
      refundOrderNo: '',
      document_state: '文书制作中',
      pdfs: [],
      due_date: '',
      days_left: null,
    });
    expect(data.document_no).toMatch(/^（\d{4}）存公证字第\d+号$/);
    expect(data.checkRecords).toMatchObject([{ verifier: '钱测试', status: 1, status_name: '通过', reason: '材料齐全' }]);
    expect(await make.state(application.id)).toMatchObject({ progress: 2, payStatus: 2 });
  });

  it('names the acceptor as the notary of the document, whoever decides, and the decider where there is no acceptor', async () => {
    for (const [acceptor, named] of [
      [{ acceptor_id: one.id, acceptor_name: '顾明远' }, '顾明远'],
      [{ acceptor_id: null, acceptor_name: '' }, '钱测试'],
    ] as const) {
      const application = await make.paid();
      await installation.db.updateTable('notarization_order').set(acceptor).where('id', '=', application.id).execute();
      expect(await check(application)).toMatchObject({ code: 200 });
      expect(await documentOf(application.id)).toMatchObject({ notary: named });
      expect(await checksOf(application.id)).toMatchObject([{ verifier: '钱测试' }]);
    }
  });

  it('fails an application and gives back what was paid in the same moment', async () => {
    const application = await make.paid();
    expect(await check(application, { isCheck: 0, checkRemark: '证据与事项无关' })).toMatchObject({ code: 200, message: '审核成功' });
    const [refund, ...others] = await refundsOf(application.orderNo);
    expect(others).toEqual([]);
    expect(refund).toMatchObject({ amount_fen: '12000', reason: '证据与事项无关' });
    expect((await two.get<ApplicationDetail>('/api/data/evidencesDetail', { orderId: application.id })).data).toMatchObject({
      notarialStatus: 3,
      pay_status: 5,
      refundOrderNo: refund?.refund_order_no,
      document_no: '',
      checkRecords: [{ status: 0 }],
    });
    expect(await make.state(application.id)).toMatchObject({
      progress: 4,
      payStatus: 5,
      reason: '证据与事项无关',
      refundOrderNo: refund?.refund_order_no,
    });
    expect(await documentOf(application.id)).toBeUndefined();
    const trail = await installation.db
      .selectFrom('trail')
      .select('action')
      .where('object', 'in', [`application/${application.id}`, `order/${application.orderNo}`])
      .orderBy('id')
      .execute();
    expect(trail.map(({ action }) => action)).toEqual(expect.arrayContaining(['出证审核', '退款']));
  });

  it('names the invoice that holds what it gives back, before and after; the invoice stands', async () => {
    const application = await make.paid();
    const seen = async () => (await two.get<ApplicationDetail>('/api/data/evidencesDetail', { orderId: application.id })).data.invoice;
    expect(await seen()).toBeNull();
    const invoice = await make.invoice(application);
    expect(await seen()).toEqual({ id: invoice, status: 1, status_name: '待开票' });
    expect(await check(application, { isCheck: 0, checkRemark: '证据缺失' })).toMatchObject({ code: 200 });
    expect(await seen()).toMatchObject({ id: invoice });
    const { after } = await installation.db
      .selectFrom('trail')
      .select('after')
      .where('action', '=', '退款')
      .where('object', '=', `order/${application.orderNo}`)
      .executeTakeFirstOrThrow();
    expect(after).toMatchObject({ invoice });
  });

  it.each([[''], ['   '], ['一'.repeat(21)], ['𠮷'.repeat(21)], ['👍'.repeat(21)]])(
    'needs a remark of at most 20 characters, counted as people count them (28): %j',
    async (checkRemark) => {
      const application = await make.paid();
      const msg = checkRemark.trim() === '' ? '请输入审核备注' : '审核备注最多20个字';
      for (const isCheck of [0, 1])
        expect(await check(application, { isCheck, checkRemark })).toMatchObject({
          code: 403,
          message: 'failed',
          data: { msg, fields: { checkRemark: msg } },
        });
      expect(await make.order(application.id)).toMatchObject({ status: 'pending', pay_status: 'paid' });
    },
  );

  it.each([['1'], ['.'], ['..'], ['12345'], ['是'], ['。。。'], ['👍👍'], ['Ａ１'], ['是\u3164']])(
    'needs a remark with two letters of meaning, for either choice: %j',
    async (checkRemark) => {
      const application = await make.paid();
      const msg = '审核备注至少两个字，不能只有数字或符号';
      for (const isCheck of [0, 1])
        expect(await check(application, { isCheck, checkRemark })).toMatchObject({
          code: 403,
          data: { msg, fields: { checkRemark: msg } },
        });
    },
  );

  it('takes twenty rare characters', async () => {
    expect(await check(await make.paid(), { checkRemark: '𠮷'.repeat(20) })).toMatchObject({ code: 200 });
  });

  it.each([
    [{ isCheck: 2 }, '请选择审核结果'],
    [{ isCheck: '' }, '请选择审核结果'],
    [{ userId: '' }, '编号无效'],
    [{ orderId: '-1' }, '编号无效'],
  ])('refuses %j', async (fields, msg) => {
    expect(await check(await make.paid(), fields)).toMatchObject(failed(msg));
  });

  it('is for what is paid, waits and belongs to that user (21, 16)', async () => {
    const [unpaid, tried, withdrawn, decided, other] = [
      await make.apply(),
      await make.apply(),
      await make.paid(),
      await make.paid(),
      await make.paid(),
    ];
    await make.pay(tried, { result: 'FAIL' });
    await make.withdraw(withdrawn.id);
    await check(decided);
    for (const application of [unpaid, tried]) expect(await check(application)).toMatchObject(lost('该申请尚未支付，不能审核'));
    expect(await check(withdrawn)).toMatchObject(lost('该申请已撤回'));
    expect(await check(decided, { isCheck: 0 }, one)).toMatchObject(lost('该申请已被其他人审核'));
    expect(await check({ id: other.id, userId: decided.userId })).toMatchObject(failed('该申请不存在'));
    expect(await check({ id: '999999', userId: other.userId })).toMatchObject(failed('该申请不存在'));
    expect(await check(other, {}, await holding(10))).toMatchObject({ code: 403, message: '权限不足！' });
    expect(await refundsOf(decided.orderNo)).toEqual([]);
  });

  it('tells whoever repeats his own decision how it stands, not that somebody else was first', async () => {
    const [passed, refused] = [await make.paid(), await make.paid()];
    await check(passed);
    await check(refused, { isCheck: 0 });
    for (const [application, state] of [
      [passed, '已通过'],
      [refused, '未通过（已退款）'],
    ] as const) {
      const own = lost(`该申请已审核，当前状态为${state}`);
      expect(await check(application)).toMatchObject(own);
      expect(await two.post('/api/ajax/data/claim', { orderId: application.id })).toMatchObject(own);
      expect(await checksOf(application.id)).toHaveLength(1);
    }
  });

  it('has one winner of fifty at once, one record, and at most one refund (20)', async () => {
    for (const first of [0, 1]) {
      const application = await make.paid();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, at) => check(application, { isCheck: (at + first) % 2 }, at % 3 === 0 ? one : two)),
      );
      expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
      const [record, ...records] = await checksOf(application.id);
      const stands = record?.result === 'passed' ? '已通过' : '未通过（已退款）';
      for (const [at, answer] of answers.entries()) {
        if (answer.code === 200) continue;
        const isOwn = record?.verifier_id === (at % 3 === 0 ? one : two).id;
        expect(answer).toMatchObject(lost(isOwn ? `该申请已审核，当前状态为${stands}` : '该申请已被其他人审核'));
      }
      expect(records).toEqual([]);
      expect(await refundsOf(application.orderNo)).toHaveLength(record?.result === 'failed' ? 1 : 0);
      expect((await documentOf(application.id)) === undefined).toBe(record?.result === 'failed');
    }
  });

  it('against a withdrawal at the same time leaves one of the two, and the money where it belongs', async () => {
    for (let round = 0; round < 4; round += 1) {
      const application = await make.paid();
      const [reviewed, withdrawn] = await Promise.all([check(application), make.withdraw(application.id)]);
      expect([reviewed.code, withdrawn.status]).toEqual(reviewed.code === 200 ? [200, 409] : [430, 200]);
      expect(await refundsOf(application.orderNo)).toHaveLength(reviewed.code === 200 ? 0 : 1);
    }
  });

  it.each(['refund', 'notarization_check', 'trail'])('leaves nothing when a fault ends it at %s (26)', async (table) => {
    const application = await make.paid();
    const fault = `stop_${table}`;
    await installation.pool.query(
      `create function ${fault}() returns trigger language plpgsql as $$ begin raise exception 'injected';
        end $$; create trigger ${fault} before insert on ${table} for each row execute function ${fault}()`,
    );
    const answer = await installation.app.inject({
      method: 'POST',
      url: '/api/ajax/data/check',
      headers: { authorization: two.token, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `orderId=${application.id}&userId=${application.userId}&isCheck=0&checkRemark=${encodeURIComponent('不符合')}`,
    });
    await installation.pool.query(`drop trigger ${fault} on ${table}; drop function ${fault}()`);
    expect(answer.statusCode).toBe(500);
    expect(await make.order(application.id)).toMatchObject({ status: 'pending', pay_status: 'paid', remark: '' });
    expect([await checksOf(application.id), await refundsOf(application.orderNo)]).toEqual([[], []]);
    expect(await check(application, { isCheck: 0 })).toMatchObject({ code: 200 });
  });

  it('numbers documents of a year without a gap, also when some fail on their way', async () => {
    const applications: Applied[] = [];
    for (let at = 0; at < 6; at += 1) applications.push(await make.paid());
    await installation.pool.query(
      `create function stop_some() returns trigger language plpgsql as $$ begin if new.order_id % 2 = 0
        then raise exception 'injected'; end if; return new;
          end $$; create trigger stop_some before insert on notarial_document for each row execute function stop_some()`,
    );
    await Promise.all(applications.map((application) => check(application)));
    await installation.pool.query('drop trigger stop_some on notarial_document; drop function stop_some()');
    await Promise.all(applications.map((application) => check(application)));
    const rows = await installation.db
      .selectFrom('notarial_document')
      .select(['year', 'serial', 'number'])
      .orderBy('year')
      .orderBy('serial')
      .execute();
    expect(rows.length).toBeGreaterThanOrEqual(6);
    expect(rows.map(({ serial }) => serial)).toEqual(rows.map((_, at) => at + 1));
    for (const { year, serial, number } of rows) expect(number).toBe(`（${year}）存公证字第${serial}号`);
  });
});
