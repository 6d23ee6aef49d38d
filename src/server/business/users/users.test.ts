import { setTimeout as sleep } from 'node:timers/promises';
import { readXlsx } from 'hucre/xlsx';
import { beforeEach, describe, expect, it } from 'vitest';
import { failed } from '../../../../test/installation/answers.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { reviewDesk } from '../../../../test/installation/scenarios/users.ts';
import type { UserRow } from '../../../contract/console/users.ts';

const installation = testApp();
const desk = reviewDesk(installation);
const { make, review, detailOf } = desk;

const list = async (fields: Record<string, string | number>) =>
  (await desk.reviewer.get<{ list: UserRow[]; count: number }>('/api/ajax/user/getUserList', fields)).data;

describe('list', () => {
  it('finds by name and by phone as literal text, type by type, newest first, with the exact total', async () => {
    const ids = [await make.pending('personal', '100%_纯\\棉'), await make.pending('personal', '100纯棉')];
    expect((await list({ type: 1, keyword: '100%_' })).list.map((row) => row.user_id)).toEqual([ids[0]]);
    expect((await list({ type: 1, keyword: '\\棉' })).count).toBe(1);
    expect((await list({ type: 1, keyword: "' or 1=1 --" })).count).toBe(0);
    expect((await list({ type: 2, keyword: '100%_' })).count).toBe(0);
    const all = await list({ type: 1, limit: 100 });
    expect(all.count).toBe(all.list.length);
    expect(all.list.map((row) => row.registered_time)).toEqual(
      all.list
        .map((row) => row.registered_time)
        .toSorted()
        .toReversed(),
    );
  });

  it('carries the codes and words of the wire, and masks identity cards', async () => {
    const { user_id, mobile } = await make.register('enterprise', '列表有限公司');
    await make.submit(user_id, 'enterprise');
    expect((await list({ type: 2, keyword: mobile })).list).toMatchObject([
      {
        user_id,
        name: '列表有限公司',
        companyName: '列表有限公司',
        mobile,
        user_status: 2,
        status_name: '待审核',
        check_time: '',
        loginTime: '',
        taxNumber: '91000000MA0000000X',
        contact_idcard: '9900**********1234',
        authType: 2,
        repairType: 0,
      },
    ]);
    expect((await list({ type: 2, keyword: '990000199001011234' })).list.map((row) => row.user_id)).toContain(user_id);
  });

  it('filters by status and by both date ranges', async () => {
    const user_id = await make.pending('personal', '筛选用户');
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const found = async (fields: Record<string, string | number>) => (await list({ type: 1, keyword: '筛选用户', ...fields })).count;
    expect([await found({ status: 2 }), await found({ status: 3 }), await found({ status: '' })]).toEqual([1, 0, 1]);
    expect([
      await found({ registtime: `${today} - ${today}` }),
      await found({ registtime: '2020-01-01 - 2020-01-02' }),
      await found({ realtime: `${today} - ${today}` }),
    ]).toEqual([1, 0, 0]);
    await review(desk.reviewer, user_id, 1);
    expect([await found({ realtime: `${today} - ${today}` }), await found({ realtime: '2020-01-01 - 2020-01-02' })]).toEqual([1, 0]);
  });

  it.each([
    { page: 0 },
    { page: -1 },
    { page: 1.5 },
    { page: 'x' },
    { limit: 0 },
    { limit: 101 },
    { limit: '1e9' },
    { limit: 1_000_000_000 },
    { status: 9 },
    { status: 'pending' },
    { type: 3 },
    { type: '' },
    { registtime: '2026-02-30 - 2026-03-01' },
    { registtime: '2026-03-02 - 2026-03-01' },
    { registtime: 'today' },
    { realtime: '2026-01-01' },
    { keyword: 'a\u0000b' },
  ])('refuses %j', async (fields) => {
    expect(await desk.reviewer.get('/api/ajax/user/getUserList', { type: 1, ...fields })).toMatchObject({
      code: 403,
      message: 'failed',
      data: { msg: expect.stringMatching(/[一-龥]/) as string },
    });
  });
});

