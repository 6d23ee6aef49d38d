import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { applicationMaker } from '../../../../test/installation/factories/applications.ts';
import { uid } from '../../../../test/installation/factories/evidence.ts';
import { checkActs } from '../points/acts-check.ts';
import { checkLedger } from '../points/check.ts';
import { createObjectChecks } from '../../custody/objects/check-now.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { endTurn, takeTurn } from './store.ts';
import { decideDue, type SandboxRules } from './turn.ts';

const environment = { SANDBOX: '1', SANDBOX_DELAY_SECONDS: '0' };
const installation = testApp(environment);
const make = applicationMaker(installation);
beforeAll(() => make.open());

const rules = (delaySeconds = 0): SandboxRules => ({
  ...readConfig(environment),
  checks: createObjectChecks({ ...installation, alarm: () => undefined, cycleDays: 30 }),
  sandbox: { delaySeconds },
});
const decide = (delaySeconds?: number) => decideDue(installation.db, rules(delaySeconds));
const user = async (id: string) => (await make.client().get(`/open/v1/users/${id}`)).body;
const trailOf = (object: string) =>
  installation.db
    .selectFrom('trail')
    .select(['action', 'actor_kind', 'actor_name'])
    .where('object', '=', object)
    .where('actor_kind', '=', 'system')
    .orderBy('id')
    .execute();
const bySandbox = (action: string) => ({ action, actor_kind: 'system', actor_name: '测试环境' });
const approved = async (name = '张三'): Promise<string> => {
  const id = await make.register.pending('personal', name);
  await decide();
  return id;
};

describe('a user of a sandbox', () => {
  it('begins with 100,000 points, as a gift that ledger and trail tell of alike', async () => {
    const { user_id: id } = await make.register.register('personal');
    expect(await user(id)).toMatchObject({ points: 100_000 });
    expect(await trailOf(`user/${id}`)).toEqual([bySandbox('赠送积分')]);
    expect((await checkLedger(installation.db)).broken).toBeNull();
    expect((await checkActs(installation.db)).broken).toBeNull();
  });

  it('waits for the delay, and is approved then', async () => {
    const id = await make.register.pending('enterprise', '甲有限公司');
    await decide(60);
    expect(await user(id)).toMatchObject({ user_status: 2 });
    await decide();
    expect(await user(id)).toMatchObject({ user_status: 3, reason: '' });
    expect(await trailOf(`user/${id}`)).toEqual([bySandbox('赠送积分'), bySandbox('实名审核')]);
    expect(await installation.db.selectFrom('credential').select('name').where('user_id', '=', id).execute()).toEqual([
      { name: '甲有限公司' },
    ]);
  });

  it('is refused with a reason who is called 不通过, and may hand in anew', async () => {
    const id = await approved('李四不通过');
    expect(await user(id)).toMatchObject({ user_status: 4, reason: '测试环境：名称以“不通过”结尾' });
    await make.register.submit(id, 'personal', { name: '李四' });
    await decide();
    expect(await user(id)).toMatchObject({ user_status: 3 });
  });

  it('is reviewed again by a supplementary submission', async () => {
    const id = await approved();
    await make.register.submit(id, 'personal', { name: '张三不通过' });
    await decide();
    expect(await user(id)).toMatchObject({ user_status: 3, repair_type: 4 });
  });

  it('whose review fails holds up no other, and the fault is told', async () => {
    const [faulty, other] = [await make.register.pending('enterprise', '乙有限公司'), await make.register.pending('personal', '周八')];
    // Approval would create a second credential, which fails.
    const key = { app_id: uid(), security_key: uid(), kind: 'enterprise', user_id: faulty, name: '乙有限公司' } as const;
    await installation.db.insertInto('credential').values(key).execute();
    await expect(decide()).rejects.toThrow();
    expect(await user(other)).toMatchObject({ user_status: 3 });
    await installation.db.deleteFrom('credential').where('app_id', '=', key.app_id).execute();
    await decide();
    expect(await user(faulty)).toMatchObject({ user_status: 3 });
  });

  it('stays with the operator who has the case in hand', async () => {
    const id = await make.register.pending('personal', '王五');
    const { id: account_id } = await installation.db
      .insertInto('account')
      .values({ username: uid(), password_hash: 'x', realname: '王审核', mobile: '', role_id: '1' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const until = new Date(Date.now() + 60_000);
    await installation.db
      .insertInto('work_claim')
      .values({ subject: 'user', subject_id: id, account_id, since: new Date(), until })
      .execute();
    await decide();
    expect(await user(id)).toMatchObject({ user_status: 2 });
    await installation.db.deleteFrom('work_claim').where('subject_id', '=', id).execute();
    await decide();
    expect(await user(id)).toMatchObject({ user_status: 3 });
  });
});

describe('an order of a sandbox', () => {
  const recharge = async (user_id: string) =>
    String((await make.client().post('/open/v1/recharges', { unique_id: uid(), user_id, points: 5 })).body['order_no']);
  const payStatus = async (orderNo: string) =>
    (await installation.db.selectFrom('recharge_order').select('pay_status').where('order_no', '=', orderNo).executeTakeFirstOrThrow())
      .pay_status;

  it('is paid by a payment of its own, once, and its points are booked', async () => {
    const { user_id: id } = await make.register.register('personal');
    const orderNo = await recharge(id);
    await decide();
    await decide();
    expect(await payStatus(orderNo)).toBe('paid');
    expect(await user(id)).toMatchObject({ points: 100_005 });
    expect(await trailOf(`order/${orderNo}`)).toEqual([bySandbox('登记支付')]);
  });

  it('fails for a user who is called 不通过, and may still be paid by the gateway', async () => {
    const { user_id: id } = await make.register.register('personal', '赵六不通过');
    const orderNo = await recharge(id);
    await decide();
    await decide();
    expect(await payStatus(orderNo)).toBe('failed');
    expect(await trailOf(`order/${orderNo}`)).toEqual([bySandbox('登记支付')]);
    expect((await make.pay({ orderNo, money: '5.00' })).status).toBe(200);
    expect(await payStatus(orderNo)).toBe('paid');
  });
});

describe('an application of a sandbox', () => {
  const apply = async (change: Record<string, unknown>, fields: Record<string, string> = {}) => {
    const userId = await approved();
    const answer = await make.request(userId, [await make.evidence(userId, fields)], change);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer));
    // One turn pays it, a later one decides it.
    await decide();
    await decide();
    return String(answer.body['orderId']);
  };

  it('is paid and passed, and gets the number of its document', async () => {
    const id = await apply({});
    expect(await make.order(id)).toMatchObject({ status: 'passed', pay_status: 'paid', remark: '测试环境自动通过' });
    expect(await installation.db.selectFrom('notarial_document').select('notary').where('order_id', '=', id).execute()).toEqual([
      { notary: '测试环境' },
    ]);
    expect((await trailOf(`application/${id}`)).map(({ action }) => action)).toEqual(['出证审核']);
  });

  it.each([
    ['申请人', { applicant: { ...make.applicant, name: '钱申请不通过' } }, {}],
    ['地址', { applicant: { ...make.applicant, address: '某市某路1号不通过' } }, {}],
    ['证据', {}, { title: '合同不通过' }],
  ])('is refused and given back where the %s is called 不通过', async (what, change, fields) => {
    const id = await apply(change, fields);
    expect(await make.order(id)).toMatchObject({ status: 'failed', pay_status: 'refunded', remark: `测试环境：${what}以“不通过”结尾` });
  });
});

