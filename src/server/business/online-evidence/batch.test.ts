import { beforeAll, describe, expect, it } from 'vitest';
import { failed } from '../../../../test/installation/answers.ts';
import { operators } from '../../../../test/installation/factories/access.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { media } from '../../../../test/installation/factories/media.ts';
import { recordingMaker } from '../../../../test/installation/factories/recordings.ts';
import { unzipped } from '../../../../test/installation/zip.ts';
import { storeEvidence, newEvidenceNumber } from '../../custody/evidence/store-evidence.ts';

const installation = testApp();
const make = recordingMaker(installation);
const { holding } = operators(installation);
type As = Awaited<ReturnType<typeof installation.signIn>>;
interface Batch {
  list: string[];
  missing: string[];
}
let admin: As;
let user = '';
beforeAll(async () => {
  await make.evidence.open();
  admin = await installation.signIn('admin@example.com');
  user = await make.evidence.user('personal', 1000, '张批量');
});

const batch = (numbers: readonly string[], type: number | undefined = 3, by = admin) =>
  by.post<Batch>('/api/evidence/downloadBatch', { baoquanStr: numbers, uid: '2', type });
const history = (numbers: readonly string[]) =>
  installation.db
    .selectFrom('download_history')
    .select(['number', 'type', 'operator', 'is_batch'])
    .where('number', 'in', [...numbers])
    .orderBy('id')
    .execute();
const lose = (number: string) =>
  installation.db.updateTable('evidence').set({ file_status: 'missing' }).where('number', '=', number).execute();

/** Evidence of a web page, with two originals. */
async function webEvidence(bytes: readonly [Buffer, Buffer]): Promise<string> {
  const number = newEvidenceNumber();
  const kept = await Promise.all(bytes.map((one) => installation.store.put([one] as unknown as AsyncIterable<Buffer>, { maxBytes: 1000 })));
  const [picture, page] = kept.map(({ sha256, sizeBytes }, at) => ({
    name: `original-${at + 1}.${at === 0 ? 'png' : 'html'}`,
    role: 'original' as const,
    sha256,
    sm3: '0'.repeat(64),
    sizeBytes,
    mediaType: 'image/png',
  }));
  if (!picture || !page) throw new Error('two files');
  const owner = await installation.db.selectFrom('users').select(['id', 'name', 'type']).where('id', '=', user).executeTakeFirstOrThrow();
  await installation.db.transaction().execute((tx) =>
    storeEvidence(
      tx,
      {
        number,
        owner,
        ownerSecret: installation.ownerSecret,
        title: '网页',
        kind: 'web',
        fileName: 'a.png',
        address: '',
        startAt: null,
        endAt: null,
        device: null,
        files: [picture, page],
      },
      { kind: 'system', id: '', name: '测试', ip: '' },
    ),
  );
  return number;
}

