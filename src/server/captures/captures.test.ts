import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/house/app.ts';
import { newCaptures } from '../../../test/house/factories/captures.ts';
import { evidenceMaker, sha256Of, uid } from '../../../test/house/factories/evidence.ts';
import { intakeClient } from '../../../test/house/intake.ts';
import { unzipped } from '../../../test/house/zip.ts';
import type { CaptureDetail, CaptureRow } from '../../contract/console/captures.ts';
import type { CapturedPage } from './browser/capture-page.ts';
import { grantCredential } from '../users/credentials.ts';
import { storeFiles, succeed } from './finish.ts';
import { failCapture, takeCapture, workerActor } from './queue.ts';
import { moveCapture } from './transitions.ts';

const house = testApp({ PRICE_WEB: '5' });
const make = evidenceMaker(house);
const captures = newCaptures(house);
type As = Awaited<ReturnType<typeof house.signIn>>;
let admin: As;

beforeAll(async () => {
  await make.open();
  admin = await house.signIn('admin@example.com');
});

const send = (fields: Record<string, unknown>, by = make.client()) =>
  by.post('/open/v1/captures', { unique_id: uid(), url: 'https://www.example.com/a?b=1', title: '侵权网页', ...fields });
const pointsOf = async (id: string) => (await make.client().get(`/open/v1/users/${id}`)).body['points'];
const failed = (msg: string) => ({ code: 403, message: 'failed', data: { msg } });
const list = async (fields: Record<string, string | number> = {}, by = admin) =>
  (await by.get<{ list: CaptureRow[]; count: number }>('/api/ajax/webfor/getWebList', fields)).data;
const view = (baoquan: string, by = admin) => by.get<CaptureDetail>('/api/webfor/getWebView', { baoquan });

const roles: Record<string, CapturedPage['files'][number]['role']> = {
  'environment-check.json': 'environment-check',
  'capture-log.jsonl': 'capture-log',
};

/** A capture that a worker finished. */
async function succeeded(
  name: string,
  label = '',
  files: Record<string, string> = {
    'original-1.png': 'picture',
    'original-2.html': '<h1>原文</h1>',
    'environment-check.json': '{}',
    'capture-log.jsonl': '{}',
  },
): Promise<string> {
  const number = await captures.capture({ name, label });
  const job = await takeCapture(house.db, 'w', 60);
  if (job?.number !== number) throw new Error('another capture waits');
  await house.db.transaction().execute(async (tx) => {
    await moveCapture(tx, job, 'queued', 'capturing', workerActor, { begun_at: new Date() });
    await moveCapture(tx, job, 'capturing', 'uploading', workerActor);
  });
  const folder = await mkdtemp(join(tmpdir(), 'notary-files-'));
  const written = await Promise.all(
    Object.entries(files).map(async ([file, text]) => {
      await writeFile(join(folder, file), text + number);
      return {
        name: file,
        role: roles[file] ?? ('original' as const),
        mediaType: file.endsWith('png') ? 'image/png' : 'text/html',
        path: join(folder, file),
      };
    }),
  );
  const [first, ...others] = written;
  if (!first) throw new Error('no file');
  const page = { begunAt: new Date(), endedAt: new Date(), files: [first, ...others] satisfies CapturedPage['files'] };
  await succeed(house.db, job, await storeFiles(house.store, page.files), page, Buffer.alloc(32));
  await rm(folder, { recursive: true });
  return number;
}

