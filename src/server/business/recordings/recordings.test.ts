import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { failed, forbidden } from '../../../../test/installation/answers.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { sha256Of, uid } from '../../../../test/installation/factories/evidence.ts';
import { media } from '../../../../test/installation/factories/media.ts';
import { recordingMaker } from '../../../../test/installation/factories/recordings.ts';
import type { RecordingRow, RecordingView } from '../../../contract/console/recordings.ts';
import type { OnlineStatus } from '../../../domain/business/rules/online-status.ts';
import { newEvidenceNumber } from '../../custody/evidence/store-evidence.ts';
import { revokeShare } from '../../publishing/sharing/share-address.ts';

const installation = testApp({ PUBLIC_URL: 'https://notary.example/' });
const make = recordingMaker(installation);
type As = Awaited<ReturnType<typeof installation.signIn>>;
let admin: As;
beforeAll(async () => {
  await make.evidence.open();
  admin = await installation.signIn('admin@example.com');
});

const list = async (fields: Record<string, string | number>, by = admin) =>
  (await by.get<{ list: RecordingRow[]; count: number }>('/api/ajax/evidence/getProList', fields)).data;
const view = (baoquan: string, by = admin) => by.get<RecordingView>('/api/evidence/getProView', { baoquan });
const download = (fields: Record<string, string | number>, by = admin) =>
  by.get<{ url: string; name: string }>('/api/evidence/downLoad', fields);
const history = (number: string) =>
  installation.db
    .selectFrom('download_history')
    .select(['type', 'operator', 'is_batch'])
    .where('number', '=', number)
    .orderBy('id')
    .execute();
const lose = (number: string) =>
  installation.db.updateTable('evidence').set({ file_status: 'missing' }).where('number', '=', number).execute();

async function holding(...nodes: number[]): Promise<As> {
  await installation.db.updateTable('role').set({ nodes }).where('id', '=', '3').execute();
  return installation.signIn('nobody@example.com');
}

/** Inserts only a row of the list, for a new user. */
async function listed(
  change: { name?: string; status?: OnlineStatus; type?: 'process' | 'move'; begin_at?: Date; username?: string } = {},
): Promise<{ number: string; mobile: string }> {
  const user_id = await make.evidence.user('personal', 0, change.username);
  const { mobile } = await installation.db.selectFrom('users').select('mobile').where('id', '=', user_id).executeTakeFirstOrThrow();
  const number = newEvidenceNumber();
  await installation.db
    .insertInto('recording')
    .values({
      number,
      user_id,
      username: '某某',
      mobile,
      type: 'process',
      name: '录制',
      label: '',
      status: 'running',
      begin_at: new Date(),
      said_seconds: 5,
      file_seconds: null,
      sha256: '0'.repeat(64),
      device: null,
      size_bytes: null,
      ...change,
    })
    .execute();
  return { number, mobile };
}

