import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { operators } from '../../../../test/installation/factories/access.ts';
import { applicationMaker } from '../../../../test/installation/factories/applications.ts';
import type { TimelineRow } from '../../../contract/console/timeline.ts';

const installation = testApp();
const make = applicationMaker(installation);
const { holding } = operators(installation);
let admin: Awaited<ReturnType<typeof installation.signIn>>;
type Person = Pick<typeof admin, 'get' | 'post'>;
let application: Awaited<ReturnType<typeof make.paid>>;
let object = '';

beforeAll(async () => {
  await make.open();
  admin = await installation.signIn('admin@example.com');
  application = await make.paid('personal', 2);
  object = `application/${application.id}`;
});

const timeline = async (of: string, by: Person = admin, fields: Record<string, number> = {}) =>
  (await by.get<{ list: TimelineRow[]; count: number }>('/api/ajax/timeline/getList', { object: of, ...fields })).data;
type Linked = { object: string; kind_name: string; label: string; url: string };
const related = async (of: string, by: Person = admin) =>
  (await by.get<{ list: Linked[] }>('/api/ajax/timeline/getRelated', { object: of })).data.list;
const objects = async (of: string, by?: Person) => (await related(of, by)).map((one) => one.object);

describe('a timeline', () => {
  it("tells an application's acts and those of its order, newest first, page by page", async () => {
    await admin.get('/api/data/evidencesDetail', { orderId: application.id });
    const { list, count } = await timeline(object);
    expect(list.map(({ action }) => action)).toEqual(['查看申请人资料', '登记支付', '提交出证申请']);
    expect(list[1]).toMatchObject({ change: expect.stringContaining('支付状态：待支付 → 已支付') as string });
    expect(list[0]).toMatchObject({ operator_kind_name: '操作员', change: expect.stringContaining('查看内容') as string });
    expect(await timeline(object, admin, { page: 2, limit: 2 })).toEqual({ count, list: list.slice(2) });
    await admin.post('/api/ajax/note/save', { object, content: '不在时间线里的话' });
    const [newest] = (await timeline(object)).list;
    expect(newest).toMatchObject({ action: '添加备注' });
    expect(JSON.stringify(newest)).not.toContain('不在时间线里的话');
  });

  it('leaves addresses, payers and what people filled in to those who read the trail', async () => {
    const rows = JSON.stringify([await timeline(object), await timeline(`user/${application.userId}`)]);
    const { mobile } = await installation.db
      .selectFrom('users')
      .select('mobile')
      .where('id', '=', application.userId)
      .executeTakeFirstOrThrow();
    for (const word of ['127.0.0.1', mobile, 'payer', '990000199001011234', application.numbers[0] ?? '']) expect(rows).not.toContain(word);
  });

  it('is for whoever may open the object', async () => {
    const stranger = await holding(7);
    for (const call of ['getList', 'getRelated'])
      for (const of of [object, 'application/999999', 'order/none', `user/${application.userId}`])
        expect(await stranger.get(`/api/ajax/timeline/${call}`, { object: of })).toMatchObject({
          code: 403,
          data: { msg: '该对象不存在' },
        });
  });
});

describe('what belongs to an object', () => {
  it('is told as links, and to a role only what it may open', async () => {
    expect(await objects(object)).toEqual([
      `user/${application.userId}`,
      `order/${application.orderNo}`,
      ...application.numbers.map((number) => `evidence/${number}`),
    ]);
    const notary = await holding(10);
    expect(await objects(object, notary)).toEqual(application.numbers.map((number) => `evidence/${number}`));
    expect(await related(object, notary)).toMatchObject([
      { kind_name: '证据', label: `存证 ${application.numbers[0]}`, url: `/certificate/${application.numbers[0]}/${application.userId}` },
      {},
    ]);
    const cashier = await holding(16, 18);
    expect(await objects(`order/${application.orderNo}`, cashier)).toEqual([]);
    expect(await objects(`order/${application.orderNo}`)).toEqual([
      `user/${application.userId}`,
      object,
      ...application.numbers.map((number) => `evidence/${number}`),
    ]);
  });

  it('leads from a user and an evidence back', async () => {
    expect(await objects(`user/${application.userId}`)).toEqual([
      object,
      `order/${application.orderNo}`,
      ...application.numbers.toReversed().map((number) => `evidence/${number}`),
    ]);
    const order = `order/${application.orderNo}`;
    expect(await objects(`evidence/${application.numbers[0]}`)).toEqual([`user/${application.userId}`, object, order]);
    const other = await make.paid();
    const invoice = await make.invoice(other);
    const evidence = other.numbers.map((number) => `evidence/${number}`);
    const orders = [`application/${other.id}`, `order/${other.orderNo}`];
    expect(await objects(`invoice/${invoice}`)).toEqual([`user/${other.userId}`, ...orders, ...evidence]);
    expect(await objects(`order/${other.orderNo}`)).toContain(`invoice/${invoice}`);
    expect(await objects(`evidence/${other.numbers[0]}`)).toEqual([`user/${other.userId}`, ...orders, `invoice/${invoice}`]);
  });

  it('names the documents that were issued, where the reader may open what they were issued for', async () => {
    const passed = await make.paid();
    const { id: orderId, userId } = passed;
    await admin.post('/api/ajax/data/check', { orderId, userId, isCheck: 1, checkRemark: '材料齐全' });
    const documents = async (of: string, by?: Person) => (await related(of, by)).filter((one) => one.kind_name === '公证书');
    const page = (await related(`user/${passed.userId}`)).find((one) => one.object === `application/${passed.id}`)?.url ?? '';
    for (const of of [`application/${passed.id}`, `evidence/${passed.numbers[0]}`, `order/${passed.orderNo}`, `user/${passed.userId}`])
      expect(await documents(of)).toEqual([
        {
          object: `application/${passed.id}`,
          kind_name: '公证书',
          label: expect.stringMatching(/^公证书 （\d{4}）.+号$/) as string,
          url: page,
        },
      ]);
    const cashier = await holding(16, 18);
    expect(await documents(`order/${passed.orderNo}`, cashier)).toEqual([]);
  });
});
