import { beforeAll, expect, it } from 'vitest';
import { operators } from '../../../../test/installation/factories/access.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { applicationMaker } from '../../../../test/installation/factories/applications.ts';

const installation = testApp();
const make = applicationMaker(installation);
const { holding } = operators(installation);

beforeAll(() => make.open());

it('gives paid applications by their payment, but for those open on another’s page, and only one’s own under node 37', async () => {
  const [one, two] = [await holding(10, 29), await holding(10, 29)];
  const [first, second, unpaid] = [await make.paid(), await make.paid(), await make.apply()];
  await installation.db
    .updateTable('notarization_order')
    .set({ paid_at: new Date(Date.now() - 86_400_000) })
    .where('id', '=', second.id)
    .execute();
  const take = async (by: typeof one, after?: string) =>
    (await by.post<{ id: string } | null>('/api/ajax/queue/take', { kind: 'notarization', ...(after === undefined ? {} : { after }) })).data
      ?.id;
  expect(await take(one)).toBe(second.id);
  // Claimed on the application's own page.
  expect(await two.post('/api/ajax/data/claim', { orderId: first.id })).toMatchObject({ code: 200 });
  expect(await take(one, second.id)).toBeUndefined();
  expect(await take(two)).toBe(first.id);
  expect((await one.get('/api/ajax/queue/getStanding', { kind: 'notarization', id: second.id })).data).toMatchObject({
    count: 1,
    position: 1,
    others: [{ id: first.id, operator: '钱测试' }],
  });
  expect(await one.post('/api/ajax/queue/hold', { kind: 'notarization', id: unpaid.id })).toMatchObject({ code: 430 });
  const narrowed = await holding(10, 29, 37);
  expect(await take(narrowed)).toBeUndefined();
  expect(await narrowed.post('/api/ajax/queue/hold', { kind: 'notarization', id: second.id })).toMatchObject({
    code: 403,
    data: { msg: '该申请不存在' },
  });
});
