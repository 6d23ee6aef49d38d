import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operators } from '../../../../../test/installation/factories/access.ts';
import { testApp } from '../../../../../test/installation/app.ts';
import { applicationMaker } from '../../../../../test/installation/factories/applications.ts';
import type { MessageRow } from '../../../../contract/console/messages.ts';
import type { RowResult } from '../../../../contract/console/row-result.ts';

const installation = testApp();
const make = applicationMaker(installation);
const { role, account, holding } = operators(installation);
type By = Awaited<ReturnType<typeof holding>>;
let lead: By;
let [from, to, third] = ['', '', ''];

beforeAll(async () => {
  await make.open();
  lead = await holding(10, 34);
  const able = await role([10, 29]);
  [from, to, third] = [(await account(able, '甲受理')).id, (await account(able, '乙受理')).id, (await account(able, '丙受理')).id];
});
beforeEach(async () => {
  await accepting(from);
});

/** Makes only these accounts accept applications; new ones go to the first. */
async function accepting(...ids: string[]): Promise<void> {
  await installation.db.updateTable('account').set({ accepts: false }).execute();
  await installation.db.updateTable('account').set({ accepts: true }).where('id', 'in', ids).execute();
}
/** Paid applications of the first acceptor; the other accounts accept from now on. */
async function applications(count: number) {
  const made = [];
  for (let at = 0; at < count; at += 1) made.push(await make.paid());
  await accepting(from, to, third);
  return made.map(({ id }) => id);
}
async function reassign(ids: readonly string[], acceptor: string, was?: readonly string[], by: Pick<By, 'post'> = lead) {
  return by.post<{ results: RowResult[] }>('/api/ajax/data/reassign', {
    orderIds: ids.join(),
    acceptor,
    ...(was && { was: was.join() }),
  });
}
const acceptorOf = async (id: string) => (await make.order(id)).acceptor_id;
const acts = (id: string) =>
  installation.db
    .selectFrom('trail')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('object', '=', `application/${id}`)
    .where('action', 'in', ['分派出证申请', '改派出证申请'])
    .execute();
const claim = (id: string, accountId: string) =>
  installation.db
    .updateTable('notarization_order')
    .set({ claimed_by: accountId, claimed_at: new Date(), claimed_until: new Date(Date.now() + 600_000) })
    .where('id', '=', id)
    .execute();
const done = (id: string) => ({ id, done: 1, reason: '' });
const left = (id: string, reason: string) => ({ id, done: 0, reason });

