import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { releaseDesk, type Operator } from '../../../../test/installation/scenarios/releases.ts';
import { failed } from '../../../../test/installation/answers.ts';
import type { VersionDetail, VersionRow } from '../../../contract/console/releases.ts';
import { recordCheck } from '../../custody/objects/scrub-verdict.ts';

const maxBytes = 20_000;
const installation = testApp({ APK_MAX_BYTES: String(maxBytes) });
const desk = releaseDesk(installation);
const { upload, apk } = desk;
type Page<Row> = { list: Row[]; count: number };

const ios = (change: Record<string, string | number> = {}) => ({
  type: 2,
  status: 0,
  update_time: '2026-10-01 09:00:00',
  current_version: '1.0.0',
  upper_version: '',
  update_desc: '内部说明',
  update_content: '修复若干问题\n优化体验',
  address: '',
  ...change,
});
const add = (fields: Record<string, string | number>, as: Operator = desk.publisher) => as.post('/api/version/addVersion', fields);
const versions = async (type: number) => (await desk.publisher.get<Page<VersionRow>>('/api/version/getList', { type })).data;
const numbers = async (type: number) =>
  (await desk.publisher.get<Page<{ id: string; current_version: string }>>('/api/version/versionList', { type })).data.list.map(
    (row) => row.current_version,
  );
const trailOf = (object: string) => installation.db.selectFrom('trail').selectAll().where('object', '=', object).orderBy('id').execute();

describe('an iOS version', () => {
  it('that is the first needs no previous one; the next ones do, and it must be in the list', async () => {
    expect(await add(ios())).toMatchObject({ code: 200, message: '添加成功', msg: '添加成功', data: null });
    expect(await add(ios({ current_version: '1.9.9' }))).toMatchObject({
      ...failed('上一版本号不能为空'),
      data: { fields: { upper_version: '上一版本号不能为空' } },
    });
    expect(await add(ios({ current_version: '1.9.9', upper_version: '0.9' }))).toMatchObject(failed('上一版本号不在版本列表中'));
    expect(await add(ios({ current_version: '1.9.9', upper_version: '1.0.0', status: 1 }))).toMatchObject({ code: 200 });
    expect(await add(ios({ current_version: '1.10.0', upper_version: '1.9.9' }))).toMatchObject({ code: 200 });
    expect(await numbers(2)).toEqual(['1.10.0', '1.9.9', '1.0.0']);
    const { list, count } = await versions(2);
    expect(count).toBe(3);
    expect(list.map((row) => [row.current_version, row.upper_version, row.status, row.status_name, row.iosStatus])).toEqual([
      ['1.10.0', '1.9.9', 0, '未过审', 0],
      ['1.9.9', '1.0.0', 1, '已过审', 1],
      ['1.0.0', '', 0, '未过审', 0],
    ]);
    expect(list[0]).toMatchObject({
      type: 2,
      type_name: 'iOS',
      update_time: '2026-10-01 09:00:00',
      update_content: '修复若干问题\n优化体验',
      operator: '王审核',
    });
  });

  it('stands on the trail and has its details', async () => {
    const { list } = await versions(2);
    const id = list[1]?.id ?? '';
    expect((await desk.publisher.get<VersionDetail>('/api/version/detail', { id })).data).toMatchObject({
      id,
      current_version: '1.9.9',
      update_desc: '内部说明',
      address: '',
      url: '',
      package: null,
    });
    expect(await trailOf(`version/${id}`)).toMatchObject([
      { actor_name: '王审核', action: '新增版本', after: { platform: 'ios', version: '1.9.9', previous: '1.0.0', review: 'passed' } },
    ]);
    expect(await desk.publisher.get('/api/version/detail', { id: 999_999 })).toMatchObject(failed('该版本不存在'));
  });

  it.each([
    [{ type: '' }, '请选择要更新产品端', 'type'],
    [{ type: 3 }, '请选择要更新产品端', 'type'],
    [{ update_time: '' }, '更新时间不能为空', 'update_time'],
    [{ update_time: '2026-02-30 00:00:00' }, '更新时间应为yyyy-MM-dd HH:mm:ss', 'update_time'],
    [{ current_version: '' }, '当前版本号不能为空', 'current_version'],
    [{ current_version: 'v2' }, '版本号应为1.2.3这样的数字', 'current_version'],
    [{ update_desc: ' ' }, '更新描述不能为空', 'update_desc'],
    [{ update_content: '' }, '更新内容不能为空', 'update_content'],
    [{ update_content: '𠮷'.repeat(2001) }, '更新内容最多2000个字', 'update_content'],
    [{ status: '' }, '请选择过审状态', 'status'],
    [{ status: 2 }, '请选择过审状态', 'status'],
    [{ current_version: '1.10' }, '该版本号已存在', 'current_version'],
    [{ current_version: '1.9.10' }, '当前版本号低于最新版本1.10.0，请确认后再添加', 'current_version'],
  ] as const)('with %o is refused: %s', async (change, msg, field) => {
    expect(await add(ios({ current_version: '3.0', upper_version: '1.10.0', ...change }))).toMatchObject({
      ...failed(msg),
      data: { msg, fields: { [field]: msg } },
    });
    expect((await versions(2)).count).toBe(3);
  });

  it('lower than the latest one is added when that is confirmed', async () => {
    expect(await add(ios({ current_version: '1.9.10', upper_version: '1.9.9', confirm: 1 }))).toMatchObject({ code: 200 });
    expect(await numbers(2)).toEqual(['1.10.0', '1.9.10', '1.9.9', '1.0.0']);
  });

  it('sent ten times at once is there once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(ios({ current_version: '2.0', upper_version: '1.10.0' }))));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.find(({ code }) => code !== 200)).toMatchObject(failed('该版本号已存在'));
  });
});

