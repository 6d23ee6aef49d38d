import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operators } from '../../../../test/installation/factories/access.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { applicationMaker } from '../../../../test/installation/factories/applications.ts';
import { reassignOrphaned } from './assign.ts';

const installation = testApp();
const make = applicationMaker(installation);
const { role, account } = operators(installation);
let admin: Awaited<ReturnType<typeof installation.signIn>>;
let roleId: string;

beforeAll(async () => {
  await make.open();
  admin = await installation.signIn('admin@example.com');
  roleId = await role([9, 10, 29, 37]);
});
beforeEach(async () => {
  await installation.db.updateTable('account').set({ accepts: false }).execute();
  await installation.db
    .updateTable('notarization_order')
    .set({ status: 'withdrawn', decided_at: new Date() })
    .where('status', '=', 'pending')
    .execute();
});

const acceptor = async (realname: string, of = roleId) => {
  const { id } = await account(of, realname);
  await installation.db.updateTable('account').set({ accepts: true }).where('id', '=', id).execute();
  return id;
};
const acceptorOf = async (id: string) => (await make.order(id)).acceptor_id;
const openOf = async (id: string) =>
  (
    await installation.db
      .selectFrom('notarization_order')
      .select('id')
      .where('acceptor_id', '=', id)
      .where('status', '=', 'pending')
      .execute()
  ).length;
const assignments = (id: string) =>
  installation.db
    .selectFrom('trail')
    .select(['action', 'actor_kind', 'actor_id', 'before', 'after'])
    .where('object', '=', `application/${id}`)
    .where('action', 'in', ['分派出证申请', '改派出证申请'])
    .orderBy('id')
    .execute();

describe('a new application', () => {
  it('goes to the account with the fewest open ones, of several the first', async () => {
    const [one, two] = [await acceptor('甲'), await acceptor('乙')];
    const given = [];
    for (let at = 0; at < 5; at += 1) given.push(await acceptorOf((await make.apply()).id));
    expect(given).toEqual([one, two, one, two, one]);
    expect(await make.order((await make.apply()).id)).toMatchObject({ acceptor_id: two, acceptor_name: '乙' });
  });

  it('is spread evenly when many come at once', async () => {
    const ids = [await acceptor('甲'), await acceptor('乙'), await acceptor('丙')];
    const made = await Promise.all(Array.from({ length: 12 }, () => make.apply()));
    expect(made).toHaveLength(12);
    expect(await Promise.all(ids.map(openOf))).toEqual([4, 4, 4]);
  });

  it('goes only to enabled accounts that accept, of enabled roles that see and review applications', async () => {
    const able = await acceptor('能者');
    await acceptor('看不到', await role([29]));
    await acceptor('不能审', await role([10]));
    const disabledRole = await role([10, 29]);
    await acceptor('角色禁用', disabledRole);
    await installation.db.updateTable('role').set({ status: 'disabled' }).where('id', '=', disabledRole).execute();
    const disabled = await acceptor('账号禁用');
    await installation.db.updateTable('account').set({ status: 'disabled' }).where('id', '=', disabled).execute();
    for (let at = 0; at < 3; at += 1) expect(await acceptorOf((await make.apply()).id)).toBe(able);
  });

  it("is nobody's while nobody accepts, and goes to the first who does", async () => {
    const application = await make.apply();
    expect(await make.order(application.id)).toMatchObject({ acceptor_id: null, acceptor_name: '' });
    const { id } = await account(roleId, '后来者');
    expect(await admin.post('/api/ajax/power/acceptEnable', { id, is_accepted: 1 })).toMatchObject({ code: 200 });
    expect(await make.order(application.id)).toMatchObject({ acceptor_id: id, acceptor_name: '后来者' });
    expect(await assignments(application.id)).toMatchObject([
      { action: '分派出证申请', actor_id: '1', before: { acceptor: null }, after: { acceptor: id, name: '后来者' } },
    ]);
  });
});

describe('an acceptor who leaves', () => {
  it.each([
    ['is disabled', '/api/ajax/power/disableEnable', { status: 2 }],
    ['declines', '/api/ajax/power/acceptEnable', { is_accepted: 2 }],
  ])(
    'because he %s hands his open applications to the others, evenly, each with a row on the trail; decided ones stay his',
    async (_why, path, fields) => {
      const leaving = await acceptor('去者');
      const [decided, ...open] = [await make.apply(), await make.apply(), await make.apply(), await make.apply(), await make.apply()];
      await installation.db
        .updateTable('notarization_order')
        .set({ status: 'withdrawn', decided_at: new Date() })
        .where('id', '=', decided.id)
        .execute();
      await installation.db
        .updateTable('notarization_order')
        .set({ claimed_by: leaving, claimed_at: new Date(), claimed_until: new Date(Date.now() + 600_000) })
        .where('id', '=', open[0]?.id ?? '')
        .execute();
      const [one, two] = [await acceptor('甲'), await acceptor('乙')];
      expect(await admin.post(path, { id: leaving, ...fields })).toMatchObject({ code: 200 });
      expect([await openOf(leaving), await openOf(one), await openOf(two)]).toEqual([0, 2, 2]);
      expect(await acceptorOf(decided.id)).toBe(leaving);
      for (const { id } of open) {
        expect(await make.order(id)).toMatchObject({ claimed_by: null });
        expect(await assignments(id)).toMatchObject([
          { action: '改派出证申请', actor_kind: 'operator', actor_id: '1', before: { acceptor: leaving, name: '去者' } },
        ]);
      }
      expect(await assignments(decided.id)).toEqual([]);
    },
  );

  it('leaves them to nobody when he was the last, and the next one gets them', async () => {
    const last = await acceptor('最后');
    const application = await make.apply();
    await admin.post('/api/ajax/power/acceptEnable', { id: last, is_accepted: 2 });
    expect(await acceptorOf(application.id)).toBeNull();
    await admin.post('/api/ajax/power/acceptEnable', { id: last, is_accepted: 1 });
    expect(await acceptorOf(application.id)).toBe(last);
  });

  it('by his role is found by the job', async () => {
    const own = await role([10, 29]);
    const lost = await acceptor('失权', own);
    const application = await make.apply();
    expect(await acceptorOf(application.id)).toBe(lost);
    const other = await acceptor('在岗');
    await installation.db
      .updateTable('role')
      .set({ nodes: [10] })
      .where('id', '=', own)
      .execute();
    await reassignOrphaned(installation.db);
    expect(await acceptorOf(application.id)).toBe(other);
    expect(await assignments(application.id)).toMatchObject([{ actor_kind: 'system', before: { acceptor: lost } }]);
  });

  it('while applications come in leaves none behind', async () => {
    const [leaving, staying] = [await acceptor('去者'), await acceptor('留者')];
    const work = Array.from({ length: 8 }, () => make.apply());
    const left = admin.post('/api/ajax/power/disableEnable', { id: leaving, status: 2 });
    const made = await Promise.all(work);
    expect(await left).toMatchObject({ code: 200 });
    expect([await openOf(leaving), await openOf(staying)]).toEqual([0, made.length]);
  });
});