describe('the turn', () => {
  it('is one server’s at a time, and another’s once its lease is given back', async () => {
    const turn = await takeTurn(installation.db);
    expect(turn).not.toBeNull();
    expect(await takeTurn(installation.db)).toBeNull();
    const id = await make.register.pending('personal', '孙七');
    await decide();
    expect(await user(id)).toMatchObject({ user_status: 2 });
    if (turn) await endTurn(installation.db, turn);
    await Promise.all([decide(), decide(), decide()]);
    expect(await user(id)).toMatchObject({ user_status: 3 });
  });

  it('decides all of a backlog, past what it cannot decide', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 60; n += 1) ids.push(await make.register.pending('personal', `周八${n}`));
    // Rejected meanwhile, so that their review is refused in every turn.
    await installation.pool.query("update users set status = 'rejected' where id = any ($1::bigint[])", [ids.slice(0, 55)]);
    await decide();
    expect(await Promise.all(ids.slice(55).map(async (id) => (await user(id))['user_status']))).toEqual([3, 3, 3, 3, 3]);
  });

  it('has one account, which nobody signs in with', async () => {
    const accounts = await installation.db
      .selectFrom('account')
      .select(['status', 'realname'])
      .where('username', 'like', 'sandbox-%')
      .execute();
    expect(accounts).toEqual([{ status: 'disabled', realname: '测试环境' }]);
  });
});

describe('an installation that counts', () => {
  const office = testApp();
  const maker = applicationMaker(office);

  it('gives no points to who registers', async () => {
    await maker.open();
    const { user_id: id } = await maker.register.register('personal');
    expect((await maker.client().get(`/open/v1/users/${id}`)).body).toMatchObject({ points: 0 });
  });
});
