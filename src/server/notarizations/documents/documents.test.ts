import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { operators } from '../../../../test/house/factories/access.ts';
import { testApp } from '../../../../test/house/app.ts';
import { applicationMaker } from '../../../../test/house/factories/applications.ts';
import { judge, withFiles } from '../../../../test/house/factories/certificate.ts';
import type { ApplicationDetail } from '../../../contract/console/notarizations.ts';
import { readConfig } from '../../runtime/config.ts';
import { officeSigner } from '../../custody/identity/signing-identity.ts';
import { makeDocuments, type DocumentDeps } from './documents.ts';

const house = testApp();
const config = readConfig({ OFFICE_NAME: '某某公证处' });
const make = applicationMaker(house);
const { holding } = operators(house);
let notary: Awaited<ReturnType<typeof holding>>;
const parts = (change: Partial<DocumentDeps> = {}): DocumentDeps => ({
  db: house.db,
  store: house.store,
  config,
  signer: officeSigner({ db: house.db, config, authority: null }),
  ...change,
});

beforeAll(async () => {
  await make.open();
  notary = await holding(10, 29);
});

async function passed(pieces = 1) {
  const application = await make.paid('enterprise', pieces);
  expect(
    await notary.post('/api/ajax/data/check', { orderId: application.id, userId: application.userId, isCheck: 1, checkRemark: '通过' }),
  ).toMatchObject({ code: 200 });
  return application;
}
const detail = async (orderId: string) => (await notary.get<ApplicationDetail>('/api/data/evidencesDetail', { orderId })).data;
const fileOf = (orderId: string, isMasked = false) =>
  house.db
    .selectFrom('notarial_document_file')
    .innerJoin('notarial_document', 'notarial_document.id', 'document_id')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('is_masked', '=', isMasked)
    .executeTakeFirst();