describe('the review of an iOS version', () => {
  it('is set by the state that it is to have; who comes second is told', async () => {
    const row = (await versions(2)).list.find(({ current_version }) => current_version === '2.0');
    const set = (status: number | string, as = desk.publisher) => as.post('/api/version/iosSwitch', { id: row?.id ?? '', status });
    const answers = await Promise.all([set(1), set(1, desk.other)]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => (a === b ? 0 : Number(a) - Number(b)))).toEqual([200, 430]);
    expect(answers.find(({ code }) => code === 200)).toMatchObject({ message: '操作成功' });
    expect((await versions(2)).list.find(({ id }) => id === row?.id)).toMatchObject({ status: 1, status_name: '已过审' });
    expect(await set(0)).toMatchObject({ code: 200 });
    expect(await set(0)).toMatchObject({ code: 430, message: 'failed', data: { msg: '该版本的过审状态已被修改，请刷新后查看' } });
    expect(await set('')).toMatchObject(failed('请选择过审状态'));
    expect(await desk.publisher.post('/api/version/iosSwitch', { id: 999_999, status: 1 })).toMatchObject(failed('该版本不存在'));
    const trail = await trailOf(`version/${row?.id}`);
    expect(trail.slice(1)).toMatchObject([
      { action: '设置过审状态', before: { review: 'waiting' }, after: { review: 'passed' } },
      { before: { review: 'passed' }, after: { review: 'waiting' } },
    ]);
  });
});

describe('an Android version', () => {
  const android = (address: string, change: Record<string, string | number> = {}) => ({
    ...ios({ type: 1, status: '', address }),
    ...change,
  });

  it('brings its package, which is read, kept, and handed out as an attachment', async () => {
    const bytes = apk('1.0.0');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const uploaded = await upload(bytes);
    expect(uploaded).toMatchObject({
      status: 200,
      code: 200,
      message: '上传成功',
      data: {
        file_name: 'notary.apk',
        package_name: 'com.example.notary',
        version_name: '1.0.0',
        version_code: 7,
        file_size: bytes.length,
        sha256,
      },
    });
    expect(uploaded.data.path).toMatch(/^[\w-]{43}$/);
    expect(await add(android(uploaded.data.path))).toMatchObject({ code: 200, message: '添加成功' });

    const { list } = await versions(1);
    expect(list).toMatchObject([{ type: 1, type_name: 'Android', current_version: '1.0.0', status: '', status_name: '', iosStatus: '' }]);
    const { data } = await desk.publisher.get<VersionDetail>('/api/version/detail', { id: list[0]?.id ?? '' });
    expect(data).toMatchObject({
      address: 'notary.apk',
      package: { package_name: 'com.example.notary', version_name: '1.0.0', version_code: 7, file_size: bytes.length, sha256 },
    });
    const reply = await installation.app.inject({ url: data.url });
    expect(reply.rawPayload.equals(bytes)).toBe(true);
    expect(reply.headers).toMatchObject({ 'content-type': 'application/vnd.android.package-archive', 'x-content-type-options': 'nosniff' });
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="com\.example\.notary-1\.0\.0\.apk"/);

    // The upload was used up.
    expect(await add(android(uploaded.data.path, { current_version: '1.1', upper_version: '1.0.0' }))).toMatchObject(
      failed('安装包地址无效或已过期，请重新上传'),
    );
    expect(await desk.publisher.post('/api/version/iosSwitch', { id: list[0]?.id ?? '', status: 1 })).toMatchObject(
      failed('仅iOS版本有过审状态'),
    );
  });

  it('needs an upload of this server, of this operator, and of today', async () => {
    const next = { current_version: '1.2', upper_version: '1.0.0' };
    expect(await add(android('', next))).toMatchObject({
      ...failed('请上传安装包地址'),
      data: { fields: { address: '请上传安装包地址' } },
    });
    for (const address of ['https://evil.example/a.apk', '../../etc/passwd', 'a'.repeat(43), '/files/x'])
      expect(await add(android(address, next))).toMatchObject(failed('安装包地址无效或已过期，请重新上传'));
    const { data } = await upload(apk('1.2'));
    expect(await add(android(data.path, next), desk.other)).toMatchObject(failed('安装包地址无效或已过期，请重新上传'));
    await installation.db
      .updateTable('app_upload')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('used_at', 'is', null)
      .execute();
    expect(await add(android(data.path, next))).toMatchObject(failed('安装包地址无效或已过期，请重新上传'));
    expect((await versions(1)).count).toBe(1);
  });

  it('that is refused leaves its upload to the next try', async () => {
    const { data } = await upload(apk('1.3'));
    expect(await add(android(data.path, { current_version: '1.0', upper_version: '1.0.0' }))).toMatchObject(failed('该版本号已存在'));
    expect(await add(android(data.path, { current_version: '1.3', upper_version: '1.0.0' }))).toMatchObject({ code: 200 });
  });

  it('takes no review from outside', async () => {
    const { data } = await upload(apk('1.4'));
    expect(await add(android(data.path, { current_version: '1.4', upper_version: '1.3', status: 1 }))).toMatchObject({ code: 200 });
    expect((await versions(1)).list[0]).toMatchObject({ current_version: '1.4', status: '' });
  });
});

