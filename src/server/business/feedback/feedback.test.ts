import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { intakeClient, users } from '../../../../test/installation/intake.ts';
import type { FeedbackRow } from '../../../contract/console/feedback.ts';

const installation = testApp();
const key = { app_id: 'platform-app', security_key: 'platform-key' };
const client = () => intakeClient(installation.app, key);
let reader: Awaited<ReturnType<typeof installation.signIn>>;
let person: { user_id: string; mobile: string };
let company: { user_id: string; mobile: string };

beforeAll(async () => {
  await installation.db
    .insertInto('credential')
    .values({ ...key, kind: 'platform', user_id: null, name: '手机客户端' })
    .execute();
  reader = await installation.signIn('admin@example.com');
  person = await users(client).register('personal', '林知夏');
  company = await users(client).register('enterprise', '澄帆科技');
  await installation.db.updateTable('users').set({ status: 'approved' }).where('id', '=', company.user_id).execute();
});

const say = (change: Record<string, unknown> = {}) =>
  client().post('/open/v1/feedback', {
    unique_id: crypto.randomUUID(),
    user_id: person.user_id,
    type: 1,
    content: '上传很慢\n请优化',
    version: '1.2.0',
    model_name: 'Mate 60',
    status_name: 'HarmonyOS 4.2',
    ...change,
  });
const list = async (fields: Record<string, number | string> = {}) =>
  (await reader.post<{ list: FeedbackRow[]; count: number }>('/api/version/feedback', fields)).data;

describe('feedback', () => {
  it('shows with who wrote it and from what', async () => {
    expect(await say()).toMatchObject({ status: 200, body: { id: expect.stringMatching(/^\d+$/) as string } });
    expect(await list()).toEqual({
      count: 1,
      list: [
        {
          id: expect.stringMatching(/^\d+$/) as string,
          name: '林知夏',
          mobile: person.mobile,
          userStatus: 1,
          userStatusName: '个人未认证',
          model_name: 'Mate 60',
          status_name: 'HarmonyOS 4.2',
          version: '1.2.0',
          type: 1,
          type_name: '软件使用',
          content: '上传很慢\n请优化',
          add_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
        },
      ],
    });
  });

  it('is filtered by account type and by what it is about, newest first', async () => {
    await say({ type: 3 });
    await say({ type: 3, user_id: company.user_id, version: undefined, model_name: undefined, status_name: undefined });
    expect((await list()).list.map(({ userStatus, type }) => [userStatus, type])).toEqual([
      [2, 3],
      [1, 3],
      [1, 1],
    ]);
    expect(await list({ status: 2 })).toMatchObject({
      count: 1,
      list: [{ name: '澄帆科技', userStatusName: '企业已认证', version: '', model_name: '', status_name: '' }],
    });
    expect((await list({ type: 3 })).count).toBe(2);
    expect((await list({ type: 3, status: 1 })).count).toBe(1);
    expect((await list({ type: 2 })).count).toBe(0);
    expect(await list({ page: 2, limit: 2 })).toMatchObject({ count: 3, list: [{ type: 1 }] });
    expect(await reader.post('/api/version/feedback', { status: 3 })).toMatchObject({ code: 403, data: { msg: '账户类型无效' } });
    expect(await reader.post('/api/version/feedback', { type: 4 })).toMatchObject({ code: 403, data: { msg: '问题类型无效' } });
  });

  it('sent again is taken once; with other content it is a conflict', async () => {
    const before = (await list()).count;
    const unique_id = crypto.randomUUID();
    const [first, second] = await Promise.all([say({ unique_id }), say({ unique_id })]);
    expect(second).toEqual(first);
    expect((await list()).count).toBe(before + 1);
    expect(await say({ unique_id, content: '别的' })).toMatchObject({ status: 409 });
    const trail = await installation.db
      .selectFrom('trail')
      .selectAll()
      .where('object', '=', `feedback/${String(first.body['id'])}`)
      .execute();
    expect(trail).toMatchObject([{ actor_name: '手机客户端', action: '提交反馈' }]);
    expect(JSON.stringify(trail)).not.toContain('上传很慢');
  });

  it.each([
    [{ content: ' ' }, 400],
    [{ content: 'x'.repeat(2001) }, 400],
    [{ content: 'a\u0000b' }, 400],
    [{ type: 4 }, 400],
    [{ type: '1' }, 400],
    [{ user_id: '999999' }, 404],
    [{ unique_id: '' }, 400],
    [{ model_name: 'm'.repeat(101) }, 400],
  ])('with %o is refused', async (change, status) => {
    const before = (await list()).count;
    expect(await say(change)).toMatchObject({ status });
    expect((await list()).count).toBe(before);
  });

  it('is for platform clients', async () => {
    await installation.db
      .insertInto('credential')
      .values({ app_id: 'company', security_key: 'k', kind: 'enterprise', user_id: company.user_id, name: '澄帆科技' })
      .execute();
    const answer = await intakeClient(installation.app, { app_id: 'company', security_key: 'k' }).post('/open/v1/feedback', {
      unique_id: 'x',
      user_id: company.user_id,
      type: 1,
      content: 'x',
    });
    expect(answer).toMatchObject({ status: 403 });
  });
});