const pdf = async (orderId: string, isMasked = false) =>
  buffer((await house.store.open((await fileOf(orderId, isMasked))?.sha256 ?? '')).stream);
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('a link to a document', () => {
  const rows = async (orderId: string) => ({
    history: await house.db
      .selectFrom('download_history')
      .select(['type', 'number', 'operator', 'is_batch'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute(),
    trail: await house.db
      .selectFrom('trail')
      .select(['action', 'actor_name', 'ip', 'after'])
      .where('object', '=', `application/${orderId}`)
      .where('action', 'in', ['查看公证书', '下载公证书'])
      .orderBy('id')
      .execute(),
  });
  const linksOf = async (orderId: string, by: Pick<typeof notary, 'get'>) =>
    (await by.get<ApplicationDetail>('/api/data/evidencesDetail', { orderId })).data.pdfs[0] ?? { name: '', url: '', download_url: '' };
  const setNodes = (roleId: string, nodes: number[]) => house.db.updateTable('role').set({ nodes }).where('id', '=', roleId).execute();

  it('opens the one with the number masked to whoever may not see the number, whoever asked for the link', async () => {
    const application = await passed();
    await makeDocuments(parts());
    const [full, masked] = [await fileOf(application.id), await fileOf(application.id, true)];
    const clerk = await holding(10);
    const { url } = await linksOf(application.id, clerk);
    expect(sha256Of((await house.app.inject({ url })).rawPayload)).toBe(masked?.sha256);
    await setNodes(clerk.roleId, [10, 29]);
    expect(sha256Of((await house.app.inject({ url })).rawPayload)).toBe(full?.sha256);
    await setNodes(clerk.roleId, [10]);
    expect(sha256Of((await house.app.inject({ url })).rawPayload)).toBe(masked?.sha256);
    expect(masked?.sha256).not.toBe(full?.sha256);
  });

  it('is to look at or to save, under the name of the document, in no sandbox, and kept by no cache', async () => {
    const application = await passed();
    await makeDocuments(parts());
    const { name, url, download_url } = await linksOf(application.id, notary);
    const [shown, saved] = [await house.app.inject({ url }), await house.app.inject({ url: download_url })];
    expect(
      [shown.headers['content-disposition'], saved.headers['content-disposition']].map((told) => String(told).split(';', 1)[0]),
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
    await makeDocuments(parts());
    const clerk = await holding(10);
    const { url, download_url } = await linksOf(application.id, clerk);
    expect(await rows(application.id)).toEqual({ history: [], trail: [] });
    expect((await house.app.inject({ method: 'HEAD', url })).statusCode).toBe(200);
    expect(await rows(application.id)).toEqual({ history: [], trail: [] });
    const masked = await fileOf(application.id, true);
    await house.app.inject({ url });
    await house.app.inject({ url: download_url });
    // Nobody has all but the first byte without a word.
    const part = await house.app.inject({ url, headers: { range: 'bytes=1-' } });
    expect([part.statusCode, sha256Of(part.rawPayload)]).toEqual([200, masked?.sha256]);
    const { history, trail } = await rows(application.id);
    expect(history).toEqual(Array.from({ length: 3 }, () => ({ type: 'document', number: '', operator: '钱测试', is_batch: false })));
    expect(trail.map(({ action }) => action)).toEqual(['查看公证书', '下载公证书', '查看公证书']);
    expect(trail[0]).toMatchObject({ actor_name: '钱测试', ip: '127.0.0.1', after: { sha256: masked?.sha256, masked: true } });
  });

  it('ends with the session, with the page, and when the application goes to another; forged it never opens', async () => {
    const application = await passed();
    await makeDocuments(parts());
    const clerk = await holding(10, 37);
    await house.db.updateTable('notarization_order').set({ acceptor_id: clerk.id }).where('id', '=', application.id).execute();
    const { url } = await linksOf(application.id, clerk);
    const opens = async (at = url) => (await house.app.inject({ url: at })).statusCode;
    expect(await opens()).toBe(200);
    await house.db.updateTable('notarization_order').set({ acceptor_id: '1' }).where('id', '=', application.id).execute();
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
    await makeDocuments(parts());
    const { url } = await linksOf(application.id, notary);
    await house.app.inject({ url });
    const told = (by: Pick<typeof notary, 'get'>, fields: Record<string, string | number> = {}) =>
      by.get('/api/DownHistory/getList', { type: 5, orderId: application.id, ...fields });
    expect(await told(notary)).toMatchObject({
      code: 200,
      data: { count: 1, list: [{ operator: '钱测试', baoquan_no: '', operate_time: expect.stringMatching(/^\d{4}-/) as string }] },
    });
    expect(await told(await holding(10, 37))).toMatchObject({ code: 403, data: { msg: '该申请不存在' } });
    expect(await told(await holding(7, 8, 12, 30))).toMatchObject({ code: 403, message: '权限不足！' });
    expect(await told(notary, { type: 1 })).toMatchObject({ code: 403, data: { msg: '下载类型无效' } });
  });
});

describe('the document of an application that passed', () => {
  it('is being made until it is listed with a signed link, stored under its hash, and in the log', async () => {
    const application = await passed(3);
    expect(await detail(application.id)).toMatchObject({ document_state: '文书制作中', pdfs: [] });
    await makeDocuments(parts());
    const { document_state, document_no, pdfs } = await detail(application.id);
    expect([document_state, pdfs.map(({ name }) => name)]).toEqual(['已出具', [`公证书${document_no}.pdf`]]);
    const shown = await house.app.inject({ url: pdfs[0]?.url ?? '' });
    const file = await fileOf(application.id);
    expect([shown.statusCode, shown.headers['content-type'], sha256Of(shown.rawPayload)]).toEqual([200, 'application/pdf', file?.sha256]);
    for (const [of, rendition] of [
      [file, undefined],
      [await fileOf(application.id, true), 'masked'],
    ] as const) {
      const { entry } = await house.db
        .selectFrom('log_pending')
        .select('entry')
        .where('id', '=', of?.log_entry ?? '')
        .executeTakeFirstOrThrow();
      const manifest = JSON.parse(entry.toString()) as Record<string, unknown>;
      expect(manifest).toMatchObject({ type: 'notarial-document', number: document_no, sha256: of?.sha256, sm3: of?.sm3 });
      expect(manifest['rendition']).toBe(rendition);
      for (const personal of [make.applicant.name, make.applicant.idcard, ...application.numbers])
        expect(entry.toString()).not.toContain(personal);
    }
    expect(
      await house.db
        .selectFrom('trail')
        .select('actor_kind')
        .where('object', '=', `application/${application.id}`)
        .where('action', '=', '出具公证书')
        .execute(),
    ).toEqual([{ actor_kind: 'system' }]);
    expect(
      await house.db
        .selectFrom('stored_object')
        .select('sha256')
        .where('sha256', '=', file?.sha256 ?? '')
        .execute(),
    ).toHaveLength(1);
  });

  it('is made once by several servers at once', async () => {
    const applications = [await passed(), await passed(), await passed()];
    await Promise.all([makeDocuments(parts()), makeDocuments(parts()), makeDocuments(parts())]);
    for (const { id } of applications)
      expect(
        await house.db
          .selectFrom('trail')
          .select('id')
          .where('object', '=', `application/${id}`)
          .where('action', '=', '出具公证书')
          .execute(),
      ).toHaveLength(1);
    expect(await house.db.selectFrom('notarial_document_waiting').selectAll().execute()).toEqual([]);
  });

  it('is made in one turn with all that wait, and none more once the server stops', async () => {
    for (let application = 0; application < 3; application += 1) await passed();
    const waiting = async () => (await house.db.selectFrom('notarial_document_waiting').selectAll().execute()).length;
    await makeDocuments(parts(), AbortSignal.abort());
    expect(await waiting()).toBe(3);
    await makeDocuments(parts(), new AbortController().signal);
    expect(await waiting()).toBe(0);
  });

  it('that cannot be kept waits for its next turn and holds up no other; the application has passed all the same', async () => {
    const both = [await passed(), await passed()];
    let isFirst = true;
    const faulty: DocumentDeps['store'] = Object.create(house.store, {
      put: {
        value: (...given: Parameters<typeof house.store.put>) => {
          if (!isFirst) return house.store.put(...given);
          isFirst = false;
          return Promise.reject(new Error('the disk is full'));
        },
      },
    });
    await expect(makeDocuments(parts({ store: faulty }))).rejects.toThrow('the disk is full');
    // Both are drawn at once: either may be the one whose file could not be kept.
    const broken = (await Promise.all(both.map(({ id }) => detail(id)))).filter(({ document_state: state }) => state !== '已出具');
    expect(broken).toMatchObject([{ notarialStatus: 2, document_state: '文书制作中' }]);
    await house.db
      .updateTable('notarial_document_waiting')
      .set({ next_at: new Date(0) })
      .execute();
    await makeDocuments(parts());
    for (const { orderId, document_no } of broken) expect(await detail(orderId)).toMatchObject({ document_state: '已出具', document_no });
  });

  it('that was issued before there were masked ones gets its masked one, and stays what it was', async () => {
    const application = await passed();
    await makeDocuments(parts());
    const before = await fileOf(application.id);
    // As a document was that an earlier release issued.
    await house.pool.query('alter table notarial_document_file disable trigger user');
    await house.db
      .deleteFrom('notarial_document_file')
      .where('document_id', '=', before?.document_id ?? '')
      .where('is_masked', '=', true)
      .execute();
    await house.pool.query('alter table notarial_document_file enable trigger user');
    const clerk = await holding(10);
    const seen = async () => (await clerk.get<ApplicationDetail>('/api/data/evidencesDetail', { orderId: application.id })).data;
    expect(await seen()).toMatchObject({ document_state: '文书制作中', pdfs: [] });
    expect((await detail(application.id)).pdfs).toHaveLength(1);
    await house.db
      .insertInto('notarial_document_waiting')
      .values({ document_id: before?.document_id ?? '' })
      .execute();
    await makeDocuments(parts());
    expect((await seen()).document_state).toBe('已出具');
    expect((await fileOf(application.id))?.sha256).toBe(before?.sha256);
    const acts = await house.db
      .selectFrom('trail')
      .select('action')
      .where('object', '=', `application/${application.id}`)
      .where('action', 'like', '出具%')
      .orderBy('id')
      .execute();
    expect(acts.map(({ action }) => action)).toEqual(['出具公证书', '出具公证书遮盖件', '出具公证书遮盖件']);
  });

  it('cannot be changed or removed', async () => {
    await expect(house.db.deleteFrom('notarial_document_file').execute()).rejects.toThrow('append-only');
    await expect(house.db.updateTable('notarial_document').set({ number: 'x' }).execute()).rejects.toThrow('append-only');
  });
});

const poppler = judge('pdftotext');
describe.skipIf(poppler.isMissing)(`to a reader${poppler.note}`, () => {
  it('says number, applicant, every evidence with its hash, notary and office, on as many pages as it takes', async () => {
    const application = await passed(9);
    await makeDocuments(parts());
    const { stdout } = await withFiles({ 'd.pdf': await pdf(application.id) }, 'pdftotext', ['-layout', 'd.pdf', '-']);
    const { document_no } = await detail(application.id);
    for (const text of [
      document_no,
      make.applicant.name,
      make.applicant.idcard,
      '保全证据（电子数据）',
      '某某公证处',
      '钱测试',
      '第 1 页，共 3 页',
      ...application.numbers,
    ])
      expect(stdout).toContain(text);
    const hashes = await house.db
      .selectFrom('evidence_file')
      .innerJoin('evidence', 'evidence.id', 'evidence_id')
      .select('sha256')
      .where('number', 'in', [...application.numbers])
      .where('role', '=', 'original')
      .execute();
    for (const { sha256 } of hashes) expect(stdout).toContain(sha256);
  });

  it('says all of that with the number masked, and says that it is, to whoever may not see the number', async () => {
    const application = await passed(2);
    await makeDocuments(parts());
    const { stdout } = await withFiles({ 'd.pdf': await pdf(application.id, true) }, 'pdftotext', ['-layout', 'd.pdf', '-']);
    const { document_no } = await detail(application.id);
    for (const text of [document_no, make.applicant.name, '9900**********1234', '本件隐去部分号码', ...application.numbers])
      expect(stdout).toContain(text);
    expect(stdout).not.toContain(make.applicant.idcard);
    expect(stdout).not.toContain(make.applicant.idcard.slice(4, 14));
  });
});

const pdfsig = judge('pdfsig');
it.skipIf(pdfsig.isMissing)(`has a signature that holds${pdfsig.note}`, async () => {
  const application = await passed();
  await makeDocuments(parts());
  for (const isMasked of [false, true]) {
    const { stdout } = await withFiles({ 'd.pdf': await pdf(application.id, isMasked) }, 'pdfsig', ['-nocert', 'd.pdf']);
    expect(stdout).toContain('Signature is Valid');
    expect(stdout).toContain('Total document signed');
  }
});
