import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { operators } from '../../../../../test/installation/factories/access.ts';
import { testApp } from '../../../../../test/installation/app.ts';
import { withFiles } from '../../../../../test/installation/factories/certificate.ts';
import { tool } from '../../../../../test/installation/tool.ts';
import { documentMaker } from '../../../../../test/installation/factories/documents.ts';
import { sha256Of } from '../../../../../test/installation/factories/evidence.ts';
import { signedHeaders, type IntakeKey } from '../../../../../test/installation/intake.ts';
import type { ApplicationDetail } from '../../../../contract/console/notarizations.ts';
import { readConfig } from '../../../platform/runtime/config.ts';
import { newCredential } from '../../users/credentials.ts';
import type { DocumentDeps } from './documents.ts';

const installation = testApp();
const make = documentMaker(installation);
const { holding } = operators(installation);
let notary: Awaited<ReturnType<typeof holding>>;

beforeAll(async () => {
  await make.open();
  notary = await holding(10, 29);
});

const passed = (pieces?: number) => make.passed(notary, pieces);
const detail = async (orderId: string) => (await notary.get<ApplicationDetail>('/api/data/evidencesDetail', { orderId })).data;
const pdf = async (orderId: string, isMasked = false) =>
  buffer((await installation.store.open((await make.fileOf(orderId, isMasked))?.sha256 ?? '')).stream);

describe('the document of an application that passed', () => {
  it('is being made until it is listed with a signed link, stored under its hash, and in the log', async () => {
    const application = await passed(3);
    expect(await detail(application.id)).toMatchObject({ document_state: '文书制作中', pdfs: [] });
    await make.documents();
    const { document_state, document_no, pdfs } = await detail(application.id);
    expect([document_state, pdfs.map(({ name }) => name)]).toEqual(['已出具', [`公证书${document_no}.pdf`]]);
    const shown = await installation.app.inject({ url: pdfs[0]?.url ?? '' });
    const file = await make.fileOf(application.id);
    expect([shown.statusCode, shown.headers['content-type'], sha256Of(shown.rawPayload)]).toEqual([200, 'application/pdf', file?.sha256]);
    for (const [of, rendition] of [
      [file, undefined],
      [await make.fileOf(application.id, true), 'masked'],
    ] as const) {
      const { entry } = await installation.db
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
      await installation.db
        .selectFrom('trail')
        .select('actor_kind')
        .where('object', '=', `application/${application.id}`)
        .where('action', '=', '出具公证书')
        .execute(),
    ).toEqual([{ actor_kind: 'system' }]);
    expect(
      await installation.db
        .selectFrom('stored_object')
        .select('sha256')
        .where('sha256', '=', file?.sha256 ?? '')
        .execute(),
    ).toHaveLength(1);
  });

  it('is made once by several servers at once', async () => {
    const applications = [await passed(), await passed(), await passed()];
    await Promise.all([make.documents(), make.documents(), make.documents()]);
    for (const { id } of applications)
      expect(
        await installation.db
          .selectFrom('trail')
          .select('id')
          .where('object', '=', `application/${id}`)
          .where('action', '=', '出具公证书')
          .execute(),
      ).toHaveLength(1);
    expect(await installation.db.selectFrom('notarial_document_waiting').selectAll().execute()).toEqual([]);
  });

  it('is made in one turn with all that wait, and none more once the server stops', async () => {
    for (let application = 0; application < 3; application += 1) await passed();
    const waiting = async () => (await installation.db.selectFrom('notarial_document_waiting').selectAll().execute()).length;
    await make.documents({}, AbortSignal.abort());
    expect(await waiting()).toBe(3);
    await make.documents({}, new AbortController().signal);
    expect(await waiting()).toBe(0);
  });

  it('that cannot be kept waits for its next turn and holds up no other; the application has passed all the same', async () => {
    const both = [await passed(), await passed()];
    let isFirst = true;
    const faulty: DocumentDeps['store'] = Object.create(installation.store, {
      put: {
        value: (...given: Parameters<typeof installation.store.put>) => {
          if (!isFirst) return installation.store.put(...given);
          isFirst = false;
          return Promise.reject(new Error('the disk is full'));
        },
      },
    });
    await expect(make.documents({ store: faulty })).rejects.toThrow('the disk is full');
    // Both are drawn at once, so either may be the one whose file could not be stored.
    const broken = (await Promise.all(both.map(({ id }) => detail(id)))).filter(({ document_state: state }) => state !== '已出具');
    expect(broken).toMatchObject([{ notarialStatus: 2, document_state: '文书制作中' }]);
    await installation.db
      .updateTable('notarial_document_waiting')
      .set({ next_at: new Date(0) })
      .execute();
    await make.documents();
    for (const { orderId, document_no } of broken) expect(await detail(orderId)).toMatchObject({ document_state: '已出具', document_no });
  });

  it('that was issued before there were masked ones gets its masked one, and stays what it was', async () => {
    const application = await passed();
    await make.documents();
    const before = await make.fileOf(application.id);
    // Simulates a document that an earlier release issued.
    await installation.pool.query('alter table notarial_document_file disable trigger user');
    await installation.db
      .deleteFrom('notarial_document_file')
      .where('document_id', '=', before?.document_id ?? '')
      .where('is_masked', '=', true)
      .execute();
    await installation.pool.query('alter table notarial_document_file enable trigger user');
    const clerk = await holding(10);
    const seen = async () => (await clerk.get<ApplicationDetail>('/api/data/evidencesDetail', { orderId: application.id })).data;
    expect(await seen()).toMatchObject({ document_state: '文书制作中', pdfs: [] });
    expect((await detail(application.id)).pdfs).toHaveLength(1);
    await installation.db
      .insertInto('notarial_document_waiting')
      .values({ document_id: before?.document_id ?? '' })
      .execute();
    await make.documents();
    expect((await seen()).document_state).toBe('已出具');
    expect((await make.fileOf(application.id))?.sha256).toBe(before?.sha256);
    const acts = await installation.db
      .selectFrom('trail')
      .select('action')
      .where('object', '=', `application/${application.id}`)
      .where('action', 'like', '出具%')
      .orderBy('id')
      .execute();
    expect(acts.map(({ action }) => action)).toEqual(['出具公证书', '出具公证书遮盖件', '出具公证书遮盖件']);
  });

  it('cannot be changed or removed', async () => {
    await expect(installation.db.deleteFrom('notarial_document_file').execute()).rejects.toThrow('append-only');
    await expect(installation.db.updateTable('notarial_document').set({ number: 'x' }).execute()).rejects.toThrow('append-only');
  });
});

