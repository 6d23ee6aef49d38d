import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { failed, lost } from '../../../../../test/installation/answers.ts';
import { testApp } from '../../../../../test/installation/app.ts';
import { operators } from '../../../../../test/installation/factories/access.ts';
import { documentMaker } from '../../../../../test/installation/factories/documents.ts';
import { signedHeaders } from '../../../../../test/installation/intake.ts';
import type { ApplicationDetail, ApplicationRow } from '../../../../contract/console/notarizations.ts';
import { formatDay, formatTime } from '../../../../domain/kit/text/time.ts';

const installation = testApp();
const make = documentMaker(installation);
const { holding } = operators(installation);
let notary: Awaited<ReturnType<typeof holding>>;

beforeAll(async () => {
  await make.open();
  notary = await holding(10, 29);
});

const today = () => formatDay(new Date());
const issued = async (copies?: number) => {
  const application = await make.passed(notary);
  if (copies !== undefined)
    await installation.db.updateTable('notarization_order').set({ copies }).where('id', '=', application.id).execute();
  await make.documents();
  return application;
};
const deliver = (orderId: string, fields: Record<string, string | number>, by: Pick<typeof notary, 'post'> = notary) =>
  by.post('/api/ajax/data/deliver', { orderId, ...fields });
const detail = async (orderId: string, by: Pick<typeof notary, 'get'> = notary) =>
  (await by.get<ApplicationDetail>('/api/data/evidencesDetail', { orderId })).data;
const pickup = () => ({
  kind: 1,
  collector: 1,
  name: make.applicant.name,
  paper: 1,
  paperNumber: make.applicant.idcard,
  time: formatTime(new Date()),
  copies: 1,
});
const mail = (change: Record<string, string> = {}) => ({
  kind: 2,
  company: '顺丰速运',
  number: 'SF1000000000001',
  sent: today(),
  ...change,
});
const trailOf = (orderId: string, action: '登记送达' | '电子送达') =>
  installation.db
    .selectFrom('trail')
    .select(['actor_kind', 'before', 'after'])
    .where('object', '=', `application/${orderId}`)
    .where('action', '=', action)
    .orderBy('id')
    .execute();

describe('a document that was fetched', () => {
  it('is delivered, on the trail without name and number, and masked to whoever may not see the number', async () => {
    const { id } = await issued(2);
    expect(await detail(id)).toMatchObject({
      deliveryState: 1,
      deliveryState_name: '待送达',
      documents: [{ kind_name: '公证书', state: 1, state_name: '有效', corrects: '', revoked_time: '' }],
      delivery: { copies_left: 2, records: [] },
    });
    expect(await deliver(id, pickup())).toMatchObject({ code: 200, message: '操作成功', data: null });
    const { deliveryState_name, delivery } = await detail(id);
    expect(deliveryState_name).toBe('已送达');
    expect(delivery).toMatchObject({
      copies_left: 1,
      records: [
        { kind_name: '自取', collector_name: '申请人', paper_number: make.applicant.idcard, copies: 1, recorder: '钱测试', automatic: 0 },
      ],
    });
    expect((await detail(id, await holding(10))).delivery?.records[0]?.paper_number).toBe('9900**********1234');
    const [act] = await trailOf(id, '登记送达');
    expect(act).toMatchObject({ before: { delivery: 'undelivered' }, after: { delivery: 'delivered', deliveryKind: 'pickup', copies: 1 } });
    expect(JSON.stringify(act)).not.toContain(make.applicant.idcard);
    expect(JSON.stringify(act)).not.toContain(make.applicant.name);
  });

  it('leaves no more copies than asked for, whoever of two records first', async () => {
    const { id } = await issued(1);
    const answers = await Promise.all([deliver(id, pickup()), deliver(id, pickup())]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 403]);
    expect(await deliver(id, pickup())).toMatchObject({ code: 403, data: { fields: { copies: '申请的份数已全部领取' } } });
  });

  it('names every fault at its field, and nothing is written', async () => {
    const { id } = await issued();
    const bad = { ...pickup(), name: '周代理', paperNumber: '', copies: 101, time: '2099-01-01 00:00:00' };
    expect(await deliver(id, bad)).toMatchObject({
      code: 403,
      data: {
        fields: {
          name: '与申请人姓名不一致，他人代领请选择代理人',
          paperNumber: '证件号码不能为空',
          copies: '最多还可领取100份',
          time: '领取时间不能晚于现在',
        },
      },
    });
    expect((await detail(id)).delivery?.records).toEqual([]);
  });
});