describe('getProList', () => {
  it('shows the recordings of a type, newest beginning first, with word, label and length', async () => {
    const user = await make.evidence.user('personal', 30, '张录制');
    const done = await make.recorded(user, media.mp4(61), { name: '成功的录制', begin_at: '2026-05-01 08:00:00' });
    const open = await make.begun(user, media.mp4(5), { name: '未完的录制', begin_at: '2026-05-01 09:00:00', time_length: 9 });
    const { list: rows, count } = await list({ type: 1, registtime: '2026-05-01 - 2026-05-01' });
    expect(count).toBe(2);
    expect(rows).toMatchObject([
      { attestation_id: open.number, status: 'ING', status_name: '取证中', time_length: 9, begin_at: '2026-05-01 09:00:00', isDownload: 0 },
      {
        attestation_id: done,
        user_id: user,
        username: '张录制',
        name: '成功的录制',
        label: '测试',
        status: 'SUCCESS',
        status_name: '取证成功',
        time_length: 61,
        isDownload: 1,
      },
    ]);
    // A lost file is marked before it is chosen.
    await lose(done);
    expect((await list({ type: 1, registtime: '2026-05-01 - 2026-05-01' })).list.map(({ isDownload }) => isDownload)).toEqual([0, 0]);
    expect(await list({ type: 3, registtime: '2026-05-01 - 2026-05-01' })).toEqual({ list: [], count: 0 });
  });

  it.each([
    ['SUCCESS', 'succeeded'],
    ['SUCCESSED', 'succeeded'],
    ['FAIL', 'failed'],
    ['FAILED', 'failed'],
    ['ING', 'running'],
    ['UPLOAD', 'uploading'],
    ['CANCEL', 'cancelled'],
    ['WAIT', null],
    ['FELLIN', null],
  ] as const)('filters by the display group of %s', async (word, status) => {
    const day = { type: 3, registtime: '2025-03-02 - 2025-03-02' };
    if ((await list(day)).count === 0) {
      for (const one of ['succeeded', 'failed', 'running', 'uploading', 'cancelled'] as const)
        await listed({ type: 'move', status: one, name: one, begin_at: new Date('2025-03-01T16:00:00Z') });
    }
    expect((await list({ ...day, status: word })).list.map(({ name }) => name)).toEqual(status === null ? [] : [status]);
  });

  it('finds by name, mobile, evidence name and number, literally', async () => {
    const name = `购物%_\\'${uid()}`;
    const holder = `欧阳${uid()}`;
    const { number, mobile } = await listed({ name, username: holder });
    for (const keyword of [
      name,
      name.slice(2, 9),
      mobile,
      holder,
      holder.toUpperCase(),
      number,
      number.toLowerCase(),
      number.slice(0, 12),
      number.slice(7, 19).toLowerCase(),
    ]) {
      expect(
        (await list({ type: 1, keyword })).list.map(({ attestation_id }) => attestation_id),
        keyword,
      ).toEqual([number]);
      expect(await list({ type: 3, keyword })).toEqual({ list: [], count: 0 });
    }
    expect(await list({ type: 1, keyword: '购%_物' })).toEqual({ list: [], count: 0 });
  });

  it.each([
    [{ type: 2 }, '取证类型无效'],
    [{}, '取证类型无效'],
    [{ type: 1, status: 'DONE' }, '取证状态无效'],
    [{ type: 1, page: 0 }, '页码应为正整数'],
    [{ type: 1, limit: 101 }, '每页条数应为1到100的整数'],
    [{ type: 1, registtime: 'x' }, '日期范围无效'],
  ])('refuses %j', async (fields, msg) => {
    expect(await admin.get('/api/ajax/evidence/getProList', fields)).toMatchObject(failed(msg));
  });
});

