import { beforeAll, describe, expect, it } from 'vitest';
import { failed, lost } from '../../../../test/installation/answers.ts';
import { operators } from '../../../../test/installation/factories/access.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { applicationMaker, type Applied } from '../../../../test/installation/factories/applications.ts';
import type { ApplicationClaim, ApplicationDetail } from '../../../contract/console/notarizations.ts';

const installation = testApp({ NOTARIZATION_CLAIM_SECONDS: '300' });
const make = applicationMaker(installation);
const { holding, administrator } = operators(installation);
type Reviewer = Awaited<ReturnType<typeof holding>>;
let one: Reviewer;
let two: Reviewer;

beforeAll(async () => {
  await make.open();
  one = await holding(10, 29);
  two = await holding(10, 29);
  await installation.db.updateTable('account').set({ realname: '顾明远' }).where('id', '=', one.id).execute();
});

const check = ({ id, userId }: Pick<Applied, 'id' | 'userId'>, by: Pick<Reviewer, 'post'> = two) =>
  by.post('/api/ajax/data/check', { orderId: id, userId, isCheck: 1, checkRemark: '材料齐全' });

describe('a claim', () => {
  const claim = (id: string, by: Reviewer = one) => by.post<ApplicationClaim>('/api/ajax/data/claim', { orderId: id });
  const release = (id: string, by: Reviewer = one) => by.post('/api/ajax/data/release', { orderId: id });
  const expire = (id: string) =>
    installation.db
      .updateTable('notarization_order')
      .set({ claimed_until: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute();

  it('keeps the others from reviewing, and tells them who works on it since when; its holder reviews', async () => {
    const application = await make.paid();
    const { data } = await claim(application.id);
    expect(data).toMatchObject({ operator: '顾明远', mine: 1 });
    const who = lost(`顾明远自${data.since}起正在处理该申请`);
    expect(await claim(application.id, two)).toMatchObject(who);
    expect(await check(application)).toMatchObject(who);
    expect((await two.get<ApplicationDetail>('/api/data/evidencesDetail', { orderId: application.id })).data.claim).toEqual({
      ...data,
      mine: 0,
    });
    expect(await check(application, one)).toMatchObject({ code: 200 });
    expect(await make.order(application.id)).toMatchObject({ claimed_by: null });
  });

  it('is prolonged by its holder, put down by him alone, and taken over once it has expired', async () => {
    const application = await make.paid();
    const { since } = (await claim(application.id)).data;
    expect((await claim(application.id)).data).toMatchObject({ since, mine: 1 });
    expect(await release(application.id, two)).toMatchObject({ code: 200 });
    expect(await claim(application.id, two)).toMatchObject({ code: 430 });
    expect(await release(application.id)).toMatchObject({ code: 200, message: '操作成功' });
    expect(await claim(application.id, two)).toMatchObject({ code: 200 });
    await expire(application.id);
    expect((await one.get<ApplicationDetail>('/api/data/evidencesDetail', { orderId: application.id })).data.claim).toBeNull();
    expect((await claim(application.id)).data).toMatchObject({ operator: '顾明远', mine: 1 });
    expect(await check(application)).toMatchObject({ code: 430 });
    await expire(application.id);
    expect(await check(application)).toMatchObject({ code: 200 });
  });

  it('has one winner of many at once', async () => {
    const application = await make.paid();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => claim(application.id, at % 2 === 0 ? one : two)));
    expect(new Set(answers.filter(({ code }) => code === 200).map(({ data }) => data.operator)).size).toBe(1);
  });

  it('is one of ten at most, ends two hours after it began, and by an administrator’s word', async () => {
    const [keeper, admin] = [await holding(10, 29), await administrator()];
    const many = await Promise.all(Array.from({ length: 12 }, () => make.paid()));
    const answers = await Promise.all(many.map(({ id }) => claim(id, keeper)));
    const held = many.filter((_, at) => answers[at]?.code === 200).map(({ id }) => id);
    expect(held).toHaveLength(10);
    expect(answers.find(({ code }) => code !== 200)).toMatchObject(failed('您正在处理的同类申请已有 10 件，请先完成或放下其中一件'));
    const [first = '', second = ''] = held;

    await installation.db
      .updateTable('notarization_order')
      .set({ claimed_at: new Date(Date.now() - 7_300_000), claimed_until: new Date(Date.now() - 100_000) })
      .where('id', '=', first)
      .execute();
    const over = { code: 403, data: { msg: expect.stringMatching(/^您处理该申请的时限已到/) as string } };
    expect(await claim(first, keeper)).toMatchObject(over);
    await release(first, keeper);
    expect(await claim(first, keeper)).toMatchObject(over);
    expect(await claim(first, two)).toMatchObject({ code: 200 });

    const revoke = (by: Pick<Reviewer, 'post'>) => by.post('/api/ajax/queue/revoke', { kind: 'notarization', id: second });
    expect(await revoke(two)).toMatchObject({ message: '权限不足！' });
    expect(await revoke(admin)).toMatchObject({ code: 200 });
    expect(await revoke(admin)).toMatchObject(lost('该申请目前无人处理'));
    expect(await claim(second, keeper)).toMatchObject(over);
    expect(await claim(second, two)).toMatchObject({ code: 200 });
    for (const id of held) for (const by of [keeper, two]) await release(id, by);
  });

  it('is for what can be reviewed', async () => {
    const [unpaid, decided] = [await make.apply(), await make.paid()];
    await check(decided);
    expect(await claim(unpaid.id)).toMatchObject(lost('该申请尚未支付，不能审核'));
    expect(await claim(decided.id)).toMatchObject(lost('该申请已被其他人审核'));
    expect(await claim('999999')).toMatchObject(failed('该申请不存在'));
    expect(await release('999999')).toMatchObject(failed('该申请不存在'));
  });
});

describe('nextApplication', () => {
  it('is the one whose last day is nearest of those that nobody else works on, and none when all are done', async () => {
    const notary = await holding(10, 29, 37);
    const next = async (orderId?: string) =>
      (await notary.get<{ orderId: string } | null>('/api/ajax/data/nextApplication', { orderId })).data;
    expect(await next()).toBeNull();
    const [later, sooner, unpaid] = [await make.paid(), await make.paid(), await make.apply()];
    for (const { id } of [later, sooner, unpaid])
      await installation.db.updateTable('notarization_order').set({ acceptor_id: notary.id }).where('id', '=', id).execute();
    await installation.db
      .updateTable('notarization_order')
      .set({ due_at: new Date('2026-02-01T00:00:00+08:00') })
      .where('id', '=', sooner.id)
      .execute();
    expect(await next()).toEqual({ orderId: sooner.id, userId: sooner.userId, dataId: sooner.numbers[0], type: 1 });
    expect(await next(sooner.id)).toMatchObject({ orderId: later.id });
    await one.post('/api/ajax/data/claim', { orderId: sooner.id });
    expect(await next()).toMatchObject({ orderId: later.id });
    await check(later, notary);
    expect(await next()).toBeNull();
  });
});