describe('POST /captures', () => {
  it('queues the capture, takes the points, and answers a repetition with the first answer', async () => {
    const user_id = await make.user('personal', 12, '张取证');
    const fields = { unique_id: uid(), user_id, label: '版权' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(fields)));
    const [first] = answers;
    expect(first).toMatchObject({ status: 200, body: { baoquan_no: expect.stringMatching(/^[0-9A-F]{32}$/) as string, status: 'WAIT' } });
    for (const answer of answers) expect(answer).toEqual(first);
    expect(await pointsOf(user_id)).toBe(7);
    const number = String(first?.body['baoquan_no']);
    expect(await captures.row(number)).toMatchObject({
      user_id,
      username: '张取证',
      url: 'https://www.example.com/a?b=1',
      name: '侵权网页',
      label: '版权',
      status: 'waiting',
    });
    expect(await send({ ...fields, label: '别的' })).toMatchObject({ status: 409 });
    expect(await make.client().get(`/open/v1/captures/${number}`)).toMatchObject({
      status: 200,
      body: { baoquan_no: number, status: 'WAIT', reason: '' },
    });
    const trail = await house.db.selectFrom('trail').select(['action', 'after']).where('object', '=', `capture/${number}`).execute();
    expect(trail).toEqual([{ action: '申请网页取证', after: { user: user_id, host: 'www.example.com', points: 5 } }]);
    await captures.drop(number);
  });

  it.each([
    [{ url: 'ftp://example.com/' }, 'url'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ url: 'file:///etc/passwd' }, 'url'],
    [{ url: 'https://a:b@example.com/' }, 'url'],
    [{ url: 'nonsense' }, 'url'],
    [{ url: `https://example.com/${'a'.repeat(2100)}` }, 'url'],
    [{ url: 'http://127.0.0.1/' }, 'private'],
    [{ url: 'http://0x7f000001/' }, 'private'],
    [{ url: 'http://[::1]/' }, 'private'],
    [{ url: 'http://169.254.169.254/latest' }, 'private'],
    [{ url: 'http://localhost:8080/' }, 'private'],
    [{ url: 'http://intranet/' }, 'private'],
    [{ title: '' }, 'title'],
    [{ label: 'x'.repeat(51) }, 'label'],
  ])('refuses %j', async (fields, text) => {
    const user_id = await make.user('personal', 5);
    expect(await send({ user_id, ...fields })).toMatchObject({
      status: 400,
      body: { error: { code: 'malformed', message: expect.stringContaining(text) as string } },
    });
    expect(await pointsOf(user_id)).toBe(5);
  });

  it('refuses who may not, or cannot pay, and an enterprise that asks for others', async () => {
    const poor = await make.user('personal', 4);
    expect(await send({ user_id: poor })).toMatchObject({ status: 402 });
    const { user_id: unverified } = await make.register.register('personal');
    expect(await send({ user_id: unverified })).toMatchObject({ status: 403 });
    expect(await send({ user_id: '99999999' })).toMatchObject({ status: 404 });
    const company = await make.user('enterprise', 5);
    await house.db.transaction().execute((tx) => grantCredential(tx, company, '某公司'));
    const own = intakeClient(
      house.app,
      await house.db.selectFrom('credential').select(['app_id', 'security_key']).where('user_id', '=', company).executeTakeFirstOrThrow(),
    );
    expect(await send({ user_id: poor }, own)).toMatchObject({ status: 403 });
    const { body } = await send({ user_id: company }, own);
    expect(await own.get(`/open/v1/captures/${String(body['baoquan_no'])}`)).toMatchObject({ status: 200 });
    const foreign = await captures.capture();
    for (const answer of [await own.get(`/open/v1/captures/${foreign}`), await own.delete(`/open/v1/captures/${foreign}`)])
      expect(answer).toMatchObject({ status: 403 });
    expect(await make.client().get(`/open/v1/captures/${'0'.repeat(32)}`)).toMatchObject({ status: 404 });
    for (const number of [foreign, String(body['baoquan_no'])]) await captures.drop(number);
  });
});

describe('DELETE /captures', () => {
  it('cancels one that waits or stands in line and gives the points back; one that has begun goes on', async () => {
    const user_id = await make.user('personal', 5);
    for (const isTaken of [false, true]) {
      const { body } = await send({ user_id });
      const number = String(body['baoquan_no']);
      expect(await pointsOf(user_id)).toBe(0);
      if (isTaken) expect(await takeCapture(house.db, 'w', 60)).toMatchObject({ number });
      expect(await make.client().delete(`/open/v1/captures/${number}`)).toEqual({
        status: 200,
        body: { baoquan_no: number, status: 'CANCEL', reason: '' },
      });
      expect(await pointsOf(user_id)).toBe(5);
      expect(await make.client().delete(`/open/v1/captures/${number}`)).toMatchObject({ status: 409 });
    }
    const { body } = await send({ user_id });
    const job = await takeCapture(house.db, 'w', 60);
    if (!job) throw new Error('nothing to take');
    await house.db.transaction().execute((tx) => moveCapture(tx, job, 'queued', 'capturing', workerActor));
    expect(await make.client().delete(`/open/v1/captures/${job.number}`)).toMatchObject({ status: 409 });
    expect(await pointsOf(user_id)).toBe(0);
    await house.db.transaction().execute((tx) => failCapture(tx, job, 'capturing', '网页内容为空白'));
    expect(await make.client().get(`/open/v1/captures/${String(body['baoquan_no'])}`)).toMatchObject({
      body: { status: 'FAILED', reason: '网页内容为空白' },
    });
    expect(await pointsOf(user_id)).toBe(5);
  });
});

