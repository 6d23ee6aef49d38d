import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { operators } from '../../../../test/installation/factories/access.ts';
import { media } from '../../../../test/installation/factories/media.ts';
import { recordingMaker } from '../../../../test/installation/factories/recordings.ts';
import type { FileHistoryRow } from '../../../contract/console/file-history.ts';
import { recordDocument, recordDownloads } from '../../custody/evidence/download-history.ts';
import { urlOf } from '../../publishing/sharing/share-address.ts';

const installation = testApp();
const make = recordingMaker(installation);
const { holding } = operators(installation);
let admin: Awaited<ReturnType<typeof installation.signIn>>;
let number = '';

beforeAll(async () => {
  await make.evidence.open();
  admin = await installation.signIn('admin@example.com');
  number = await make.recorded(await make.evidence.user('personal', 10), media.mp4(3));
});

const history = async (fields: Record<string, string>, by: Pick<typeof admin, 'get'> = admin) =>
  by.get<{ list: FileHistoryRow[]; count: number }>('/api/ajax/fileHistory/getList', fields);

describe('who has a file', () => {
  it('is told of single and batch downloads and of share addresses in one list, newest first', async () => {
    const keeper = await holding(13, 14, 30);
    const { code } = await keeper.get('/api/evidence/downLoad', { baoquan: number, uid: '1', type: 3 });
    const batch = await keeper.post('/api/evidence/downloadBatch', { baoquanStr: number, uid: '1', type: 3 });
    expect([code, batch.code]).toEqual([200, 200]);
    const share = new URL((await urlOf(installation.db, number, 'https://notary.example')) ?? '').pathname;
    for (const range of ['bytes=0-', 'bytes=10-']) await installation.app.inject({ url: share, headers: { range } });
    const { data } = await history({ object: `recording/${number}` });
    expect(data.count).toBe(3);
    expect(data.list.map(({ what, operator, is_batch, ip }) => [what, operator, is_batch, ip])).toEqual([
      ['分享地址', '', 0, '127.0.0.1'],
      ['原件', '钱测试', 1, ''],
      ['原件', '钱测试', 0, ''],
    ]);
    expect((await history({ object: `evidence/${number}` })).data.count).toBe(3);
    await expect(installation.pool.query('delete from share_opening')).rejects.toThrow('append-only');
    const own = (await history({ operator: keeper.id })).data;
    expect(own.list).toMatchObject([
      { is_batch: 1, object: `recording/${number}` },
      { is_batch: 0, label: expect.stringContaining(number) as string },
    ]);
  });

  it('tells packages, certificates and documents apart', async () => {
    const { id } = await holding(14, 30);
    const actor = { kind: 'operator', id, name: '钱测试', ip: '' } as const;
    await installation.db.transaction().execute(async (tx) => {
      for (const part of ['package', 'certificate'] as const)
        await recordDownloads(tx, { type: 'evidence', isBatch: false, part }, [number], actor);
    });
    expect((await history({ operator: id })).data.list.map(({ what }) => what).toSorted()).toEqual(['证书', '证据包']);
    await expect(installation.db.transaction().execute((tx) => recordDocument(tx, '999999', actor))).rejects.toThrow('foreign key');
  });

  it('is for whoever may open the object; of an account for readers of the trail', async () => {
    const stranger = await holding(7);
    expect(await history({ object: `recording/${number}` }, stranger)).toMatchObject({ code: 403, data: { msg: '该对象不存在' } });
    expect(await history({ operator: '1' }, stranger)).toMatchObject({ code: 403, message: '权限不足！' });
    expect(await history({})).toMatchObject({ code: 403, data: { msg: '请指定对象或操作员' } });
    const reader = await holding(38);
    expect((await history({ operator: '1' }, reader)).code).toBe(200);
  });
});
