import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { operators } from '../../../../test/installation/factories/access.ts';
import { testApp } from '../../../../test/installation/app.ts';
import type { UserType } from '../../../domain/business/codes/users.ts';

const installation = testApp();
const make = operators(installation);
type As = Awaited<ReturnType<typeof make.holding>>;
let made = 0;

/** A user whose submission has been waiting since `minutes` after midnight. */
async function waits(minutes: number, type: UserType = 'enterprise', kind: 'first' | 'repair' = 'first'): Promise<string> {
  const state = kind === 'first' ? { status: 'pending' as const } : { status: 'approved' as const, repair: 'pending' as const };
  const name = `澄帆科技${(made += 1)}`;
  const { id } = await installation.db
    .insertInto('users')
    .values({ type, name, mobile: String(10_600_000_000 + made), registered_at: new Date(), ...state })
    .returning('id')
    .executeTakeFirstOrThrow();
  const submitted_at = new Date(Date.UTC(2026, 0, 1) + minutes * 60_000);
  await installation.db
    .insertInto('user_submission')
    .values({ user_id: id, kind, name, id_card: '', address: '', tax_number: '', legal_person: '', pictures: '{}', submitted_at })
    .execute();
  return id;
}

const take = async (by: As, fields: Record<string, string> = {}, kind = 'enterprise') =>
  (await by.post<{ id: string } | null>('/api/ajax/queue/take', { kind, ...fields })).data?.id;
const standing = async (by: As, fields: Record<string, string> = {}, kind = 'enterprise') =>
  (
    await by.get<{ count: number; position: number; others: { id: string; operator: string; since: string }[] }>(
      '/api/ajax/queue/getStanding',
      { kind, ...fields },
    )
  ).data;
const approve = (by: As, user_id: string) => by.post('/api/ajax/user/updateUserStatus', { user_id, status: 1 });

