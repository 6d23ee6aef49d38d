import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/house/app.ts';
import { aFile, evidenceMaker, sha256Of, sm3Of } from '../../../test/house/factories/evidence.ts';
import type { DownloadRow, EvidenceDetail, EvidenceRow } from '../../contract/console/evidence.ts';
import type { FileStatus } from '../../domain/codes/evidence.ts';
import { noteLook } from '../custody/objects/scrub-verdict.ts';

const house = testApp();
const make = evidenceMaker(house);
type As = Awaited<ReturnType<typeof house.signIn>>;
let admin: As;

beforeAll(async () => {
  await make.open();
  admin = await house.signIn('admin@example.com');
});

const failed = (msg: string) => ({ code: 403, message: 'failed', data: { msg } });
const forbidden = { code: 403, message: '权限不足！', data: null };
const list = async (fields: Record<string, string | number>) =>
  (await admin.get<{ list: EvidenceRow[]; count: number }>('/api/ajax/data/getSaveDataList', fields)).data;
const detail = (fields: Record<string, string>, by = admin) => by.get<EvidenceDetail>('/api/data/saveDataDetail', fields);
const download = (fields: Record<string, string>, by = admin) => by.post<{ url: string; name: string }>('/api/Down/baoquanFile', fields);
const history = async (baoquan_no: string, by = admin) =>
  (await by.get<{ list: DownloadRow[]; count: number }>('/api/DownHistory/getList', { type: 1, baoquan_no, is_batch: 0 })).data;
const setStatus = (number: string, file_status: FileStatus) =>
  house.db.updateTable('evidence').set({ file_status }).where('number', '=', number).execute();
const trailOf = (number: string) =>
  house.db
    .selectFrom('trail')
    .selectAll()
    .where('object', '=', `evidence/${number}`)
    .where('action', '=', '下载存证')
    .orderBy('id')
    .execute();

/** An operator who holds these nodes and no others; the last one asked for is the only one. */
async function holding(...nodes: number[]): Promise<As> {
  await house.db.updateTable('role').set({ nodes }).where('id', '=', '3').execute();
  return house.signIn('nobody@example.com');
}

describe('getSaveDataList', () => {
  it('shows the evidence of a type, newest first, with holder and state', async () => {
    const [person, company] = [await make.user('personal', 10, '张持有'), await make.user('enterprise', 10, '甲公司')];
    const first = await make.evidence(person, { title: '录音一', isApp: '2' });
    const second = await make.evidence(person, { title: '照片二', isApp: '1' });
    const third = await make.evidence(company, { title: '合同' });
    await setStatus(second, 'missing');
    const { list: rows, count } = await list({ type: 1, keyword: '', limit: 2 });
    expect(rows).toMatchObject([
      {
        baoquan: second,
        userId: person,
        username: '张持有',
        companyName: '',
        type: 1,
        type_name: '照片',
        title: '照片二',
        fileStatus: 0,
        isDownload: 0,
      },
      { baoquan: first, type_name: '录音', fileStatus: 1, fileStatus_name: '已上传', isDownload: 1 },
    ]);
    expect(count).toBe((await house.db.selectFrom('evidence').select('id').where('type', '=', 'personal').execute()).length);
    expect((await list({ type: 2 })).list).toMatchObject([
      { baoquan: third, username: '甲公司', companyName: '甲公司', type: 2, type_name: '文件' },
    ]);
    expect((await list({ type: 1, status: 0 })).list).toMatchObject([{ baoquan: second }]);
  });

  it('finds a number by the whole or its beginning, in either case, and nothing by wildcards or of the other type', async () => {
    const number = await make.evidence(await make.user('personal'));
    for (const keyword of [number, number.toLowerCase(), number.slice(0, 12), ` ${number} `])
      expect((await list({ type: 1, keyword })).list.map(({ baoquan }) => baoquan)).toEqual([number]);
    const short = await list({ type: 1, keyword: number.slice(0, 1), limit: 100 });
    const { rows } = await house.pool.query<{ number: string }>(
      `select number from evidence where type = 'personal' and number like $1 order by saved_at desc, id desc`,
      [`${number.slice(0, 1)}%`],
    );
    expect(short.list.map(({ baoquan }) => baoquan)).toEqual(rows.map((row) => row.number));
    expect(short.count).toBe(rows.length);
    for (const keyword of ['%', '_', `${number.slice(0, 8)}%`, "'", '\\', '证'])
      expect(await list({ type: 1, keyword })).toEqual({ list: [], count: 0 });
    expect(await list({ type: 2, keyword: number })).toEqual({ list: [], count: 0 });
    expect(await list({ type: 1, keyword: number, datetime: '2020-01-01 - 2020-01-02' })).toEqual({ list: [], count: 0 });
  });

  it('cuts by days and pages', async () => {
    const user_id = await make.user('enterprise');
    const numbers = [await make.evidence(user_id), await make.evidence(user_id), await make.evidence(user_id)];
    await house.db
      .updateTable('evidence')
      .set({ saved_at: new Date('2025-03-01T16:00:00Z') })
      .where('number', 'in', numbers)
      .execute();
    const days = { type: 2, datetime: '2025-03-02 - 2025-03-02', limit: 2 };
    expect((await list(days)).list.map(({ baoquan }) => baoquan)).toEqual([numbers[2], numbers[1]]);
    expect(await list({ ...days, page: 2 })).toMatchObject({ list: [{ baoquan: numbers[0], saveTime: '2025-03-02 00:00:00' }], count: 3 });
    expect(await list({ ...days, datetime: '2025-03-01 - 2025-03-01' })).toEqual({ list: [], count: 0 });
  });

  it.each([
    [{ type: 3 }, '用户类型无效'],
    [{}, '用户类型无效'],
    [{ type: 1, status: 9 }, '文件状态无效'],
    [{ type: 1, page: 0 }, '页码应为正整数'],
    [{ type: 1, limit: 101 }, '每页条数应为1到100的整数'],
    [{ type: 1, datetime: '2026-02-01 - 2026-01-01' }, '日期范围无效'],
  ])('refuses %j', async (fields, msg) => {
    expect(await admin.get('/api/ajax/data/getSaveDataList', fields)).toMatchObject(failed(msg));
  });
});

