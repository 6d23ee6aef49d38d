import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { failed } from '../../../../test/installation/answers.ts';
import { newCaptures } from '../../../../test/installation/factories/captures.ts';
import { evidenceMaker, sha256Of } from '../../../../test/installation/factories/evidence.ts';
import { unzipped } from '../../../../test/installation/zip.ts';
import type { CaptureDetail, CaptureRow } from '../../../contract/console/captures.ts';
import type { EvidenceDetail } from '../../../contract/console/evidence.ts';
import type { CapturedPage } from './browser/capture-page.ts';
import { storeFiles, succeed } from './finish.ts';
import { takeCapture, workerActor } from './queue.ts';
import { moveCapture } from './transitions.ts';

const installation = testApp();
const make = evidenceMaker(installation);
const captures = newCaptures(installation);
let admin: Awaited<ReturnType<typeof installation.signIn>>;

beforeAll(async () => {
  await make.open();
  admin = await installation.signIn('admin@example.com');
});

const list = async (fields: Record<string, string | number> = {}, by = admin) =>
  (await by.get<{ list: CaptureRow[]; count: number }>('/api/ajax/webfor/getWebList', fields)).data;
const view = (baoquan: string, by = admin) => by.get<CaptureDetail>('/api/webfor/getWebView', { baoquan });

const roles: Record<string, CapturedPage['files'][number]['role']> = {
  'environment-check.json': 'environment-check',
  'capture-log.jsonl': 'capture-log',
};

/** Creates a capture that a worker finished. */
async function succeeded(
  name: string,
  label = '',
  files: Record<string, string> = {
    'original-1.png': 'picture',
    'original-2.html': '<h1>原文</h1>',
    'environment-check.json': '{}',
    'capture-log.jsonl': '{}',
  },
  ends: Partial<Pick<CapturedPage, 'openedUrl' | 'notes'>> = {},
): Promise<string> {
  const number = await captures.capture({ name, label });
  const job = await takeCapture(installation.db, 'w', 60);
  if (job?.number !== number) throw new Error('another capture waits');
  await installation.db.transaction().execute(async (tx) => {
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
  const page = {
    begunAt: new Date(),
    endedAt: new Date(),
    files: [first, ...others] satisfies CapturedPage['files'],
    bracket: null,
    openedUrl: job.url,
    notes: [],
    ...ends,
  };
  await succeed(installation.db, job, await storeFiles(installation.store, page.files), page, Buffer.alloc(32));
  await rm(folder, { recursive: true });
  return number;
}

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
      const reply = await installation.app.inject({ url });
      expect(reply.headers['content-type']).toBe('image/png');
      expect(reply.body).toBe(`picture${number}`);
    }
    const answer = await admin.post<{ downUrl: string; name: string }>('/api/webfor/download', { baoquan: number, uid: '999', type: 2 });
    expect(answer).toMatchObject({ code: 200, data: { name: '侵权网页_一.zip', downUrl: expect.stringMatching(/^\/files\//) as string } });
    const zip = await installation.app.inject({ url: answer.data.downUrl });
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
      await installation.db
        .selectFrom('trail')
        .select(['action', 'actor_name'])
        .where('object', '=', `capture/${number}`)
        .where('action', 'like', '下载%')
        .execute(),
    ).toEqual([{ action: '下载网页取证', actor_name: '管理员' }]);
  });

  it('names the address that was captured beside the one asked for, and its notes, wherever its certificate is shown', async () => {
    const notes = [{ code: 'self_reload' as const, text: '网页自行刷新或跳转 1 次' }];
    const number = await succeeded('转走的网页', '', undefined, { openedUrl: 'https://www.example.com/on', notes });
    expect((await view(number)).data).toMatchObject({ target: 'https://www.example.com/', opened: 'https://www.example.com/on', notes });
    expect((await admin.get<EvidenceDetail>('/api/data/saveDataDetail', { baoquan: number })).data).toMatchObject({
      target: 'https://www.example.com/（转到 https://www.example.com/on）',
      notes: '网页自行刷新或跳转 1 次',
    });
    const asAsked = await succeeded('没有转走的网页');
    expect((await view(asAsked)).data.opened).toBe('');
    expect((await admin.get<EvidenceDetail>('/api/data/saveDataDetail', { baoquan: asAsked })).data).toMatchObject({
      target: 'https://www.example.com/',
      notes: '',
    });
  });

  it('of a page too long to be sent along gives its source by a link, inert and whole', async () => {
    const page = `<h1>长文</h1><script>1</script><!-- ${'-'.repeat(1_048_576)} -->`;
    const number = await succeeded('长页面', '', { 'original-1.png': 'picture', 'original-2.html': page });
    const { data } = await view(number);
    expect(data).toMatchObject({ html: '', html_size: page.length + number.length + '长文'.length * 2 });
    const reply = await installation.app.inject({ url: data.html_url });
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
    await installation.db.updateTable('evidence').set({ file_status: 'missing' }).where('number', '=', number).execute();
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
    const [row] = await installation.db.selectFrom('capture').selectAll().where('name', '=', '坏').execute();
    expect(row?.status).toBe('uploading');
    expect(
      await installation.db
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
    expect(await view("x' or 1=1")).toMatchObject(failed('存证编号无效'));
    await captures.drop(waiting);
  });
});