describe('getProView', () => {
  it('tells hashes, length and the share address, which anybody may open and the office may revoke', async () => {
    const file = media.mp4(61);
    const number = await make.recorded(await make.evidence.user('personal', 10), file, { name: '过程' });
    const { data, code } = await view(number.toLowerCase());
    expect(code).toBe(200);
    expect(data).toMatchObject({
      attestation_id: number,
      type: 3,
      sha256: sha256Of(file),
      media_type: 'video/mp4',
      file_name: '过程.mp4',
      file_size: file.length,
      time_length: 61,
      isDownload: 1,
      html: expect.stringContaining('<tr><th>时长</th><td>61 秒</td></tr>') as string,
      device: '',
      blockchain_hash: null,
      checkpoint: null,
    });
    expect(data.ossUrl).toMatch(/^https:\/\/notary\.example\/s\/[\w-]{43}$/);
    expect(data.ossurl).toBe(data.ossUrl);
    expect((await view(number)).data.ossUrl).toBe(data.ossUrl);
    const open = await installation.app.inject({ url: new URL(data.ossUrl).pathname, headers: { range: 'bytes=4-7' } });
    expect([open.statusCode, open.rawPayload.toString(), open.headers]).toMatchObject([
      206,
      'ftyp',
      { 'content-type': 'video/mp4', 'cross-origin-resource-policy': 'cross-origin' },
    ]);
    expect(data.address).toBe(data.ossUrl);
  });

  it('lets operators play what was revoked for the outside, and nobody what is lost', async () => {
    const file = media.mp4(5);
    const number = await make.recorded(await make.evidence.user('personal', 10), file);
    const { data: before } = await view(number);
    await installation.db.transaction().execute((tx) => revokeShare(tx, number, { kind: 'command', id: '0', name: '测试', ip: '' }));
    const { data } = await view(number);
    expect([data.ossUrl, data.isDownload]).toEqual(['', 1]);
    expect((await installation.app.inject({ url: new URL(before.address).pathname })).statusCode).toBe(404);
    const part = await installation.app.inject({ url: data.address, headers: { range: 'bytes=4-7' } });
    expect([part.statusCode, part.rawPayload.toString(), part.headers['content-disposition']]).toMatchObject([
      206,
      'ftyp',
      expect.stringContaining('inline'),
    ]);
    await lose(number);
    expect((await view(number)).data).toMatchObject({ address: '', isDownload: 0 });
  });

  it('is for the page of its type, and for what succeeded', async () => {
    const user = await make.evidence.user('personal', 40);
    const [process, move] = [await make.recorded(user, media.mp4(3)), await make.recorded(user, media.mp4(3), { type: 'move' })];
    expect(await view(process, await holding(13))).toMatchObject({ code: 200 });
    expect(await view(process, await holding(14))).toMatchObject(forbidden);
    expect(await view(move, await holding(14))).toMatchObject({ code: 200, data: { type: 4 } });
    const { number } = await make.begun(user, media.mp4(3));
    expect(await view(number)).toMatchObject(failed('取证未成功，没有证书和文件'));
    expect(await view('0'.repeat(32))).toMatchObject(failed('该证据不存在'));
    expect(await view("' or 1=1")).toMatchObject(failed('存证编号无效'));
  });
});

describe('evidence/downLoad', () => {
  it('gives a signed link and notes who was given it, whatever uid says (18)', async () => {
    const file = media.webm(9);
    const number = await make.recorded(await make.evidence.user('personal', 10), file, { type: 'move', name: '现场' });
    const answer = await download({ baoquan: number, type: 4, uid: '2' });
    expect(answer).toMatchObject({ code: 200, data: { name: '现场.webm' } });
    const reply = await installation.app.inject({ url: answer.data.url });
    expect([reply.rawPayload.equals(file), reply.headers['content-disposition']]).toEqual([true, expect.stringContaining('attachment')]);
    expect(await history(number)).toEqual([{ type: 'move', operator: '管理员', is_batch: false }]);
    expect(await download({ baoquan: number, type: 3 })).toMatchObject(failed('该证据不存在'));
    expect(await download({ baoquan: number, type: 2 })).toMatchObject(failed('取证类型无效'));
    expect(await download({ baoquan: number, type: 4 }, await holding(13, 14))).toMatchObject(forbidden);
  });

  it('refuses what is missing or not there yet, whatever the caller says of it (38)', async () => {
    const user = await make.evidence.user('personal', 20);
    const number = await make.recorded(user, media.mp4(3));
    await lose(number);
    expect(await download({ baoquan: number, type: 3, isDownload: 1, status: 'SUCCESS' })).toMatchObject(failed('证据缺失不可下载'));
    expect((await view(number)).data).toMatchObject({ isDownload: 0 });
    const open = await make.begun(user, media.mp4(3));
    expect(await download({ baoquan: open.number, type: 3 })).toMatchObject(failed('取证未成功，没有证书和文件'));
    expect(await history(number)).toEqual([]);
  });
});

it('keeps numbers that nobody has out of everything', async () => {
  const number = randomBytes(16).toString('hex').toUpperCase();
  expect(await download({ baoquan: number, type: 3 })).toMatchObject(failed('该证据不存在'));
});