describe('applications that are given to another acceptor', () => {
  it('are theirs, each with a row on the trail', async () => {
    const ids = await applications(3);
    expect((await reassign(ids, to, [from, from, from])).data).toEqual({ results: ids.map(done) });
    for (const id of ids) {
      expect(await make.order(id)).toMatchObject({ acceptor_id: to, acceptor_name: '乙受理', claimed_by: null });
      expect(await acts(id)).toEqual([
        {
          action: '改派出证申请',
          actor_id: lead.id,
          before: { acceptor: from, name: '甲受理' },
          after: { acceptor: to, name: '乙受理' },
        },
      ]);
    }
  });

  it('go to them when nobody had them, unpaid ones too', async () => {
    const [id = ''] = await applications(1);
    const unpaid = (await make.apply()).id;
    for (const one of [id, unpaid])
      await installation.db.updateTable('notarization_order').set({ acceptor_id: null, acceptor_name: '' }).where('id', '=', one).execute();
    expect((await reassign([id, unpaid], to, ['0', '0'])).data.results).toEqual([done(id), done(unpaid)]);
    expect(await acts(id)).toMatchObject([{ action: '分派出证申请', before: { acceptor: null } }]);
  });

  it('are asked for again without harm: what is theirs already is left as it is', async () => {
    const ids = await applications(2);
    await reassign(ids, to, [from, from]);
    expect((await reassign(ids, to, [from, from])).data.results).toEqual(ids.map(done));
    for (const id of ids) expect(await acts(id)).toHaveLength(1);
  });

  it('are refused one by one, and the rest goes on', async () => {
    const [passed = '', gone, withdrawn = '', claimed = '', open = ''] = await applications(5);
    const { user_id: userId } = await make.order(passed);
    const reviewer = await holding(10, 29);
    await reviewer.post('/api/ajax/data/check', { orderId: passed, userId, isCheck: 1, checkRemark: '材料齐全' });
    await make.withdraw(withdrawn);
    await claim(claimed, third);
    const ids = [passed, `${Number(gone) + 1_000_000}`, withdrawn, claimed, open];
    const { code, data } = await reassign(ids, to);
    expect(code).toBe(200);
    expect(data.results.map(({ done: isDone, reason }) => [isDone, reason])).toEqual([
      [0, '该申请已审核（已通过），不能转派'],
      [0, '该申请不存在'],
      [0, '该申请已撤回，不能转派'],
      [0, expect.stringMatching(/^丙受理自.+起正在处理该申请$/)],
      [1, ''],
    ]);
    for (const id of [passed, withdrawn, claimed]) expect([await acceptorOf(id), await acts(id)]).toEqual([from, []]);
    // Only the failed ones, once the other operator has released the claim.
    await installation.db
      .updateTable('notarization_order')
      .set({ claimed_by: null, claimed_at: null, claimed_until: null })
      .where('id', '=', claimed)
      .execute();
    expect((await reassign([passed, claimed], to)).data.results).toEqual([left(passed, '该申请已审核（已通过），不能转派'), done(claimed)]);
  });

  it('stay with the third one to whom somebody else gave them meanwhile', async () => {
    const [id = ''] = await applications(1);
    await reassign([id], third, [from]);
    expect((await reassign([id], to, [from])).data.results).toEqual([left(id, '该申请已改由丙受理受理')]);
    expect([await acceptorOf(id), (await acts(id)).length]).toEqual([third, 1]);
    await installation.db.updateTable('notarization_order').set({ acceptor_id: null, acceptor_name: '' }).where('id', '=', id).execute();
    expect((await reassign([id], to, [from])).data.results).toEqual([left(id, '该申请现无受理人')]);
  });

  it('go to one of two when two operators give them away at once', async () => {
    const ids = await applications(6);
    const other = await holding(10, 34);
    const was = ids.map(() => from);
    const [one, two] = await Promise.all([reassign(ids, to, was), reassign(ids, third, was, other)]);
    for (const [at, id] of ids.entries()) {
      const winner = one.data.results[at]?.done === 1 ? to : third;
      expect([one.data.results[at]?.done, two.data.results[at]?.done].toSorted()).toEqual([0, 1]);
      expect([await acceptorOf(id), (await acts(id)).length]).toEqual([winner, 1]);
    }
  });

  it('are decided or given away, never half of both, when a review comes at the same time', async () => {
    const ids = await applications(4);
    const reviewer = await holding(10, 29);
    const users = await Promise.all(ids.map(async (id) => (await make.order(id)).user_id));
    const [given, ...reviewed] = await Promise.all([
      reassign(ids, to),
      ...ids.map((orderId, at) =>
        reviewer.post('/api/ajax/data/check', { orderId, userId: users[at] ?? '', isCheck: 1, checkRemark: '材料齐全' }),
      ),
    ]);
    expect(reviewed.map(({ code }) => code)).toEqual(ids.map(() => 200));
    for (const [at, id] of ids.entries()) {
      const isGiven = given.data.results[at]?.done === 1;
      expect([await acceptorOf(id), (await acts(id)).length]).toEqual(isGiven ? [to, 1] : [from, 0]);
    }
  });
});

