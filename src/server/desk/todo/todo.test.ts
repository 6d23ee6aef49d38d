import { beforeAll, describe, expect, it } from 'vitest';
import { operators } from '../../../../test/installation/factories/access.ts';
import { testApp } from '../../../../test/installation/app.ts';
import type { RepairType, UserStatus, UserType } from '../../../domain/business/codes/users.ts';
import type { ReplyOfTodo, Workbench } from '../../../../test/installation/desk.ts';

const installation = testApp();
const { holding } = operators(installation);
let made = 0;

/** A user with a pending submission. */
async function waiting(type: UserType, kind: 'first' | 'repair', submitted: string): Promise<string> {
  const state: { status: UserStatus; repair: RepairType } =
    kind === 'first' ? { status: 'pending', repair: 'none' } : { status: 'approved', repair: 'pending' };
  const user = {
    type,
    name: '某人',
    mobile: String(10_000_000_000 + (made += 1)),
    registered_at: new Date('2026-01-05T12:00:00+08:00'),
    ...state,
  };
  const { id } = await installation.db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
  const subject = {
    name: '某人',
    id_card: '990101199001010011',
    address: '某地',
    tax_number: '',
    legal_person: '',
    pictures: '{}',
    submitted_at: new Date(submitted),
  };
  await installation.db
    .insertInto('user_submission')
    .values({ user_id: id, kind, ...subject })
    .execute();
  return id;
}

beforeAll(async () => {
  await waiting('enterprise', 'first', '2026-01-07T08:00:00+08:00');
  await waiting('enterprise', 'first', '2026-01-06T08:00:00+08:00');
  await waiting('enterprise', 'repair', '2026-01-01T08:00:00+08:00');
  await waiting('personal', 'first', '2025-12-01T08:00:00+08:00');
});

describe('what waits', () => {
  const ask = async (...nodes: number[]) => (await (await holding(...nodes)).get<ReplyOfTodo>('/api/ajax/todo/getCounts')).data.list;

  it('is told beside each entry, with what it is made of', async () => {
    expect(await ask(1, 2, 3, 27)).toEqual([
      {
        id: '2',
        count: 3,
        items: [
          { label: '企业认证审核', count: 2, url: '/queue/enterprise' },
          { label: '企业补充审核', count: 1, url: '/queue/enterprise-repair' },
        ],
      },
      {
        id: '3',
        count: 1,
        items: [
          { label: '个人认证审核', count: 1, url: '/queue/individual' },
          { label: '个人补充审核', count: 0, url: '/queue/individual-repair' },
        ],
      },
    ]);
  });

  it('is told only to whoever sees the page and may do the work', async () => {
    expect((await ask(1, 2, 27)).map(({ id }) => id)).toEqual(['2']);
    expect(await ask(1, 2, 3)).toEqual([]);
    expect(await ask(27)).toEqual([]);
    expect(await ask(22, 38)).toEqual([]);
  });

  it('falls as soon as the work is done', async () => {
    const reviewer = await holding(1, 3, 27);
    const count = async () => (await reviewer.get<ReplyOfTodo>('/api/ajax/todo/getCounts')).data.list[0]?.count;
    const user_id = await waiting('personal', 'first', '2026-01-02T08:00:00+08:00');
    expect(await count()).toBe(2);
    expect(await reviewer.post('/api/ajax/user/updateUserStatus', { user_id, status: 0, reason: '不清' })).toMatchObject({ code: 200 });
    expect(await count()).toBe(1);
  });
});

describe('the workbench', () => {
  const ask = async (...nodes: number[]) => (await (await holding(...nodes)).get<Workbench>('/api/ajax/workbench/getSummary')).data;

  it('says since when the longest has waited, and leads to the queue of what it counts', async () => {
    expect((await ask(1, 2, 27)).waiting).toEqual([
      { label: '企业认证审核', count: 2, oldest_time: '2026-01-06 08:00:00', url: '/queue/enterprise' },
      { label: '企业补充审核', count: 1, oldest_time: '2026-01-01 08:00:00', url: '/queue/enterprise-repair' },
    ]);
  });

  it('counts the last 30 days one by one, today last', async () => {
    const day = (back: number) => new Date(Date.now() + 8 * 3_600_000 - back * 86_400_000).toISOString().slice(0, 10);
    const registered = (back: number, type: UserType) => ({
      type,
      name: '新',
      mobile: String(11_000_000_000 + (made += 1)),
      registered_at: new Date(`${day(back)}T00:00:00+08:00`),
    });
    await installation.db
      .insertInto('users')
      .values([
        registered(0, 'enterprise'),
        registered(0, 'enterprise'),
        registered(29, 'enterprise'),
        registered(30, 'enterprise'),
        registered(3, 'personal'),
      ])
      .execute();
    const { days, activities } = await ask(1, 2);
    expect([days.length, days[0], days.at(-1)]).toEqual([30, day(29), day(0)]);
    expect(activities).toEqual([{ name: '新注册企业用户', counts: [1, ...Array.from({ length: 28 }, () => 0), 2] }]);
  });

  it('shows nobody what his pages do not, and tells of the log whoever sees evidence', async () => {
    expect(await ask()).toMatchObject({ activities: [], waiting: [], health: [] });
    expect((await ask(11, 12)).activities.map(({ name }) => name)).toEqual(['网页取证']);
    expect((await ask(11, 13)).activities.map(({ name }) => name)).toEqual(['过程取证']);
    const { activities, health } = await ask(6, 7);
    expect(activities.map(({ name }) => name)).toEqual(['企业存证']);
    expect(health.map(({ name }) => name)).toEqual([
      '存证日志',
      '可信时间戳',
      '区块链锚定',
      '文件巡检',
      '机构证书',
      '见证',
      '存证记录',
      '系统版本',
    ]);
    expect(health[1]).toEqual({ name: '可信时间戳', tone: 'over', text: '未配置时间戳服务' });
  });
});