describe('getWebList', () => {
  it('filters by state as lists show it, label, days and keyword, with exact totals', async () => {
    const user = await captures.user();
    const waiting = await captures.capture({ user, name: '甲页面', label: '商标' });
    await takeCapture(house.db, 'w', 60);
    const second = await captures.capture({ user, name: '乙页面', label: '专利' });
    const { username, mobile } = await captures.row(waiting);
    const numbers = async (fields: Record<string, string | number>) => {
      const found = await list({ ...fields, limit: 100 });
      expect(found.count).toBe(found.list.length);
      return found.list.map(({ baoquan_no }) => baoquan_no);
    };
    for (const status of ['WAIT', 'FELLIN']) expect(await numbers({ status, keyword: mobile })).toEqual([second, waiting]);
    expect(await numbers({ status: 'ING', keyword: mobile })).toEqual([]);
    expect((await list({ keyword: waiting })).list).toMatchObject([
      {
        baoquan_no: waiting,
        user_id: user,
        username,
        mobile,
        name: '甲页面',
        label: '商标',
        status: 'FELLIN',
        status_name: '排队中',
        isDownload: 0,
        create_time: expect.stringMatching(/^\d{4}-/) as string,
      },
    ]);
    expect(await numbers({ label: '专利' })).toEqual([second]);
    expect(await numbers({ label: '专利', status: 'FAIL' })).toEqual([]);
    for (const keyword of ['乙页面', '乙页', second, second.toLowerCase(), second.slice(3, 15)])
      expect(await numbers({ keyword })).toEqual([second]);
    expect(await numbers({ keyword: username })).toEqual([second, waiting]);
    for (const keyword of ['%', '_', "'", '\\']) expect(await numbers({ keyword })).toEqual([]);
    await house.db
      .updateTable('capture')
      .set({ created_at: new Date('2025-03-01T16:00:00Z') })
      .where('number', '=', second)
      .execute();
    expect(await numbers({ registtime: '2025-03-02 - 2025-03-02' })).toEqual([second]);
    expect((await admin.get<{ list: { label: string }[] }>('/api/webfor/webForList')).data.list).toEqual(
      expect.arrayContaining([{ label: '专利' }, { label: '商标' }]) as unknown,
    );
    for (const number of [waiting, second]) await captures.drop(number);
  });

  it.each([
    [{ status: 'NOPE' }, '取证状态无效'],
    [{ status: '1' }, '取证状态无效'],
    [{ page: 0 }, '页码应为正整数'],
    [{ registtime: '2026-02-01 - 2026-01-01' }, '日期范围无效'],
  ])('refuses %j', async (fields, msg) => {
    expect(await admin.get('/api/ajax/webfor/getWebList', fields)).toMatchObject(failed(msg));
  });
});