const poppler = tool('pdftotext');
describe.skipIf(poppler.isMissing)(`to a reader${poppler.note}`, () => {
  it('says number, applicant, every evidence with its hash, notary and office, on as many pages as it takes', async () => {
    const application = await passed(9);
    await make.documents();
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
    const hashes = await installation.db
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
    await make.documents();
    const { stdout } = await withFiles({ 'd.pdf': await pdf(application.id, true) }, 'pdftotext', ['-layout', 'd.pdf', '-']);
    const { document_no } = await detail(application.id);
    for (const text of [document_no, make.applicant.name, '9900**********1234', '本件隐去部分号码', ...application.numbers])
      expect(stdout).toContain(text);
    expect(stdout).not.toContain(make.applicant.idcard);
    expect(stdout).not.toContain(make.applicant.idcard.slice(4, 14));
  });
});

const pdfsig = tool('pdfsig');
it.skipIf(pdfsig.isMissing)(`has a signature that holds${pdfsig.note}`, async () => {
  const application = await passed();
  await make.documents();
  for (const isMasked of [false, true]) {
    const { stdout } = await withFiles({ 'd.pdf': await pdf(application.id, isMasked) }, 'pdfsig', ['-nocert', 'd.pdf']);
    expect(stdout).toContain('Signature is Valid');
    expect(stdout).toContain('Total document signed');
  }
});

it.skipIf(tool('pdftotext').isMissing)('of a sandbox says on every page that it proves nothing, in full and masked', async () => {
  const application = await passed(8);
  await make.documents({ config: readConfig({ SANDBOX: '1' }) });
  for (const isMasked of [false, true]) {
    const { stdout } = await withFiles({ 'd.pdf': await pdf(application.id, isMasked) }, 'pdftotext', ['-layout', 'd.pdf', '-']);
    const pages = stdout.split('\f').filter((page) => page.trim() !== '');
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(page).toContain('测试环境，数据无证明效力');
  }
});

describe('the applicant', () => {
  const ask = async (id: string, key: IntakeKey) => {
    const request = { method: 'GET' as const, path: `/open/v1/notarizations/${id}/document` };
    return installation.app.inject({ method: 'GET', url: request.path, headers: signedHeaders(key, request) });
  };
  const keyOf = async (user_id: string): Promise<IntakeKey> => {
    const key = newCredential();
    await installation.db
      .insertInto('credential')
      .values({ ...key, kind: 'enterprise', user_id, name: '某企业' })
      .execute();
    return key;
  };

  it('gets the document in full once it is issued, each time on the trail', async () => {
    const application = await passed();
    const platform = make.key;
    expect((await ask(application.id, platform)).statusCode).toBe(404);
    await make.documents();
    const own = await keyOf(application.userId);
    const file = await make.fileOf(application.id);
    for (const key of [platform, own]) {
      const answer = await ask(application.id, key);
      expect([answer.statusCode, answer.headers['content-type'], sha256Of(answer.rawPayload)]).toEqual([
        200,
        'application/pdf',
        file?.sha256,
      ]);
    }
    const fetched = await installation.db
      .selectFrom('trail')
      .select('actor_kind')
      .where('object', '=', `application/${application.id}`)
      .where('action', '=', '下载公证书')
      .execute();
    expect(fetched).toEqual([{ actor_kind: 'client' }, { actor_kind: 'client' }]);
  });

  it('gets nobody else’s, none that was refused, and no damaged one', async () => {
    const application = await passed();
    await make.documents();
    const foreign = await keyOf(await make.user('enterprise'));
    expect((await ask(application.id, foreign)).statusCode).toBe(403);
    expect((await ask('999999999', make.key)).statusCode).toBe(404);
    const waiting = await make.paid('enterprise');
    expect((await ask(waiting.id, make.key)).statusCode).toBe(404);
    const file = await make.fileOf(application.id);
    await installation.db
      .updateTable('stored_object')
      .set({ state: 'damaged', checked_at: new Date() })
      .where('sha256', '=', file?.sha256 ?? '')
      .execute();
    expect((await ask(application.id, make.key)).statusCode).toBe(409);
  });
});
