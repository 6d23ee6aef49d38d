import { describe, expect, it } from 'vitest';
import { failed, forbidden } from '../../../../test/installation/answers.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { evidenceDesk } from '../../../../test/installation/scenarios/evidence.ts';
import { aFile, sha256Of, sm3Of } from '../../../../test/installation/factories/evidence.ts';
import { atFirstCheckpoint } from '../../../../test/installation/factories/log.ts';
import type { EvidenceRow } from '../../../contract/console/evidence.ts';

const installation = testApp();
const desk = evidenceDesk(installation);
const { make, detail, download, history, setStatus, holding } = desk;
const list = async (fields: Record<string, string | number>) =>
  (await desk.admin.get<{ list: EvidenceRow[]; count: number }>('/api/ajax/data/getSaveDataList', fields)).data;

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
    expect(count).toBe((await installation.db.selectFrom('evidence').select('id').where('type', '=', 'personal').execute()).length);
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
    const { rows } = await installation.pool.query<{ number: string }>(
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
    await installation.db
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
    expect(await desk.admin.get('/api/ajax/data/getSaveDataList', fields)).toMatchObject(failed(msg));
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
    const shown = await installation.app.inject({ url: answer.data.preview_url });
    expect(shown.headers).toMatchObject({ 'content-security-policy': expect.stringContaining('sandbox') as string });
    expect(shown.body).toBe(file.bytes.toString());

    await atFirstCheckpoint(installation.db, baoquan);
    expect((await detail({ baoquan })).data).toMatchObject({
      anchor_kind: 'log',
      blockchain_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      block_height: '1',
      chain_time: '2026-01-01 08:00:00',
    });
    await installation.db
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
    // It is in no application, so an operator who only sees applications gets it as unknown.
    expect(await detail({ baoquan: enterprise }, await holding(10))).toMatchObject(failed('该存证不存在'));
  });

  it('shows nothing of a file that the store has lost, whatever the row says', async () => {
    const baoquan = await make.evidence(await make.user('personal'));
    // Simulates a lost object: the row points at a hash that was never stored.
    await installation.pool.query('alter table evidence_file disable trigger user');
    await installation.db
      .updateTable('evidence_file')
      .set({ sha256: 'ab'.repeat(32) })
      .where('role', '=', 'original')
      .where('evidence_id', '=', (eb) => eb.selectFrom('evidence').select('id').where('number', '=', baoquan))
      .execute();
    await installation.pool.query('alter table evidence_file enable trigger user');
    expect((await detail({ baoquan })).data).toMatchObject({ isDownload: 0, fileStatus: 0, preview_url: '', html: '' });
    expect(await download({ baoquan })).toMatchObject(failed('证据缺失不可下载'));
    expect(await history(baoquan)).toEqual({ list: [], count: 0 });
  });
});