describe('a succeeded capture', () => {
  it('shows its certificate, picture and source, and downloads whole under its name', async () => {
    const number = await succeeded('侵权网页/一', '版权');
    const sha256 = sha256Of(Buffer.from(`picture${number}`));
    const { data } = await view(number);
    expect(data).toMatchObject({
      baoquan_no: number,
      status: 'SUCCESSED',
      status_name: '取证成功',
      name: '侵权网页/一',
      label: '版权',
      sha256,
      html: `<h1>原文</h1>${number}`,
      target: 'https://www.example.com/',
      checkpoint: null,
      blockchain_hash: null,
      chainTime: null,
      files: [
        { name: 'capture-log.jsonl' },
        { name: 'details.json', role: 'details' },
        { name: 'environment-check.json' },
        { name: 'original-1.png', sha256 },
        { name: 'original-2.html' },
      ],
    });
    for (const url of [data.address, (await admin.get<{ url: string }>('/api/webfor/preview', { baoquan: number })).data.url]) {
      const reply = await house.app.inject({ url });
      expect(reply.headers['content-type']).toBe('image/png');
      expect(reply.body).toBe(`picture${number}`);
    }
    const answer = await admin.post<{ downUrl: string; name: string }>('/api/webfor/download', { baoquan: number, uid: '999', type: 2 });
    expect(answer).toMatchObject({ code: 200, data: { name: '侵权网页_一.zip', downUrl: expect.stringMatching(/^\/files\//) as string } });
    const zip = await house.app.inject({ url: answer.data.downUrl });
    expect(zip.headers['content-disposition']).toContain(encodeURIComponent('侵权网页_一.zip'));
    expect(await unzipped(zip.rawPayload)).toEqual({
      [`${number}/original-1.png`]: Buffer.from(`picture${number}`),
      [`${number}/original-2.html`]: Buffer.from(`<h1>原文</h1>${number}`),
      [`${number}/environment-check.json`]: Buffer.from(`{}${number}`),
      [`${number}/capture-log.jsonl`]: Buffer.from(`{}${number}`),
    });
    const history = (await admin.get<{ list: object[] }>('/api/DownHistory/getList', { type: 2, baoquan_no: number, is_batch: 0 })).data
      .list;
    expect(history).toMatchObject([{ operator: '管理员', baoquan_no: number }]);
    expect(
      await house.db
        .selectFrom('trail')
        .select(['action', 'actor_name'])
        .where('object', '=', `capture/${number}`)
        .where('action', 'like', '下载%')
        .execute(),
    ).toEqual([{ action: '下载网页取证', actor_name: '管理员' }]);
  });

  it('of a page too long to be sent along gives its source by a link, inert and whole', async () => {
    const page = `<h1>长文</h1><script>1</script><!-- ${'-'.repeat(1_048_576)} -->`;
    const number = await succeeded('长页面', '', { 'original-1.png': 'picture', 'original-2.html': page });
    const { data } = await view(number);
    expect(data).toMatchObject({ html: '', html_size: page.length + number.length + '长文'.length * 2 });
    const reply = await house.app.inject({ url: data.html_url });
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html',
      'content-security-policy': expect.stringMatching(/^sandbox;/) as string,
      'x-content-type-options': 'nosniff',
    });
    expect(reply.body).toBe(page + number);
  });

  it('is neither shown nor downloaded when one of its files is damaged, says so, and nothing is noted', async () => {
    const number = await succeeded('缺一份');
    expect((await view(number)).data).toMatchObject({ isDownload: 1 });
    const inList = async () => (await list({ keyword: number })).list.map(({ isDownload }) => isDownload);
    expect(await inList()).toEqual([1]);
    await house.db.updateTable('evidence').set({ file_status: 'missing' }).where('number', '=', number).execute();
    expect(await inList()).toEqual([0]);
    expect((await view(number)).data).toMatchObject({
      status: 'SUCCESSED',
      isDownload: 0,
      address: '',
      html: '',
      html_url: '',
      sha256: sha256Of(Buffer.from(`picture${number}`)),
    });
    expect(await admin.get('/api/webfor/preview', { baoquan: number })).toMatchObject(failed('证据缺失不可下载'));
    expect(await admin.post('/api/webfor/download', { baoquan: number })).toMatchObject(failed('证据缺失不可下载'));
    expect((await admin.get<{ count: number }>('/api/DownHistory/getList', { type: 2, baoquan_no: number, is_batch: 0 })).data.count).toBe(
      0,
    );
  });

  it('is one transaction of state, evidence, manifest and trail: with a failing part nothing of it is', async () => {
    await expect(succeeded('坏', '', { 'original-1.png': 'a', 'Bad Name': 'b' })).rejects.toThrow('not a manifest');
    const [row] = await house.db.selectFrom('capture').selectAll().where('name', '=', '坏').execute();
    expect(row?.status).toBe('uploading');
    expect(
      await house.db
        .selectFrom('evidence')
        .select('id')
        .where('number', '=', row?.number ?? '')
        .execute(),
    ).toEqual([]);
    await captures.drop(row?.number ?? '');
  });

  it('is not in the lists of evidence, and neither shows nor downloads before it succeeded', async () => {
    const number = await succeeded('只在在线取证');
    for (const type of [1, 2])
      expect((await admin.get<{ count: number }>('/api/ajax/data/getSaveDataList', { type, keyword: number })).data.count).toBe(0);
    const waiting = await captures.capture();
    expect((await view(waiting)).data).toMatchObject({
      status: 'WAIT',
      isDownload: 0,
      address: '',
      sha256: '',
      html: '',
      html_url: '',
      html_size: 0,
      url: '',
      files: [],
    });
    expect(await admin.get('/api/webfor/preview', { baoquan: waiting })).toMatchObject(failed('该证据尚未取证成功'));
    expect(await admin.post('/api/webfor/download', { baoquan: waiting })).toMatchObject(failed('该证据尚未取证成功'));
    expect(await view('0'.repeat(32))).toMatchObject(failed('该证据不存在'));
    expect(await view("x' or 1=1")).toMatchObject(failed('证据编号无效'));
    await captures.drop(waiting);
  });
});