describe('a queue of user reviews', () => {
  const ids: string[] = [];
  let one: As;
  let two: As;
  beforeAll(async () => {
    one = await make.holding(1, 2, 27);
    two = await make.holding(1, 2, 27);
    for (let minutes = 0; minutes < 110; minutes += 1) ids.push(await waits(minutes));
    await waits(-5, 'personal');
    await waits(-5, 'enterprise', 'repair');
  });

  it('gives the longest waiting first, and each case into the hands of one operator', async () => {
    expect(await take(one)).toBe(ids[0]);
    expect(await take(two)).toBe(ids[1]);
    expect(await take(one, { after: ids[0] ?? '' })).toBe(ids[2]);
    expect(await standing(one, { id: ids[2] ?? '' })).toMatchObject({ count: 109, position: 2, others: [{ id: ids[1] }] });
    expect((await standing(one)).others[0]).toMatchObject({ operator: '钱测试', since: expect.stringMatching(/^\d{4}-/) as string });
  });

  it('is what the reviews of a list go on by too', async () => {
    const next = await two.get<{ user_id: string }>('/api/ajax/user/nextReview', { type: 2, kind: 1 });
    expect(next.data.user_id).toBe(ids[1]);
    expect((await two.get<{ user_id: string }>('/api/ajax/user/nextReview', { type: 2, kind: 1, after: ids[1] ?? '' })).data.user_id).toBe(
      ids[3],
    );
  });

  it('gives an operator a bounded number of cases, whatever they ask for at once', async () => {
    const hoarder = await make.holding(1, 2, 27);
    const asked = ids.slice(50, 70);
    const hold = (id: string) => hoarder.post('/api/ajax/queue/hold', { kind: 'enterprise', id });
    const answers = await Promise.all(asked.map(hold));
    const held = asked.filter((_, at) => answers[at]?.code === 200);
    expect(held).toHaveLength(10);
    const inHand = (await standing(two)).others.map(({ id }) => id).filter((id) => asked.includes(id));
    expect(new Set(inHand)).toEqual(new Set(held));
    const tooMany = { code: 403, data: { msg: '您正在处理的同类申请已有 10 件，请先完成或放下其中一件' } };
    expect(answers.filter(({ code }) => code !== 200)).toEqual(
      Array.from({ length: 10 }, () => expect.objectContaining(tooMany) as unknown),
    );
    expect(await hoarder.post('/api/ajax/queue/take', { kind: 'enterprise', after: ids[80] ?? '' })).toMatchObject(tooMany);
    // Their own are renewed, and one that is put down makes room.
    expect(await hold(held[0] ?? '')).toMatchObject({ code: 200 });
    await hoarder.post('/api/ajax/queue/release', { kind: 'enterprise', id: held[0] ?? '' });
    expect(await take(hoarder, { after: ids[80] ?? '' })).toBe(ids[81]);
    for (const id of [...held, ids[81] ?? '']) await hoarder.post('/api/ajax/queue/release', { kind: 'enterprise', id });
  });

  it('ends a claim two hours after it began, however often it was renewed, and gives the others time to take the case', async () => {
    const [keeper, id] = [await make.holding(1, 2, 27), ids[60] ?? ''];
    const hold = (by: As) => by.post<{ since: string; until: string }>('/api/ajax/queue/hold', { kind: 'enterprise', id });
    const age = (seconds: number) =>
      sql`update work_claim set since = since - make_interval(secs => ${seconds}), until = until - make_interval(secs => ${seconds})
           where subject_id = ${id}`.execute(installation.db);
    await hold(keeper);
    for (let renewed = 0; renewed < 13; renewed += 1) {
      await age(550);
      expect(await hold(keeper)).toMatchObject({ code: 200 });
    }
    const { since, until } = (await hold(keeper)).data;
    expect(Date.parse(until) - Date.parse(since)).toBe(7_200_000);
    await age(60);
    const over = {
      code: 403,
      data: { msg: expect.stringMatching(/^您处理该申请的时限已到，或已被管理员释放，.*前请由他人处理$/) as string },
    };
    expect(await hold(keeper)).toMatchObject(over);
    await keeper.post('/api/ajax/queue/release', { kind: 'enterprise', id });
    expect(await hold(keeper)).toMatchObject(over);
    expect(await take(keeper, { after: ids[59] ?? '' })).toBe(ids[61]);
    expect((await standing(two)).others.some((one) => one.id === id)).toBe(false);
    expect(await hold(two)).toMatchObject({ code: 200 });
    await two.post('/api/ajax/queue/release', { kind: 'enterprise', id });
    expect(await hold(keeper)).toMatchObject({ code: 200 });
    for (const put of [id, ids[61] ?? '']) await keeper.post('/api/ajax/queue/release', { kind: 'enterprise', id: put });
  });

  it('lets an administrator, and nobody else, release the case of another, who cannot take it back at once', async () => {
    const [keeper, admin, id] = [await make.holding(1, 2, 27), await make.administrator(), ids[70] ?? ''];
    const call = (by: As, path: string) => by.post(`/api/ajax/queue/${path}`, { kind: 'enterprise', id });
    expect(await call(admin, 'revoke')).toMatchObject({ code: 430, data: { msg: '该申请目前无人处理' } });
    await call(keeper, 'hold');
    expect(await call(two, 'revoke')).toMatchObject({ message: '权限不足！' });
    expect(await call(admin, 'revoke')).toMatchObject({ code: 200, message: '释放成功' });
    expect(await call(keeper, 'hold')).toMatchObject({ code: 403 });
    expect(await call(two, 'hold')).toMatchObject({ code: 200 });
    expect(await call(keeper, 'hold')).toMatchObject({ code: 430 });
    await call(two, 'release');
    const row = await installation.db
      .selectFrom('trail')
      .select(['actor_id', 'before', 'after'])
      .where('action', '=', '释放他人的处理')
      .where('object', '=', `user/${id}`)
      .execute();
    expect(row).toEqual([{ actor_id: admin.id, before: { claimedBy: keeper.id }, after: { claimedBy: null } }]);
    expect(await admin.post('/api/ajax/queue/revoke', { kind: 'enterprise', id: '999999999' })).toMatchObject({
      data: { msg: '该用户不存在' },
    });
  });

  it('refuses the decision of whoever has it not in hand, and says who has', async () => {
    expect(await approve(one, ids[1] ?? '')).toMatchObject({
      code: 430,
      data: { msg: expect.stringMatching(/^钱测试自.*起正在处理该申请$/) as string },
    });
    expect(await one.post('/api/ajax/queue/hold', { kind: 'enterprise', id: ids[1] ?? '' })).toMatchObject({ code: 430 });
    expect(await approve(two, ids[1] ?? '')).toMatchObject({ code: 200 });
    expect((await standing(one)).others).toEqual([]);
    expect(await one.post('/api/ajax/queue/hold', { kind: 'enterprise', id: ids[1] ?? '' })).toMatchObject({ code: 430 });
  });

  it('brings what was skipped back at the end of the round, past a hundred', async () => {
    await one.post('/api/ajax/queue/release', { kind: 'enterprise', id: ids[0] ?? '' });
    let at = ids[2] ?? '';
    const walked = [at];
    for (let next = await take(one, { after: at }); next !== undefined && next !== ids[0]; next = await take(one, { after: at })) {
      await one.post('/api/ajax/queue/release', { kind: 'enterprise', id: at });
      at = next;
      walked.push(at);
    }
    expect(walked).toEqual(ids.slice(2));
  });

  it('lets another have a case whose lease has run out, or that was put down', async () => {
    const waiting = await waits(-1);
    expect(await take(one)).toBe(waiting);
    expect(await take(two)).not.toBe(waiting);
    await installation.db
      .updateTable('work_claim')
      .set({ since: new Date(Date.now() - 700_000), until: new Date(Date.now() - 1000) })
      .where('subject_id', '=', waiting)
      .execute();
    expect(await take(two)).toBe(waiting);
    expect(await one.post('/api/ajax/queue/hold', { kind: 'enterprise', id: waiting })).toMatchObject({ code: 430 });
    // An operator can release only their own claim.
    await one.post('/api/ajax/queue/release', { kind: 'enterprise', id: waiting });
    expect(await take(one)).not.toBe(waiting);
    await two.post('/api/ajax/queue/release', { kind: 'enterprise', id: waiting });
    expect(await take(one)).toBe(waiting);
  });

  it('never gives one case to two who reach for it at once', async () => {
    const [a, b] = [await make.holding(1, 3, 27), await make.holding(1, 3, 27)];
    for (let minutes = 0; minutes < 3; minutes += 1) await waits(minutes, 'personal');
    const taken = await Promise.all([a, b].map((by) => take(by, {}, 'individual')));
    expect(new Set(taken).size).toBe(2);
  });

  it('is told to whoever may both see the page and decide, and to nobody else', async () => {
    const [pageOnly, actOnly] = [await make.holding(1, 2), await make.holding(1, 3, 27)];
    for (const by of [pageOnly, actOnly]) {
      for (const path of ['take', 'hold', 'release'])
        expect(await by.post(`/api/ajax/queue/${path}`, { kind: 'enterprise', id: ids[3] ?? '' })).toMatchObject({
          message: '权限不足！',
        });
      expect(await by.get('/api/ajax/queue/getStanding', { kind: 'enterprise' })).toMatchObject({ message: '权限不足！' });
    }
    expect(await one.get('/api/ajax/queue/getStanding', { kind: 'nothing' })).toMatchObject({ code: 403, data: { msg: '待办类型无效' } });
    expect(await one.post('/api/ajax/queue/hold', { kind: 'enterprise', id: '999999999' })).toMatchObject({
      code: 403,
      data: { msg: '该用户不存在' },
    });
  });
});