describe('detail', () => {
  it('gives the full identity card and the key to reviewers alone; each such look, and at pictures, is on the trail', async () => {
    const user_id = await make.pending('enterprise');
    await review(desk.reviewer, user_id, 1);
    await installation.db
      .updateTable('role')
      .set({ nodes: [1, 2] })
      .where('id', '=', '3')
      .execute();
    const nobody = await installation.signIn('nobody@example.com');
    const masked = await detailOf(user_id, nobody);
    expect(masked.userDetailInfo?.contact_idcard).toBe('9900**********1234');
    expect(masked.userInfo).toHaveProperty('app_id');
    expect(masked.userInfo).not.toHaveProperty('security_key');
    const looks = () =>
      installation.db
        .selectFrom('trail')
        .selectAll()
        .where('object', '=', `user/${user_id}`)
        .where('action', '=', '查看用户资料')
        .orderBy('id')
        .execute();
    expect(masked.userDetailInfo?.author_front).toMatch(/^\/files\//);
    expect(await looks()).toMatchObject([{ actor_name: '赵无权', after: { shown: ['pictures'] } }]);
    const full = await detailOf(user_id);
    expect(full.userDetailInfo).toMatchObject({ contact_name: '章经办', contact_idcard: '990000199001011234' });
    expect(await looks()).toMatchObject([
      { after: { shown: ['pictures'] } },
      { actor_name: '王审核', after: { shown: ['contact_idcard', 'pictures', 'security_key'] } },
    ]);
    expect(JSON.stringify(await looks())).not.toContain(full.userInfo.security_key);
    expect(await nobody.get('/api/user/userDetail', { user_id: await make.pending('personal') })).toMatchObject({
      code: 403,
      message: '权限不足！',
    });
  });

  it('links pictures by addresses that are signed, and that nobody else can make', async () => {
    const detail = await detailOf(await make.pending('personal'));
    const link = detail.userDetailInfo?.author_front ?? '';
    const picture = await installation.app.inject({ url: link });
    expect([picture.statusCode, picture.headers['content-type'], picture.rawPayload.subarray(1, 4).toString()]).toEqual([
      200,
      'image/png',
      'PNG',
    ]);
    expect((await installation.app.inject({ url: link.replace(/\/files\/./, '/files/A') })).statusCode).toBe(404);
    const part = await installation.app.inject({ url: link, headers: { range: 'bytes=1-3' } });
    expect([part.statusCode, part.payload, part.headers['content-range']]).toEqual([206, 'PNG', `bytes 1-3/${picture.rawPayload.length}`]);
  });

  it('says that an unknown user does not exist', async () => {
    expect(await desk.reviewer.get('/api/user/userDetail', { user_id: '999999' })).toMatchObject(failed('该用户不存在'));
  });
});

describe('export', () => {
  const download = (query: string, headers: Record<string, string>) =>
    installation.app.inject({ url: `/api/export/userExport?${query}`, headers });
  beforeEach(() => sleep(0));

  it('holds the rows and columns of the list under the same filters, with numbers as text and no formula', async () => {
    for (const name of ['=1+1', '+86', '-x', '@sum', '\u{20BB7}野家']) await make.pending('personal', `${name}导出行`);
    const query = `type=1&keyword=${encodeURIComponent('导出行')}`;
    const reply = await download(query, { cookie: `a=b; token=${desk.reviewer.token}` });
    expect(reply.headers['content-disposition']).toContain("filename*=UTF-8''");
    const book = await readXlsx(reply.rawPayload);
    const [head, ...rows] = book.sheets[0]?.rows ?? [];
    expect(head).toEqual(['姓名', '手机号', '注册时间', '认证状态', '认证时间', '身份证号', '最近登录时间']);
    const shown = (await list({ type: 1, keyword: '导出行', limit: 100 })).list;
    const defused = (name: string) => (/^[=+\-@]/.test(name) ? `'${name}` : name);
    expect(rows.map((row) => row.slice(0, 3))).toEqual(shown.map((row) => [defused(row.name), row.mobile, row.registered_time]));
    expect(reply.rawPayload.includes('<f>')).toBe(false);
  });

  it('needs the export node beside the page, and takes the cookie where no state-changing call does', async () => {
    await installation.db
      .updateTable('role')
      .set({ nodes: [1, 3] })
      .where('id', '=', '3')
      .execute();
    const nobody = await installation.signIn('nobody@example.com');
    expect((await download('type=1', { cookie: `token=${nobody.token}` })).json()).toMatchObject({ code: 403, message: '权限不足！' });
    await installation.db
      .updateTable('role')
      .set({ nodes: [1, 3, 36] })
      .where('id', '=', '3')
      .execute();
    expect((await download('type=1', { cookie: `token=${nobody.token}` })).headers['content-type']).toContain('spreadsheet');
    expect((await download('type=2', { cookie: `token=${nobody.token}` })).json()).toMatchObject({ code: 403, message: '权限不足！' });
    expect((await download('type=1', {})).json()).toMatchObject({ code: 401 });
    const user_id = await make.pending('personal');
    const forged = await installation.app.inject({
      method: 'POST',
      url: '/api/ajax/user/updateUserStatus',
      payload: `user_id=${user_id}&status=1`,
      headers: { cookie: `token=${desk.admin.token}`, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(forged.json()).toMatchObject({ code: 401 });
  });
});

it('takes a submission while a row that names its user is being inserted: the two never wait for each other', async () => {
  const { user_id } = await make.register('enterprise', '并行有限公司');
  const client = await installation.pool.connect();
  try {
    // As a foreign key does.
    await client.query('begin');
    await client.query('select from users where id = $1 for key share', [user_id]);
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    const waits = async (): Promise<string> => {
      const { rows } = await installation.pool.query(waiting);
      return rows.length > 0 ? 'waits' : sleep(20).then(waits);
    };
    expect(await Promise.race([make.submit(user_id, 'enterprise').then(() => 'taken'), waits()])).toBe('taken');
  } finally {
    await client.query('rollback');
    client.release(true);
  }
});