describe('whose it was and whose it is', () => {
  const messagesOf = async (by: Pick<By, 'get'>) =>
    (await by.get<{ list: MessageRow[] }>('/api/ajax/message/getList', { limit: 100 })).data.list.map(({ kind_name: kind, text, url }) => [
      kind,
      text,
      url !== '',
    ]);

  it('are told each time, and who may not open it any more reads no more than that', async () => {
    const [first, second] = [await holding(10, 29, 37), await holding(10, 29, 37)];
    const [id = ''] = await applications(1);
    const { order_no: orderNo, name } = await make.order(id);
    await accepting(first.id, second.id, from);
    await installation.db.updateTable('notarization_order').set({ acceptor_id: first.id }).where('id', '=', id).execute();
    const gone = ['转派', '您受理的一份出证申请已转派给他人', false];
    const here = ['转派', `出证申请 ${orderNo}（${name}）已更换受理人`, true];
    await reassign([id], second.id);
    expect([await messagesOf(first), await messagesOf(second)]).toEqual([[gone], [here]]);
    await reassign([id], second.id);
    expect(await messagesOf(second)).toEqual([here]);
    await reassign([id], first.id);
    await reassign([id], second.id);
    expect([await messagesOf(first), (await messagesOf(second)).length]).toEqual([[gone, gone, gone], 3]);
  });

  it('are not told of what was refused', async () => {
    const acceptor = await holding(10, 29);
    const [id = ''] = await applications(1);
    await accepting(from, acceptor.id);
    await claim(id, from);
    expect((await reassign([id], acceptor.id)).data.results).toMatchObject([{ done: 0 }]);
    expect(await messagesOf(acceptor)).toEqual([]);
  });
});

describe('an account that takes no applications', () => {
  it.each(['accepts', 'status'] as const)('is refused before anything is changed: %s', async (column) => {
    const [id = ''] = await applications(1);
    await installation.db
      .updateTable('account')
      .set(column === 'accepts' ? { accepts: false } : { status: 'disabled' })
      .where('id', '=', third)
      .execute();
    expect(await reassign([id], third)).toMatchObject({ code: 403, data: { msg: '该账号不受理出证申请，请重新选择' } });
    expect(await acceptorOf(id)).toBe(from);
    await installation.db.updateTable('account').set({ status: 'enabled' }).where('id', '=', third).execute();
  });

  it('is not offered', async () => {
    await accepting(to);
    const { data } = await lead.get<{ list: { id: string; name: string; open: number }[] }>('/api/ajax/data/acceptorList');
    expect(data.list).toMatchObject([{ id: to, name: '乙受理' }]);
  });
});

describe('who may', () => {
  it('lacks neither the list nor node 34', async () => {
    const [id = ''] = await applications(1);
    for (const nodes of [[10, 29], [34], [29]])
      expect(await reassign([id], to, undefined, await holding(...nodes))).toMatchObject({ code: 403, message: '权限不足！' });
    expect(await acceptorOf(id)).toBe(from);
    expect((await reassign([id], to, undefined, await installation.signIn('admin@example.com'))).data.results).toEqual([done(id)]);
  });

  it('gives away only their own under node 37', async () => {
    const [id = '', own = ''] = await applications(2);
    const narrowed = await holding(10, 34, 37);
    await installation.db.updateTable('notarization_order').set({ acceptor_id: narrowed.id }).where('id', '=', own).execute();
    expect((await reassign([id, own], to, undefined, narrowed)).data.results).toEqual([left(id, '该申请不存在'), done(own)]);
    expect(await acceptorOf(id)).toBe(from);
  });
});

it.each([
  [{ orderIds: '' }, '请选择要处理的数据'],
  [{ orderIds: Array.from({ length: 101 }, (_, at) => at + 1).join() }, '一次最多处理100条'],
  [{ orderIds: '1,x' }, '编号无效'],
  [{ orderIds: '1,1' }, '编号重复'],
  [{ acceptor: '' }, '编号无效'],
  [{ was: '1,2' }, '原受理人的数量与申请不符'],
  [{ was: '%' }, '内容无效'],
])('refuses %j', async (change, msg) => {
  expect(await lead.post('/api/ajax/data/reassign', { orderIds: '1', acceptor: to, ...change })).toMatchObject({
    code: 403,
    message: 'failed',
    data: { msg },
  });
});
