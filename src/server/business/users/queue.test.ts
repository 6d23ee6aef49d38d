import { beforeAll, describe, expect, it } from 'vitest';
import { operators } from '../../../../test/installation/factories/access.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { compactListCounts } from '../../desk/lists/feature.ts';
import type { UserType } from '../../../domain/business/codes/users.ts';

const installation = testApp();
const make = operators(installation);
type As = Awaited<ReturnType<typeof installation.signIn>>;
let reviewer: As;
let made = 0;

/** A submission `minutes` after midnight. Users are registered in reverse order, so that the list is ordered the other way. */
async function waits(
  minutes: number,
  { type = 'enterprise', kind = 'first', name = '澄帆科技' }: { type?: UserType; kind?: 'first' | 'repair'; name?: string } = {},
): Promise<string> {
  const state =
    kind === 'first'
      ? { status: 'pending' as const }
      : { status: 'approved' as const, repair: 'pending' as const, checked_at: new Date('2025-12-01T00:00:00Z') };
  const registered_at = new Date(Date.UTC(2025, 0, 1) - minutes * 60_000);
  const { id } = await installation.db
    .insertInto('users')
    .values({ type, name, mobile: String(10_600_000_000 + (made += 1)), registered_at, ...state })
    .returning('id')
    .executeTakeFirstOrThrow();
  const submitted_at = new Date(Date.UTC(2026, 0, 1) + minutes * 60_000);
  await installation.db
    .insertInto('user_submission')
    .values({ user_id: id, kind, name, id_card: '', address: '', tax_number: '', legal_person: '', pictures: '{}', submitted_at })
    .execute();
  return id;
}
const next = async (fields: Record<string, string | number>, by = reviewer) =>
  (await by.get<{ user_id: string; count: number }>('/api/ajax/user/nextReview', { type: 2, kind: 1, ...fields })).data;

beforeAll(async () => {
  reviewer = await make.holding(1, 2, 3, 27);
});

describe('the queue of reviews', () => {
  it('runs from the longest waiting to the latest and round again, past a hundred, and passes over what is decided', async () => {
    const ids: string[] = [];
    for (let minutes = 0; minutes < 130; minutes += 1) ids.push(await waits(minutes));
    expect(await next({})).toEqual({ user_id: ids[0], count: 130 });
    const walked = [ids[0]];
    while (walked.length < 130) walked.push((await next({ after: walked.at(-1) ?? '' })).user_id);
    expect(walked).toEqual(ids);
    expect((await next({ after: ids[129] ?? '' })).user_id).toBe(ids[0]);
    // Of two submitted at the same time the one with the lower id comes first.
    expect(await reviewer.post('/api/ajax/user/updateUserStatus', { user_id: ids[1] ?? '', status: 0, reason: '不清' })).toMatchObject({
      code: 200,
    });
    expect(await next({ after: ids[0] ?? '' })).toEqual({ user_id: ids[2], count: 129 });
    expect((await next({ after: ids[1] ?? '' })).user_id).toBe(ids[2]);
  });

  it('keeps to the list’s filters, and to its own kind and type', async () => {
    const [one, two] = [await waits(500, { name: '北辰纸业' }), await waits(400, { name: '北辰纸业分厂' })];
    const repair = await waits(300, { kind: 'repair', name: '北辰纸业补充' });
    const person = await waits(200, { type: 'personal', name: '北辰' });
    expect(await next({ keyword: '北辰' })).toEqual({ user_id: two, count: 2 });
    expect(await next({ keyword: '北辰', after: two })).toEqual({ user_id: one, count: 2 });
    expect(await next({ keyword: '北辰', kind: 2 })).toEqual({ user_id: repair, count: 1 });
    expect(await next({ keyword: '北辰', kind: 2, after: repair })).toEqual({ user_id: '', count: 1 });
    expect(await next({ keyword: '北辰', type: 1 })).toEqual({ user_id: person, count: 1 });
    expect(await next({ keyword: '%' })).toEqual({ user_id: '', count: 0 });
    // The one that waits longer registered later: at 23:40 and at 01:20.
    expect(await next({ keyword: '北辰', registtime: '2024-12-31 - 2024-12-31' })).toEqual({ user_id: one, count: 1 });
    expect(await next({ keyword: '北辰', registtime: '2024-12-31 - 2025-01-01' })).toEqual({ user_id: two, count: 2 });
    expect(await next({ keyword: '北辰', registtime: '2020-01-01 - 2020-01-02' })).toEqual({ user_id: '', count: 0 });
  });

  it('finds names and numbers of before as the list does, by the plain ones', async () => {
    const id = await waits(600, { name: '南\u200b星\u202d石料' });
    await installation.db.updateTable('users').set({ mobile: '138-0000-7777' }).where('id', '=', id).execute();
    await compactListCounts(installation.db);
    for (const keyword of ['南星石料', '星石', '南\u200b星', '13800007777', '138 0000 7777'])
      expect([keyword, await next({ keyword })]).toEqual([keyword, { user_id: id, count: 1 }]);
  });

  it('is for whoever sees the list and reviews', async () => {
    for (const nodes of [[1, 2], [27], [1, 3, 27]])
      expect(await (await make.holding(...nodes)).get('/api/ajax/user/nextReview', { type: 2, kind: 1 })).toMatchObject({
        code: 403,
        message: '权限不足！',
      });
  });
});

describe('待补充审核', () => {
  it('is a value of the status filter: list, total, export and its number in the menu say the same', async () => {
    const ids = [
      await waits(10, { kind: 'repair', type: 'personal', name: '补充甲' }),
      await waits(20, { kind: 'repair', type: 'personal', name: '补充乙' }),
    ];
    const seer = await make.holding(1, 3, 27, 36);
    const list = async (fields: object) =>
      (
        await seer.get<{ list: { user_id: string; user_status: number; repairType: number }[]; count: number }>(
          '/api/ajax/user/getUserList',
          { type: 1, status: 5, ...fields },
        )
      ).data;
    expect(await list({})).toMatchObject({
      count: 2,
      list: [
        { user_id: ids[0], user_status: 3, repairType: 2 },
        { user_id: ids[1], user_status: 3, repairType: 2 },
      ],
    });
    expect(await list({ keyword: '补充乙' })).toMatchObject({ count: 1, list: [{ user_id: ids[1] }] });
    expect(await list({ realtime: '2025-12-01 - 2025-12-01' })).toMatchObject({ count: 2 });
    expect(await list({ limit: 1, page: 2 })).toMatchObject({ count: 2, list: [{ user_id: ids[1] }] });
    const { items } = (await seer.get<{ list: { items: { label: string; count: number; url: string }[] }[] }>('/api/ajax/todo/getCounts'))
      .data.list[0] ?? { items: [] };
    expect(items).toContainEqual({ label: '个人补充审核', count: 2, url: '/queue/individual-repair' });
    const file = await installation.app.inject({
      url: '/api/export/userExport?type=1&status=5',
      headers: { cookie: `token=${seer.token}` },
    });
    expect([file.statusCode, String(file.headers['content-type'])]).toEqual([200, expect.stringContaining('spreadsheetml')]);
    await seer.post('/api/User/repairCheck', { user_id: ids[0] ?? '', status: 1 });
    expect(await list({})).toMatchObject({ count: 1, list: [{ user_id: ids[1] }] });
    expect(await seer.get('/api/ajax/user/getUserList', { type: 1, status: 6 })).toMatchObject({
      code: 403,
      data: { msg: '认证状态无效' },
    });
  });
});
