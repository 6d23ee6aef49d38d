import { describe, expect, it } from 'vitest';
import { failed, forbidden } from '../../../../test/installation/answers.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { evidenceDesk, type Operator } from '../../../../test/installation/scenarios/evidence.ts';
import { aFile, sha256Of } from '../../../../test/installation/factories/evidence.ts';
import type { DownloadRow } from '../../../contract/console/evidence.ts';
import { recordCheck } from '../../custody/objects/scrub-verdict.ts';

const installation = testApp();
const desk = evidenceDesk(installation);
const { make, detail, download, history, setStatus, holding } = desk;
const trailOf = (number: string) =>
  installation.db
    .selectFrom('trail')
    .selectAll()
    .where('object', '=', `evidence/${number}`)
    .where('action', '=', '下载存证')
    .orderBy('id')
    .execute();

describe('baoquanFile', () => {
  it('gives a signed link under the name of the file, and notes who was given it', async () => {
    const file = aFile({ name: '现场 录音.mp3' });
    const baoquan = await make.evidence(await make.user('personal'), {}, file);
    const answer = await download({ baoquan });
    expect(answer).toMatchObject({ code: 200, data: { name: '现场 录音.mp3', url: expect.stringMatching(/^\/files\//) as string } });
    const reply = await installation.app.inject({ url: answer.data.url });
    expect(reply.rawPayload).toEqual(file.bytes);
    expect(reply.headers).toMatchObject({
      'content-disposition': expect.stringContaining('attachment') as string,
      'x-content-type-options': 'nosniff',
    });
    expect(await history(baoquan)).toMatchObject({
      count: 1,
      list: [{ operator: '管理员', baoquan_no: baoquan, operate_time: expect.stringMatching(/^\d{4}-/) as string }],
    });
    expect(await trailOf(baoquan)).toMatchObject([
      { actor_kind: 'operator', actor_name: '管理员', ip: '127.0.0.1', after: { sha256: sha256Of(file.bytes) } },
    ]);
  });

  it('notes every download, newest first, under the one who holds the token, whatever uid says (18)', async () => {
    const baoquan = await make.evidence(await make.user('personal'));
    await download({ baoquan, uid: '2', account_id: '2', operator: '王审核' });
    const other = await holding(8, 30);
    await download({ baoquan, uid: '1' }, other);
    expect((await history(baoquan)).list.map(({ operator }) => operator)).toEqual(['赵无权', '管理员']);
    expect((await history(baoquan, other)).count).toBe(2);
    // Rows equal to the second stay distinct, so that a page shows only its own rows.
    await Promise.all([1, 2, 3].map(() => download({ baoquan })));
    expect(new Set((await history(baoquan)).list.map(({ id }) => id)).size).toBe(5);
    expect((await trailOf(baoquan)).map(({ actor_id }) => actor_id)).toEqual(['1', '4', '1', '1', '1']);
  });

  it.each([
    ['missing', '证据缺失不可下载'],
    ['uploading', '证据上传中请稍后下载'],
  ] as const)('refuses a file that is %s, whatever the caller says of it (38)', async (status, msg) => {
    const baoquan = await make.evidence(await make.user('personal'));
    await setStatus(baoquan, status);
    expect(await download({ baoquan, isDownload: '1', fileStatus: '1' })).toMatchObject(failed(msg));
    const reply = await installation.app.inject({
      method: 'POST',
      url: '/api/Down/baoquanFile?isDownload=1',
      headers: { authorization: desk.admin.token, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `baoquan=${baoquan}&isDownload=1`,
    });
    expect(reply.json()).toMatchObject(failed(msg));
    expect((await detail({ baoquan, isDownload: '1' })).data).toMatchObject({ isDownload: status === 'missing' ? 0 : 2, preview_url: '' });
    expect(await history(baoquan)).toEqual({ list: [], count: 0 });
    expect(await trailOf(baoquan)).toEqual([]);
  });

  it.each(['damaged', 'missing'] as const)(
    'gives a link that opens nothing once the scrub finds the file %s, until it is whole again',
    async (found) => {
      const file = aFile();
      const baoquan = await make.evidence(await make.user('personal'), {}, file);
      const [given, shown] = [(await download({ baoquan })).data.url, (await detail({ baoquan })).data.preview_url];
      const codes = () => Promise.all([given, shown].map(async (url) => (await installation.app.inject({ url })).statusCode));
      const look = (as: typeof found | 'whole') =>
        recordCheck({ db: installation.db, alarm: () => undefined, cycleDays: 30 }, sha256Of(file.bytes), as);
      expect(await codes()).toEqual([200, 200]);
      await look(found);
      expect(await codes()).toEqual([404, 404]);
      await look('whole');
      expect(await codes()).toEqual([200, 200]);
    },
  );

  it.each([
    [{ baoquan: '0'.repeat(32) }, '该存证不存在'],
    [{ baoquan: '' }, '存证编号无效'],
    [{}, '存证编号不能为空'],
    [{ baoquan: '../../etc/passwd' }, '存证编号无效'],
  ])('refuses %j', async (fields, msg) => {
    expect(await download(fields)).toMatchObject(failed(msg));
  });

  it('refuses without its permission, and notes nothing', async () => {
    const baoquan = await make.evidence(await make.user('personal'));
    expect(await download({ baoquan }, await holding(7, 8))).toMatchObject(forbidden);
    expect(await download({ baoquan }, installation.nobody)).toMatchObject({ code: 401 });
    expect(await history(baoquan)).toEqual({ list: [], count: 0 });
  });

  it('gives package and certificate by links that stream, each noted in history and trail', async () => {
    const file = aFile({ name: '合同.pdf' });
    const baoquan = await make.evidence(await make.user('enterprise', 10, '乙公司'), { title: '一份合同' }, file);
    expect(await download({ baoquan, part: 'package' })).toMatchObject(failed('证据待锚定，请稍后再下载证据包'));
    expect(await history(baoquan)).toEqual({ list: [], count: 0 });
    const links = {
      file: await download({ baoquan, part: 'file' }),
      certificate: await download({ baoquan, part: 'certificate' }),
      again: await download({ baoquan, part: 'certificate' }),
    };
    expect(links.file.data.name).toBe('合同.pdf');
    expect(links.certificate.data.name).toBe(`存证证书-${baoquan}.pdf`);
    const [pdf, same] = await Promise.all(
      [links.certificate, links.again].map(async ({ data }) => (await installation.app.inject({ url: data.url })).rawPayload),
    );
    expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf?.equals(same ?? Buffer.alloc(0))).toBe(true);
    expect((await trailOf(baoquan)).length).toBe(1);
    expect((await history(baoquan)).count).toBe(3);
    expect(await download({ baoquan, part: 'all' })).toMatchObject(failed('下载内容无效'));
  });

  it('takes the type of the list that the evidence stands in, and no other', async () => {
    const baoquan = await make.evidence(await make.user('personal'));
    expect(await download({ baoquan, type: '1' })).toMatchObject({ code: 200 });
    for (const type of ['2', '3', '4']) expect(await download({ baoquan, type })).toMatchObject(failed('下载类型与证据不符'));
    for (const type of ['0', '5', 'x']) expect(await download({ baoquan, type })).toMatchObject(failed('下载类型无效'));
    expect((await history(baoquan)).count).toBe(1);
  });

  it('makes the name of a file safe', async () => {
    const baoquan = await make.evidence(await make.user('personal'), {}, aFile({ name: '..\u202egpj.exe' }));
    const { name } = (await download({ baoquan })).data;
    expect(name).not.toMatch(/^\.|\u202e|\//);
  });
});

describe('DownHistory', () => {
  it.each([
    [{ type: 1 }, '存证编号不能为空'],
    [{ type: 5, is_batch: 1 }, '下载类型无效'],
    [{ type: 1, is_batch: 2 }, '批量标记无效'],
    [{ type: 1, is_batch: 1, limit: 0 }, '每页条数应为1到100的整数'],
  ])('refuses %j', async (fields, msg) => {
    expect(await desk.admin.get('/api/DownHistory/getList', fields)).toMatchObject(failed(msg));
  });

  it('of a list pages, tells batches and with is_all every single download too, and cannot be changed', async () => {
    const number = await make.evidence(await make.user('personal'));
    const row = { type: 'web' as const, number, account_id: '1', operator: '管理员' };
    await installation.db
      .insertInto('download_history')
      .values([...Array.from({ length: 12 }, () => ({ ...row, is_batch: true })), { ...row, is_batch: false }])
      .execute();
    const get = async (fields: Record<string, string | number>) =>
      (await desk.admin.get<{ list: DownloadRow[]; count: number }>('/api/DownHistory/getList', { type: 2, ...fields })).data;
    expect(await get({ is_batch: 1, page: 2 })).toMatchObject({ count: 12, list: [{ baoquan_no: number }, { baoquan_no: number }] });
    expect(await get({ is_batch: 1, is_all: 1 })).toMatchObject({ count: 13 });
    expect(await get({ is_batch: 0, baoquan_no: 'ATTEST_' })).toEqual({ list: [], count: 0 });
    await expect(installation.db.deleteFrom('download_history').execute()).rejects.toThrow('append-only');
  });

  it('of one number tells every download of it: single, in a batch, and from whichever list', async () => {
    const number = await make.evidence(await make.user('personal'));
    await download({ baoquan: number });
    const row = { number, account_id: '1', operator: '管理员' };
    await installation.db
      .insertInto('download_history')
      .values([
        { ...row, type: 'move', is_batch: true },
        { ...row, type: 'move', is_batch: false },
      ])
      .execute();
    expect(await history(number)).toMatchObject({
      count: 3,
      list: [{ baoquan_no: number }, { baoquan_no: number }, { baoquan_no: number }],
    });
  });

  it('of the lists of evidence tells what stands in the list of its reader, and not what others hold', async () => {
    const [personal, enterprise] = [await make.evidence(await make.user('personal')), await make.evidence(await make.user('enterprise'))];
    for (const baoquan of [personal, enterprise]) await download({ baoquan });
    const numbersOf = async (by: Operator) =>
      (await by.get<{ list: DownloadRow[] }>('/api/DownHistory/getList', { type: 1, is_all: 1, limit: 100 })).data.list.map(
        ({ baoquan_no }) => baoquan_no,
      );
    const seen = await numbersOf(await holding(8));
    expect([seen.includes(personal), seen.includes(enterprise)]).toEqual([true, false]);
    expect(await numbersOf(desk.admin)).toEqual(expect.arrayContaining([personal, enterprise]));
  });
});