describe('the latest version', () => {
  const latest = async (type: string) => {
    const reply = await installation.app.inject({ url: `/open/v1/versions/latest?type=${type}`, headers: { host: 'notary.example' } });
    return { status: reply.statusCode, body: reply.json() as Record<string, unknown> & { url?: string } };
  };

  it('is the highest one, told to anybody: Android with its package, iOS with its review', async () => {
    const android = await latest('1');
    expect(android).toMatchObject({
      status: 200,
      body: {
        current_version: '1.4',
        update_content: '修复若干问题\n优化体验',
        url: expect.stringMatching(/^http:\/\/notary\.example\/files\//) as string,
      },
    });
    expect(android.body).not.toHaveProperty('status');
    expect((await installation.app.inject({ url: new URL(android.body.url ?? '').pathname })).rawPayload.equals(apk('1.4'))).toBe(true);
    const apple = await latest('2');
    expect(apple).toMatchObject({ status: 200, body: { current_version: '2.0', status: 0 } });
    expect(apple.body).not.toHaveProperty('url');
    expect(JSON.stringify([android, apple])).not.toMatch(/内部说明|王审核/);
  });

  it.each(['', '3', '1 or 1=1'])('of the type %o is refused', async (type) => {
    expect(await latest(encodeURIComponent(type))).toEqual({
      status: 400,
      body: { error: { code: 'malformed', message: 'type: must be 1 or 2' } },
    });
  });
});

describe('a stored package', () => {
  it('is looked at by the scrub; a damaged one is handed out to nobody, until it is whole again', async () => {
    const row = await installation.db
      .selectFrom('app_version')
      .select(['id', 'sha256'])
      .where('version', '=', '1.4')
      .executeTakeFirstOrThrow();
    const sha256 = row.sha256 ?? '';
    expect(await installation.db.selectFrom('stored_object').select('state').where('sha256', '=', sha256).executeTakeFirst()).toEqual({
      state: 'unchecked',
    });
    const look = (found: 'damaged' | 'whole') => recordCheck({ db: installation.db, alarm: () => undefined, cycleDays: 30 }, sha256, found);
    const isOffered = async () => {
      const { data } = await desk.publisher.get<VersionDetail>('/api/version/detail', { id: row.id });
      const { url } = (await installation.app.inject({ url: '/open/v1/versions/latest?type=1' })).json() as { url?: string };
      return [data.url !== '', data.package?.is_damaged, url !== undefined];
    };
    await look('damaged');
    expect(await isOffered()).toEqual([false, true, false]);
    await look('whole');
    expect(await isOffered()).toEqual([true, false, true]);
  });
});

describe('rows of versions', () => {
  it('change in nothing but the review, and are never deleted', async () => {
    await expect(installation.db.updateTable('app_version').set({ content: '改' }).execute()).rejects.toThrow('append-only');
    await expect(installation.db.deleteFrom('app_version').execute()).rejects.toThrow('append-only');
  });
});