describe('saveDataDetail', () => {
  it('tells hashes, capture and device, and the anchor once there is one', async () => {
    const user_id = await make.user('personal', 10, '张详情');
    const file = aFile({ name: '页面.html', mediaType: 'text/html; charset=utf-8', bytes: Buffer.from('<h1>证据</h1><script>1</script>') });
    const configInfo = JSON.stringify({
      name: '手机',
      model_name: 'M1',
      version: '2.1',
      version_sys: '14',
      processor: 'P',
      core: '8',
      type: 2,
    });
    const baoquan = await make.evidence(
      user_id,
      { isApp: '4', startAt: '2026-01-01 08:00:00', endAt: '2026-01-01 08:05:00', address: '某市某路', configInfo },
      file,
    );
    const answer = await detail({ baoquan, userId: user_id });
    expect(answer).toMatchObject({
      code: 200,
      data: {
        baoquan,
        userId: user_id,
        username: '张详情',
        isApp: 4,
        type_name: '录屏',
        file_name: '页面.html',
        file_size: file.bytes.length,
        media_type: 'text/html',
        sha256: sha256Of(file.bytes),
        file_hash: sha256Of(file.bytes),
        sm3: sm3Of(file.bytes),
        startAt: '2026-01-01 08:00:00',
        endAt: '2026-01-01 08:05:00',
        address: '某市某路',
        configInfo: { name: '手机', model_name: 'M1', version: '2.1', version_sys: '14', processor: 'P', core: '8', type: 2 },
        html: file.bytes.toString(),
        isDownload: 1,
        checkpoint: null,
        anchor_kind: null,
        blockchain_hash: null,
        block_height: null,
        chain_time: null,
      },
    });
    const shown = await house.app.inject({ url: answer.data.preview_url });
    expect(shown.headers).toMatchObject({ 'content-security-policy': expect.stringContaining('sandbox') as string });
    expect(shown.body).toBe(file.bytes.toString());

    const { log_entry } = await house.db.selectFrom('evidence').select('log_entry').where('number', '=', baoquan).executeTakeFirstOrThrow();
    await house.db
      .insertInto('log_entry')
      .values({ seq: '0', pending_id: log_entry, leaf_hash: randomBytes(32), entry: randomBytes(8) })
      .execute();
    await house.db
      .insertInto('log_checkpoint')
      .values({
        size: '1',
        previous_size: '0',
        root: randomBytes(32),
        note: '',
        trail_seq: '0',
        signed_at: new Date('2026-01-01T00:00:00Z'),
      })
      .execute();
    expect((await detail({ baoquan })).data).toMatchObject({
      anchor_kind: 'log',
      blockchain_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      block_height: '1',
      chain_time: '2026-01-01 08:00:00',
    });
    await house.db
      .insertInto('log_anchor')
      .values({ checkpoint_size: '1', state: 'done', tx_hash: '0xab', block_height: '77', chain_time: new Date('2026-01-01T00:01:00Z') })
      .execute();
    expect((await detail({ baoquan })).data).toMatchObject({
      checkpoint: '1',
      anchored_at: '2026-01-01 08:00:00',
      anchor_kind: 'chain',
      blockchain_hash: '0xab',
      block_height: '77',
      chain_time: '2026-01-01 08:01:00',
    });
  });

  it('shows an evidence under its own owner alone (16)', async () => {
    const [one, two] = [await make.user('personal'), await make.user('personal')];
    const [ofOne, ofTwo] = [await make.evidence(one), await make.evidence(two)];
    expect(await detail({ baoquan: ofOne, userId: one })).toMatchObject({ code: 200 });
    for (const [baoquan, userId] of [
      [ofOne, two],
      [ofTwo, one],
      [ofOne, '999999'],
    ] as const)
      expect(await detail({ baoquan, userId })).toMatchObject(failed('该存证不存在'));
    expect(await detail({ baoquan: '0'.repeat(32), userId: one })).toMatchObject(failed('该存证不存在'));
    expect(await detail({ baoquan: ofOne, userId: '1 or 1=1' })).toMatchObject(failed('编号无效'));
    expect(await detail({ baoquan: "x' or '1'='1" })).toMatchObject(failed('存证编号无效'));
    expect(await detail({})).toMatchObject(failed('存证编号不能为空'));
  });

  it("opens to holders of the page of the owner's type", async () => {
    const personal = await make.evidence(await make.user('personal'));
    const enterprise = await make.evidence(await make.user('enterprise'));
    const forPersons = await holding(8);
    expect(await detail({ baoquan: personal }, forPersons)).toMatchObject({ code: 200 });
    expect(await detail({ baoquan: enterprise }, forPersons)).toMatchObject(forbidden);
    expect(await detail({ baoquan: enterprise }, await holding(7))).toMatchObject({ code: 200 });
    // Of no application: to whoever sees applications alone it is not there.
    expect(await detail({ baoquan: enterprise }, await holding(10))).toMatchObject(failed('该存证不存在'));
  });

  it('shows nothing of a file that the store has lost, whatever the row says', async () => {
    const baoquan = await make.evidence(await make.user('personal'));
    // As if the object had gone: the row points at one that never was.
    await house.pool.query('alter table evidence_file disable trigger user');
    await house.db
      .updateTable('evidence_file')
      .set({ sha256: 'ab'.repeat(32) })
      .where('role', '=', 'original')
      .where('evidence_id', '=', (eb) => eb.selectFrom('evidence').select('id').where('number', '=', baoquan))
      .execute();
    await house.pool.query('alter table evidence_file enable trigger user');
    expect((await detail({ baoquan })).data).toMatchObject({ isDownload: 0, fileStatus: 0, preview_url: '', html: '' });
    expect(await download({ baoquan })).toMatchObject(failed('证据缺失不可下载'));
    expect(await history(baoquan)).toEqual({ list: [], count: 0 });
  });
});

