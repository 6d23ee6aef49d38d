import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { operators } from '../../../test/house/access.ts';
import { testApp } from '../../../test/house/app.ts';
import { applicationMaker } from '../../../test/house/applications.ts';
import { judge, withFiles } from '../../../test/house/certificate.ts';
import type { ApplicationDetail } from '../../contract/notarizations.ts';
import { readConfig } from '../config.ts';
import { makeDocuments, type DocumentParts } from './documents.ts';

const house = testApp();
const make = applicationMaker(house);
const { holding } = operators(house);
let notary: Awaited<ReturnType<typeof holding>>;
const parts = (change: Partial<DocumentParts> = {}): DocumentParts => ({ db: house.db, store: house.store, config: readConfig({ OFFICE_NAME: '某某公证处' }), authority: null, ...change });

beforeAll(async () => {
  await make.open();
  notary = await holding(10, 29);
});

async function passed(pieces = 1) {
  const application = await make.paid('enterprise', pieces);
  expect(await notary.post('/api/ajax/data/check', { orderId: application.id, userId: application.userId, isCheck: 1, checkRemark: '通过' })).toMatchObject({ code: 200 });
  return application;
}
const detail = async (orderId: string) => (await notary.get<ApplicationDetail>('/api/data/evidencesDetail', { orderId })).data;
const fileOf = (orderId: string) => house.db.selectFrom('notarial_document_file').innerJoin('notarial_document', 'notarial_document.id', 'document_id').selectAll().where('order_id', '=', orderId).executeTakeFirst();
const pdf = async (orderId: string) => buffer((await house.store.open((await fileOf(orderId))?.sha256 ?? '')).stream);

describe('the document of an application that passed', () => {
  it('is being made until it is listed with a signed link, stored under its hash, and in the log', async () => {
    const application = await passed(3);
    expect(await detail(application.id)).toMatchObject({ document_state: '文书制作中', pdfs: [] });
    await makeDocuments(parts());
    const { document_state, document_no, pdfs } = await detail(application.id);
    expect([document_state, pdfs.map(({ name }) => name)]).toEqual(['已出具', [`公证书${document_no}.pdf`]]);
    const shown = await house.app.inject({ url: pdfs[0]?.url ?? '' });
    const file = await fileOf(application.id);
    expect([shown.statusCode, shown.headers['content-type'], createHash('sha256').update(shown.rawPayload).digest('hex')]).toEqual([200, 'application/pdf', file?.sha256]);
    const { entry } = await house.db.selectFrom('log_pending').select('entry').where('id', '=', file?.log_entry ?? '').executeTakeFirstOrThrow();
    const manifest = JSON.parse(entry.toString()) as Record<string, unknown>;
    expect(manifest).toMatchObject({ type: 'notarial-document', number: document_no, sha256: file?.sha256, sm3: file?.sm3 });
    for (const personal of [make.applicant.name, make.applicant.idcard, ...application.numbers]) expect(entry.toString()).not.toContain(personal);
    expect(await house.db.selectFrom('trail').select('actor_kind').where('object', '=', `application/${application.id}`).where('action', '=', '出具公证书').execute()).toEqual([{ actor_kind: 'system' }]);
    expect(await house.db.selectFrom('stored_object').select('sha256').where('sha256', '=', file?.sha256 ?? '').execute()).toHaveLength(1);
  });

  it('is made once by several servers at once', async () => {
    const applications = [await passed(), await passed(), await passed()];
    await Promise.all([makeDocuments(parts()), makeDocuments(parts()), makeDocuments(parts())]);
    for (const { id } of applications) expect(await house.db.selectFrom('trail').select('id').where('object', '=', `application/${id}`).where('action', '=', '出具公证书').execute()).toHaveLength(1);
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
    // The one asked for last comes first.
    const [fine, broken] = [await passed(), await passed()];
    let isFirst = true;
    const faulty: DocumentParts['store'] = Object.create(house.store, {
      put: {
        value: (...given: Parameters<typeof house.store.put>) => {
          if (!isFirst) return house.store.put(...given);
          isFirst = false;
          return Promise.reject(new Error('the disk is full'));
        },
      },
    });
    await expect(makeDocuments(parts({ store: faulty }))).rejects.toThrow('the disk is full');
    expect(await detail(fine.id)).toMatchObject({ document_state: '已出具' });
    const { document_no } = await detail(broken.id);
    expect(await detail(broken.id)).toMatchObject({ notarialStatus: 2, document_state: '文书制作中' });
    await house.db.updateTable('notarial_document_waiting').set({ next_at: new Date(0) }).execute();
    await makeDocuments(parts());
    expect(await detail(broken.id)).toMatchObject({ document_state: '已出具', document_no });
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
    for (const text of [document_no, make.applicant.name, make.applicant.idcard, '保全证据（电子数据）', '某某公证处', '钱测试', '第 1 页，共 3 页', ...application.numbers]) expect(stdout).toContain(text);
    const hashes = await house.db.selectFrom('evidence_file').innerJoin('evidence', 'evidence.id', 'evidence_id').select('sha256').where('number', 'in', [...application.numbers]).where('role', '=', 'original').execute();
    for (const { sha256 } of hashes) expect(stdout).toContain(sha256);
  });
});

const pdfsig = judge('pdfsig');
it.skipIf(pdfsig.isMissing)(`has a signature that holds${pdfsig.note}`, async () => {
  const application = await passed();
  await makeDocuments(parts());
  const { stdout } = await withFiles({ 'd.pdf': await pdf(application.id) }, 'pdfsig', ['-nocert', 'd.pdf']);
  expect(stdout).toContain('Signature is Valid');
  expect(stdout).toContain('Total document signed');
});