describe('a document that was sent', () => {
  it('is under way, then delivered once; a returned one is sent again', async () => {
    const { id } = await issued();
    const state = async () => (await detail(id)).deliveryState_name;
    expect(await deliver(id, mail({ number: 'sf 1000000000001' }))).toMatchObject({ code: 200 });
    expect(await state()).toBe('邮寄中');
    expect(await deliver(id, mail())).toMatchObject(lost('该快递单号已登记，请填写送达或退回日期'));
    expect(await deliver(id, mail({ returned: today() }))).toMatchObject({ code: 200 });
    expect(await state()).toBe('已退回');
    expect(await deliver(id, mail({ arrived: today() }))).toMatchObject(lost(`该邮件已于${today()}退回`));
    expect(await deliver(id, mail({ number: 'SF2', arrived: today() }))).toMatchObject({ code: 403 });
    expect(await deliver(id, mail({ number: 'SF1000000000002', arrived: today() }))).toMatchObject({ code: 200 });
    expect(await state()).toBe('已送达');
    expect((await detail(id)).delivery?.records).toMatchObject([
      { number: 'SF1000000000001', sent: today(), returned: today(), arrived: '' },
      { number: 'SF1000000000002', arrived: today() },
    ]);
  });

  it('keeps what was recorded: no row is changed or removed', async () => {
    const { id } = await issued();
    await deliver(id, mail({ arrived: today() }));
    const rows = installation.db.updateTable('notarial_delivery').where('order_id', '=', id);
    await expect(rows.set({ arrived_day: null, returned_day: today() }).execute()).rejects.toThrow('stays as it was recorded');
    await expect(rows.set({ company: '别家' }).execute()).rejects.toThrow('stays as it was recorded');
    await expect(installation.db.deleteFrom('notarial_delivery').execute()).rejects.toThrow('stays as it was recorded');
  });
});

it('the first answer of the open API delivers it electronically, once, by itself', async () => {
  const { id } = await issued();
  const request = { method: 'GET' as const, path: `/open/v1/notarizations/${id}/document` };
  const fetch = () => installation.app.inject({ method: 'GET', url: request.path, headers: signedHeaders(make.key, request) });
  await Promise.all([fetch(), fetch()]);
  await fetch();
  const { deliveryState_name, delivery } = await detail(id);
  expect(deliveryState_name).toBe('已电子送达');
  expect(delivery?.records).toMatchObject([{ kind: 3, automatic: 1, address: '' }]);
  expect(await trailOf(id, '电子送达')).toMatchObject([{ actor_kind: 'client', after: { delivery: 'electronic' } }]);
  expect(await deliver(id, { kind: 3, time: formatTime(new Date()), address: 'a@example.com' })).toMatchObject({ code: 200 });
  await deliver(id, mail());
  expect((await detail(id)).deliveryState_name).toBe('邮寄中');
});

it('is recorded by a reviewer of the application alone, and not before the issue', async () => {
  const { id } = await make.passed(notary);
  expect(await detail(id)).toMatchObject({ deliveryState_name: '待送达', documents: [], delivery: null });
  expect(await deliver(id, pickup())).toMatchObject(failed('公证书尚未出具，不能登记送达'));
  await make.documents();
  expect(await deliver(id, pickup(), await holding(10))).toMatchObject({ code: 403, message: '权限不足！' });
  expect(await deliver(id, pickup(), await holding(10, 29, 37))).toMatchObject(failed('该申请不存在'));
  expect(await deliver('999999999', pickup())).toMatchObject(failed('该申请不存在'));
  const waiting = await make.paid();
  expect(await deliver(waiting.id, pickup())).toMatchObject(failed('公证书尚未出具，不能登记送达'));
  expect(await detail(waiting.id)).toMatchObject({ deliveryState: 0, deliveryState_name: '' });
});

it('filters the list by its state with exact totals, and stands in the export', async () => {
  const { id, orderNo } = await issued();
  await deliver(id, mail());
  const rows = await installation.db.selectFrom('notarization_order').selectAll().execute();
  const states = { 1: 'undelivered', 2: 'mailed', 3: 'returned', 4: 'electronic', 5: 'delivered' } as const;
  const own = await holding(10, 37);
  await installation.db.updateTable('notarization_order').set({ acceptor_id: own.id }).where('id', '=', id).execute();
  const list = async (fields: Record<string, string | number>, by: Pick<typeof notary, 'get'> = notary) =>
    (await by.get<{ list: ApplicationRow[]; count: number }>('/api/ajax/data/getEvidencesList', fields)).data;
  for (const delivery of [1, 2, 3, 4, 5] as const)
    for (const change of [{}, { sort: 'due' }, { pay: 2 }, { status: 2 }, { status: 1 }, { pay: 1 }] as Record<string, string | number>[]) {
      const wanted = rows.filter(
        (row) => row.status === 'passed' && row.delivery === states[delivery] && change['status'] !== 1 && change['pay'] !== 1,
      );
      expect((await list({ delivery, ...change })).count, JSON.stringify({ delivery, ...change })).toBe(wanted.length);
    }
  expect((await list({ delivery: 2 }, own)).list).toMatchObject([{ order_no: orderNo, deliveryState_name: '邮寄中' }]);
  expect((await list({ delivery: 1 }, own)).count).toBe(0);
  expect(await notary.get('/api/ajax/data/getEvidencesList', { delivery: 6 })).toMatchObject(failed('送达状态无效'));
  const reviewer = await holding(10, 36);
  const url = `/api/export/applicationExport?keyword=${orderNo}&delivery=2`;
  const reply = await installation.app.inject({ method: 'GET', url, headers: { cookie: `token=${reviewer.token}` } });
  const [sheet] = (await readXlsx(reply.rawPayload)).sheets;
  const [head = [], row = []] = sheet?.rows ?? [];
  const told = Object.fromEntries(head.map((title, at) => [title, row[at]]));
  expect(told).toMatchObject({ 订单号: orderNo, 送达状态: '邮寄中', 领取方式: '自取' });
});