describe('baoquanFile', () => {
  it('gives a signed link under the name of the file, and notes who was given it', async () => {
    const file = aFile({ name: '现场 录音.mp3' });
    const baoquan = await make.evidence(await make.user('personal'), {}, file);
    const answer = await download({ baoquan });
    expect(answer).toMatchObject({ code: 200, data: { name: '现场 录音.mp3', url: expect.stringMatching(/^\/files\//) as string } });
    const reply = await house.app.inject({ url: answer.data.url });
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
    // Rows alike to the second are told apart, so that a page shows its own rows alone.
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
    const reply = await house.app.inject({
      method: 'POST',
      url: '/api/Down/baoquanFile?isDownload=1',
      headers: { authorization: admin.token, 'content-type': 'application/x-www-form-urlencoded' },
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
      const codes = () => Promise.all([given, shown].map(async (url) => (await house.app.inject({ url })).statusCode));
      const look = (as: typeof found | 'whole') =>
        noteLook({ db: house.db, alarm: () => undefined, cycleDays: 30 }, sha256Of(file.bytes), as);
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
    expect(await download({ baoquan }, house.nobody)).toMatchObject({ code: 401 });
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
      [links.certificate, links.again].map(async ({ data }) => (await house.app.inject({ url: data.url })).rawPayload),
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
    expect(await admin.get('/api/DownHistory/getList', fields)).toMatchObject(failed(msg));
  });

  it('of a list pages, tells batches and with is_all every single download too, and cannot be changed', async () => {
    const number = await make.evidence(await make.user('personal'));
    const row = { type: 'web' as const, number, account_id: '1', operator: '管理员' };
    await house.db
      .insertInto('download_history')
      .values([...Array.from({ length: 12 }, () => ({ ...row, is_batch: true })), { ...row, is_batch: false }])
      .execute();
    const get = async (fields: Record<string, string | number>) =>
      (await admin.get<{ list: DownloadRow[]; count: number }>('/api/DownHistory/getList', { type: 2, ...fields })).data;
    expect(await get({ is_batch: 1, page: 2 })).toMatchObject({ count: 12, list: [{ baoquan_no: number }, { baoquan_no: number }] });
    expect(await get({ is_batch: 1, is_all: 1 })).toMatchObject({ count: 13 });
    expect(await get({ is_batch: 0, baoquan_no: 'ATTEST_' })).toEqual({ list: [], count: 0 });
    await expect(house.db.deleteFrom('download_history').execute()).rejects.toThrow('append-only');
  });

  it('of one number tells every download of it: single, in a batch, and from whichever list', async () => {
    const number = await make.evidence(await make.user('personal'));
    await download({ baoquan: number });
    const row = { number, account_id: '1', operator: '管理员' };
    await house.db
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
    const told = async (by: As) =>
      (await by.get<{ list: DownloadRow[] }>('/api/DownHistory/getList', { type: 1, is_all: 1, limit: 100 })).data.list.map(
        ({ baoquan_no }) => baoquan_no,
      );
    const seen = await told(await holding(8));
    expect([seen.includes(personal), seen.includes(enterprise)]).toEqual([true, false]);
    expect(await told(admin)).toEqual(expect.arrayContaining([personal, enterprise]));
  });
});