describe('a batch', () => {
  it('is a zip of every file under its true hash, noted number by number', async () => {
    const files = [media.mp4(3), media.wav(1), media.webm(4)];
    const numbers = [];
    for (const [at, file] of files.entries()) numbers.push(await make.recorded(user, file, { name: `第${at + 1}份/..\\录制` }));
    const answer = await batch([...numbers].map((number) => number.toLowerCase()));
    expect(answer).toMatchObject({ code: 200, data: { missing: [], list: [expect.stringMatching(/^\/files\/batch\/[\w-]{43}\//)] } });
    const reply = await installation.app.inject({ url: answer.data.list[0] ?? '' });
    expect([reply.statusCode, reply.headers]).toMatchObject([
      200,
      {
        'content-type': 'application/zip',
        'cache-control': 'no-store',
        'content-disposition': expect.stringContaining('attachment') as string,
      },
    ]);
    const found = await unzipped(reply.rawPayload);
    expect(Object.keys(found).toSorted()).toEqual(
      numbers.map((number, at) => `${number}/第${at + 1}份_.._录制.${['mp4', 'wav', 'webm'][at] ?? ''}`).toSorted(),
    );
    for (const [at, number] of numbers.entries())
      expect(Object.entries(found).find(([path]) => path.startsWith(number))?.[1]).toEqual(files[at]);
    expect(await history(numbers)).toEqual(numbers.map((number) => ({ number, type: 'process', operator: '管理员', is_batch: true })));
    const trail = await installation.db
      .selectFrom('trail')
      .select('after')
      .where('action', '=', '批量下载取证')
      .where('actor_id', '=', '1')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(trail.after).toEqual({ numbers, missing: [] });
  });

  it('of web evidence holds every original, by POST and by GET', async () => {
    const [picture, page] = [media.wav(0.01), media.wav(0.02)];
    const number = await webEvidence([picture, page]);
    for (const answer of [
      await admin.post<Batch>('/api/webfor/downloadBatch', { baoquanStr: number, uid: '1', type: 2 }),
      await admin.get<Batch>('/api/webfor/downloadBatch', { baoquanStr: number }),
    ]) {
      const found = await unzipped((await installation.app.inject({ url: answer.data.list[0] ?? '' })).rawPayload);
      expect(found).toEqual({ [`${number}/original-1.png`]: picture, [`${number}/original-2.html`]: page });
    }
    expect(await history([number])).toHaveLength(2);
    expect(await batch([number])).toMatchObject(failed(`证据不存在或未取证成功：${number}`));
  });

  it('is refused as a whole, naming the first offender, and notes nothing (39)', async () => {
    const good = await make.recorded(user, media.mp4(3));
    const other = await make.recorded(user, media.mp4(3), { type: 'move' });
    const { number: open } = await make.begun(user, media.mp4(3));
    const photo = await make.evidence.evidence(user);
    const unknown = '0'.repeat(32);
    for (const [numbers, msg] of [
      [[good, unknown, open], `证据不存在或未取证成功：${unknown}`],
      [[good, other], `证据不存在或未取证成功：${other}`],
      [[good, open], `证据不存在或未取证成功：${open}`],
      [[photo], `证据不存在或未取证成功：${photo}`],
      [[good, good], `取证编号重复：${good}`],
      [[good, "x' or 1=1"], '取证编号无效：XOR1=1'],
      [[], '请选择需要下载的证据'],
      [[' ', ''], '请选择需要下载的证据'],
      [Array.from({ length: 101 }, () => newEvidenceNumber()), '一次最多下载100份证据'],
      [Array.from({ length: 1000 }, () => newEvidenceNumber()), '一次最多下载100份证据'],
      [['1'.repeat(200_000)], '一次最多下载100份证据'],
    ] as const)
      expect(await batch(numbers)).toMatchObject(failed(msg));
    expect(await batch([good], 2)).toMatchObject(failed('取证类型无效'));
    expect(await batch([good], 1)).toMatchObject(failed('取证类型无效'));
    expect(await admin.post('/api/webfor/downloadBatch', { baoquanStr: good, type: 3 })).toMatchObject(failed('取证类型无效'));
    expect(await history([good, other, open, photo])).toEqual([]);
  });

  it('names what is missing, and is no batch when everything is', async () => {
    const [there, lost] = [await make.recorded(user, media.mp4(3)), await make.recorded(user, media.mp4(3))];
    await lose(lost);
    const answer = await batch([lost, there]);
    expect(answer).toMatchObject({ code: 200, data: { missing: [lost] } });
    const found = await unzipped((await installation.app.inject({ url: answer.data.list[0] ?? '' })).rawPayload);
    expect(Object.keys(found)).toEqual([`${there}/一段录制.mp4`]);
    expect(await history([lost])).toEqual([]);
    expect(await batch([lost])).toMatchObject(failed('无下载文件'));
  });

  it('goes on without what cannot be had where each number is asked for by itself, and names it', async () => {
    const [there, lost] = [await make.recorded(user, media.mp4(3)), await make.recorded(user, media.mp4(3))];
    const other = await make.recorded(user, media.mp4(3), { type: 'move' });
    const { number: open } = await make.begun(user, media.mp4(3));
    const gone = newEvidenceNumber();
    await lose(lost);
    const each = (numbers: readonly string[], by = admin) =>
      by.post<Batch & { refused: string[] }>('/api/evidence/downloadBatch', { baoquanStr: numbers, uid: '2', type: 3, each: 1 });
    const answer = await each([gone, there, other, lost, open]);
    expect(answer).toMatchObject({ code: 200, data: { missing: [lost], refused: [gone, other, open] } });
    const found = await unzipped((await installation.app.inject({ url: answer.data.list[0] ?? '' })).rawPayload);
    expect(Object.keys(found)).toEqual([`${there}/一段录制.mp4`]);
    expect((await history([gone, there, other, lost, open])).map(({ number }) => number)).toEqual([there]);
    // If nothing can be downloaded, the answer says so, and nothing is recorded.
    expect((await each([lost, gone])).data).toEqual({ list: [], missing: [lost], refused: [gone] });
    expect(await each([there, there])).toMatchObject(failed(`取证编号重复：${there}`));
    expect(await batch([there], 3)).not.toHaveProperty('data.refused');
    // Evidence that the caller may not view is answered as if it did not exist.
    const narrowed = await holding(10, 30, 37);
    expect((await each([there, gone], narrowed)).data).toEqual({ list: [], missing: [], refused: [there, gone] });
  });

  it('is no zip any more once a part of it is found damaged', async () => {
    const numbers = [await make.recorded(user, media.mp4(3)), await make.recorded(user, media.mp4(3))];
    const url = (await batch(numbers)).data.list[0] ?? '';
    expect((await installation.app.inject({ url })).statusCode).toBe(200);
    await lose(numbers[1] ?? '');
    expect((await installation.app.inject({ url })).statusCode).toBe(404);
  });

  it('expires, cannot be guessed, and needs its permission', async () => {
    const number = await make.recorded(user, media.mp4(3));
    const [url = ''] = (await batch([number])).data.list;
    await installation.db
      .updateTable('download_batch')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    for (const path of [
      url,
      '/files/batch/',
      '/files/batch/x/y',
      `/files/batch/${'A'.repeat(43)}/a.zip`,
      '/files/batch/..%2f..%2fetc/passwd',
    ]) {
      const reply = await installation.app.inject({ url: path });
      expect([reply.statusCode, reply.json()]).toMatchObject([404, { message: '链接无效或已过期' }]);
    }
    await installation.db
      .updateTable('role')
      .set({ nodes: [11, 12, 13, 14] })
      .where('id', '=', '3')
      .execute();
    expect(await batch([number], 3, await installation.signIn('nobody@example.com'))).toMatchObject({ code: 403, message: '权限不足！' });
  });
});
