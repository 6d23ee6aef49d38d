import { beforeAll, describe, expect, it } from 'vitest';
import { operators } from '../../../../../test/installation/factories/access.ts';
import { testApp } from '../../../../../test/installation/app.ts';
import { documentMaker } from '../../../../../test/installation/factories/documents.ts';
import { sha256Of } from '../../../../../test/installation/factories/evidence.ts';
import type { ApplicationDetail } from '../../../../contract/console/notarizations.ts';

const installation = testApp();
const make = documentMaker(installation);
const { holding } = operators(installation);
let notary: Awaited<ReturnType<typeof holding>>;

beforeAll(async () => {
  await make.open();
  notary = await holding(10, 29);
});

const passed = (pieces?: number) => make.passed(notary, pieces);

describe('a link to a document', () => {
  const rows = async (orderId: string) => ({
    history: await installation.db
      .selectFrom('download_history')
      .select(['type', 'number', 'operator', 'is_batch'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute(),
    trail: await installation.db
      .selectFrom('trail')
      .select(['action', 'actor_name', 'ip', 'after'])
      .where('object', '=', `application/${orderId}`)
      .where('action', 'in', ['查看公证书', '下载公证书'])
      .orderBy('id')
      .execute(),
  });
  const linksOf = async (orderId: string, by: Pick<typeof notary, 'get'>) =>
    (await by.get<ApplicationDetail>('/api/data/evidencesDetail', { orderId })).data.pdfs[0] ?? { name: '', url: '', download_url: '' };
  const setNodes = (roleId: string, nodes: number[]) =>
    installation.db.updateTable('role').set({ nodes }).where('id', '=', roleId).execute();

  it('opens the one with the number masked to whoever may not see the number, whoever asked for the link', async () => {
    const application = await passed();
    await make.documents();
    const [full, masked] = [await make.fileOf(application.id), await make.fileOf(application.id, true)];
    const clerk = await holding(10);
    const { url } = await linksOf(application.id, clerk);
    expect(sha256Of((await installation.app.inject({ url })).rawPayload)).toBe(masked?.sha256);
    await setNodes(clerk.roleId, [10, 29]);
    expect(sha256Of((await installation.app.inject({ url })).rawPayload)).toBe(full?.sha256);
    await setNodes(clerk.roleId, [10]);
    expect(sha256Of((await installation.app.inject({ url })).rawPayload)).toBe(masked?.sha256);
    expect(masked?.sha256).not.toBe(full?.sha256);
  });

  it('is to look at or to save, under the name of the document, in no sandbox, and kept by no cache', async () => {
    const application = await passed();
    await make.documents();
    const { name, url, download_url } = await linksOf(application.id, notary);
    const [shown, saved] = [await installation.app.inject({ url }), await installation.app.inject({ url: download_url })];
    expect(
      [shown.headers['content-disposition'], saved.headers['content-disposition']].map((header) => String(header).split(';', 1)[0]),
    ).toEqual(['inline', 'attachment']);
    expect(String(saved.headers['content-disposition'])).toContain(encodeURIComponent(name));
    for (const { headers } of [shown, saved]) {
      expect(headers).toMatchObject({
        'content-type': 'application/pdf',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      expect(headers['content-security-policy']).not.toContain('sandbox');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
  });

  it('is noted in history and trail at each opening, whole or by a range, and not by HEAD', async () => {
    const application = await passed();
    await make.documents();
    const clerk = await holding(10);
    const { url, download_url } = await linksOf(application.id, clerk);
    expect(await rows(application.id)).toEqual({ history: [], trail: [] });
    expect((await installation.app.inject({ method: 'HEAD', url })).statusCode).toBe(200);
    expect(await rows(application.id)).toEqual({ history: [], trail: [] });
    const masked = await make.fileOf(application.id, true);
    await installation.app.inject({ url });
    await installation.app.inject({ url: download_url });
    // Skipping the first byte does not avoid the record.
    const part = await installation.app.inject({ url, headers: { range: 'bytes=1-' } });
    expect([part.statusCode, sha256Of(part.rawPayload)]).toEqual([200, masked?.sha256]);
    const { history, trail } = await rows(application.id);
    expect(history).toEqual(Array.from({ length: 3 }, () => ({ type: 'document', number: '', operator: '钱测试', is_batch: false })));
    expect(trail.map(({ action }) => action)).toEqual(['查看公证书', '下载公证书', '查看公证书']);
    expect(trail[0]).toMatchObject({ actor_name: '钱测试', ip: '127.0.0.1', after: { sha256: masked?.sha256, masked: true } });
  });

  it('ends with the session, with the page, and when the application goes to another; forged it never opens', async () => {
    const application = await passed();
    await make.documents();
    const clerk = await holding(10, 37);
    await installation.db.updateTable('notarization_order').set({ acceptor_id: clerk.id }).where('id', '=', application.id).execute();
    const { url } = await linksOf(application.id, clerk);
    const opens = async (at = url) => (await installation.app.inject({ url: at })).statusCode;
    expect(await opens()).toBe(200);
    await installation.db.updateTable('notarization_order').set({ acceptor_id: '1' }).where('id', '=', application.id).execute();
    expect(await opens()).toBe(404);
    await setNodes(clerk.roleId, [10]);
    expect(await opens()).toBe(200);
    await setNodes(clerk.roleId, [8]);
    expect(await opens()).toBe(404);
    await setNodes(clerk.roleId, [10]);
    const [, , , token = '', name = ''] = url.split('/');
    for (const forged of [
      `/files/document/${token}x/${name}`,
      `/files/document/x.${token}/${name}`,
      '/files/document/',
      `/files/${token}/${name}`,
      `/files/package/${token}/${name}`,
    ])
      expect(await opens(forged)).toBe(404);
    expect(await opens()).toBe(200);
    await clerk.get('/api/user/logout');
    expect(await opens()).toBe(404);
  });

  it('has its openings told by the history of its application, to whoever sees that', async () => {
    const application = await passed();
    await make.documents();
    const { url } = await linksOf(application.id, notary);
    await installation.app.inject({ url });
    const historyOf = (by: Pick<typeof notary, 'get'>, fields: Record<string, string | number> = {}) =>
      by.get('/api/DownHistory/getList', { type: 5, orderId: application.id, ...fields });
    expect(await historyOf(notary)).toMatchObject({
      code: 200,
      data: { count: 1, list: [{ operator: '钱测试', baoquan_no: '', operate_time: expect.stringMatching(/^\d{4}-/) as string }] },
    });
    expect(await historyOf(await holding(10, 37))).toMatchObject({ code: 403, data: { msg: '该申请不存在' } });
    expect(await historyOf(await holding(7, 8, 12, 30))).toMatchObject({ code: 403, message: '权限不足！' });
    expect(await historyOf(notary, { type: 1 })).toMatchObject({ code: 403, data: { msg: '下载类型无效' } });
  });
});
