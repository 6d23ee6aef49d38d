import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { failed } from '../../../../test/installation/answers.ts';
import { newCaptures } from '../../../../test/installation/factories/captures.ts';
import { evidenceMaker, uid } from '../../../../test/installation/factories/evidence.ts';
import { intakeClient } from '../../../../test/installation/intake.ts';
import type { CaptureRow } from '../../../contract/console/captures.ts';
import { grantCredential } from '../users/credentials.ts';
import { failCapture, takeCapture, workerActor } from './queue.ts';
import { moveCapture } from './transitions.ts';

const installation = testApp({ PRICE_WEB: '5', CAPTURE_WAITING_PER_USER: '4' });
const make = evidenceMaker(installation);
const captures = newCaptures(installation);
let admin: Awaited<ReturnType<typeof installation.signIn>>;

beforeAll(async () => {
  await make.open();
  admin = await installation.signIn('admin@example.com');
});

const send = (fields: Record<string, unknown>, by = make.client()) =>
  by.post('/open/v1/captures', { unique_id: uid(), url: 'https://www.example.com/a?b=1', title: '侵权网页', ...fields });
const { pointsOf } = make;
const list = async (fields: Record<string, string | number> = {}, by = admin) =>
  (await by.get<{ list: CaptureRow[]; count: number }>('/api/ajax/webfor/getWebList', fields)).data;

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
    const trail = await installation.db.selectFrom('trail').select(['action', 'after']).where('object', '=', `capture/${number}`).execute();
    expect(trail).toEqual([{ action: '申请网页取证', after: { user: user_id, host: 'www.example.com', points: 5 } }]);
    await captures.drop(number);
  });

  it('lets a bounded number of one user’s wait, however many are sent at once, and takes no points for more', async () => {
    const user_id = await make.user('personal', 100);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ user_id })));
    const taken = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect([taken.length, refused.length]).toEqual([4, 6]);
    expect(refused[0]?.body).toMatchObject({ error: { code: 'rate' } });
    expect(await pointsOf(user_id)).toBe(80);
    const others = await send({ user_id: await make.user('personal', 100) });
    for (const { body } of taken) await captures.drop(String(body['baoquan_no']));
    const again = await send({ user_id });
    expect([others.status, again.status]).toEqual([200, 200]);
    for (const { body } of [others, again]) await captures.drop(String(body['baoquan_no']));
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
    await installation.db.transaction().execute((tx) => grantCredential(tx, company, '某公司'));
    const own = intakeClient(
      installation.app,
      await installation.db
        .selectFrom('credential')
        .select(['app_id', 'security_key'])
        .where('user_id', '=', company)
        .executeTakeFirstOrThrow(),
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
      if (isTaken) expect(await takeCapture(installation.db, 'w', 60)).toMatchObject({ number });
      expect(await make.client().delete(`/open/v1/captures/${number}`)).toEqual({
        status: 200,
        body: { baoquan_no: number, status: 'CANCEL', reason: '', accept: 'page', device: 'desktop', notes: [] },
      });
      expect(await pointsOf(user_id)).toBe(5);
      expect(await make.client().delete(`/open/v1/captures/${number}`)).toMatchObject({ status: 409 });
    }
    const { body } = await send({ user_id });
    const job = await takeCapture(installation.db, 'w', 60);
    if (!job) throw new Error('nothing to take');
    await installation.db.transaction().execute((tx) => moveCapture(tx, job, 'queued', 'capturing', workerActor));
    expect(await make.client().delete(`/open/v1/captures/${job.number}`)).toMatchObject({ status: 409 });
    expect(await pointsOf(user_id)).toBe(0);
    await installation.db.transaction().execute((tx) => failCapture(tx, job, 'capturing', '网页内容为空白'));
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
    await takeCapture(installation.db, 'w', 60);
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
    await installation.db
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
