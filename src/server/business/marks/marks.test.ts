import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { aFile, uid } from '../../../../test/installation/factories/evidence.ts';
import { media } from '../../../../test/installation/factories/media.ts';
import { grow } from '../../../../test/installation/factories/package.ts';
import { recordingMaker } from '../../../../test/installation/factories/recordings.ts';
import { intakeClient } from '../../../../test/installation/intake.ts';
import { markCode, printedCode } from '../../../domain/proof/marks/mark-code.ts';
import { markHash, parseMark } from '../../../domain/proof/marks/mark.ts';
import { checkEvidence } from '../../custody/audit/evidence-check.ts';
import { readUsedMark, deleteUnusedMarks } from '../../custody/marks/mark-store.ts';
import { grantCredential } from '../users/credentials.ts';

const installation = testApp();
const make = recordingMaker(installation);
const { evidence } = make;
let user_id: string;
beforeAll(async () => {
  await evidence.open();
  user_id = await evidence.user('personal', 500);
  await grow(installation);
});

const ask = (fields: Record<string, unknown> = {}, by = evidence.client()) =>
  by.post('/open/v1/marks', { unique_id: uid(), user_id, ...fields });
async function aMark(fields: Record<string, unknown> = {}): Promise<{ mark: string; code: string }> {
  const { body } = await ask(fields);
  return { mark: String(body['mark']), code: String(body['code']) };
}
const refused = (status: number, code: string) => ({ status, body: { error: { code } } });
const rowOf = (mark: string) => installation.db.selectFrom('mark').selectAll().where('sha256', '=', mark).executeTakeFirstOrThrow();
const later = (mark: string, interval: string) =>
  installation.pool.query(
    `begin; set local session_replication_role = replica;
     update mark set expires_at = expires_at - interval '${interval}' where sha256 = '${mark}'; commit`,
  );
const stateOf = async (number: string) => (await evidence.client().get(`/open/v1/evidence/${number}`)).body;

describe('POST /marks', () => {
  it('gives the hash of the newest checkpoint, and its code, once for its unique_id', async () => {
    const unique_id = uid();
    const answers = await Promise.all([1, 2, 3].map(() => ask({ unique_id })));
    const [first] = answers;
    expect(first).toMatchObject({
      status: 200,
      body: {
        mark: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{12}$/) as string,
        expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
      },
    });
    for (const answer of answers) expect(answer).toEqual(first);
    const row = await rowOf(String(first?.body['mark']));
    const parsed = parseMark(row.json);
    const newest = await installation.db
      .selectFrom('log_checkpoint')
      .selectAll()
      .orderBy('size', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(parsed).toMatchObject({ ok: true, value: { checkpoint: newest.note, timestampSha256: null, block: null, cosignatures: [] } });
    expect([markHash(row.json), markCode(row.sha256)]).toEqual([row.sha256, row.code]);
    expect((row.expires_at?.getTime() ?? 0) - row.made_at.getTime()).toBeGreaterThan(86_390_000);
    expect((await aMark()).mark).not.toBe(row.sha256);
    const trail = await installation.db.selectFrom('trail').select('action').where('object', '=', `mark/${row.code}`).execute();
    expect(trail).toEqual([{ action: '领取时间标记' }]);
  });

  it('is for users who are verified, and for an enterprise’s own', async () => {
    const { user_id: unverified } = await evidence.register.register('personal');
    expect(await ask({ user_id: unverified })).toMatchObject(refused(403, 'forbidden'));
    expect(await ask({ user_id: '999999' })).toMatchObject(refused(404, 'unknown'));
    expect(await ask({ user_id: 'x' })).toMatchObject(refused(400, 'malformed'));
    const own = await evidence.user('enterprise');
    await installation.db.transaction().execute((tx) => grantCredential(tx, own, '某公司'));
    const { app_id, security_key } = await installation.db
      .selectFrom('credential')
      .selectAll()
      .where('user_id', '=', own)
      .executeTakeFirstOrThrow();
    const company = intakeClient(installation.app, { app_id, security_key });
    expect(await ask({}, company)).toMatchObject(refused(403, 'forbidden'));
    expect(await ask({ user_id: own }, company)).toMatchObject({ status: 200 });
  });
});

describe('a mark that is handed in with evidence', () => {
  it.each([
    ['its hash as text', (mark: string) => Buffer.from(`<x>${mark.toUpperCase()}</x>`)],
    ['its hash as bytes', (mark: string) => Buffer.from(mark, 'hex')],
    ['its code in UTF-16', (mark: string) => Buffer.from(printedCode(markCode(mark)), 'utf16le')],
  ])('is bound where the file holds %s', async (_, bytesOf) => {
    const { mark, code } = await aMark();
    const bytes = Buffer.concat([randomBytes(70_000), bytesOf(mark), randomBytes(70_000)]);
    const number = await evidence.evidence(user_id, { mark: code.toLowerCase() }, aFile({ bytes }));
    expect(await stateOf(number)).toMatchObject({ mark: 'bound', notBefore: null, notAfter: null });
    expect(await readUsedMark(installation.db, number)).toMatchObject({ hash: mark, code, binding: 'file' });
    const details = await installation.db
      .selectFrom('evidence_file')
      .innerJoin('evidence', 'evidence.id', 'evidence_file.evidence_id')
      .select('content')
      .where('number', '=', number)
      .where('role', '=', 'details')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(details.content?.toString() ?? '')).toMatchObject({ mark });
  });

  it('is 未绑定 where the file does not, whatever else was declared', async () => {
    const { mark, code } = await aMark();
    const number = await evidence.evidence(user_id, { mark, title: `校验码 ${code}`, address: mark });
    expect(await stateOf(number)).toMatchObject({ mark: 'unbound', notBefore: null });
    expect(await stateOf(await evidence.evidence(user_id))).toMatchObject({ mark: null, notBefore: null, notAfter: null });
  });

  it('is refused by name when it is unknown, another’s, used or older than a day; nothing is kept then', async () => {
    const { mark } = await aMark();
    const other = await evidence.user('personal', 50);
    const before = await evidence.pointsOf(user_id);
    const send = (fields: Record<string, string>, by = user_id) => evidence.send({ user_id: by, ...fields });
    expect(await send({ mark: 'f'.repeat(64) })).toMatchObject(refused(404, 'unknown'));
    expect(await send({ mark: 'ZZZZ-ZZZZ-ZZZZ' })).toMatchObject(refused(404, 'unknown'));
    expect(await send({ mark: 'a mark' })).toMatchObject(refused(400, 'malformed'));
    expect(await send({ mark }, other)).toMatchObject(refused(403, 'mark_foreign'));
    await later(mark, '24 hours');
    expect(await send({ mark })).toMatchObject(refused(410, 'mark_expired'));
    expect(await evidence.pointsOf(user_id)).toBe(before);
    expect(await evidence.rowsOf(other)).toEqual([]);

    const { mark: good } = await aMark();
    const [fields, file] = [{ unique_id: uid(), mark: good }, aFile()];
    const first = await evidence.send({ user_id, ...fields }, file);
    expect(first.status).toBe(200);
    expect(await evidence.send({ user_id, ...fields }, file)).toEqual(first);
    expect(await send({ mark: good })).toMatchObject(refused(409, 'mark_used'));
  });

  it('is given once, however many hand it in at once, and the others of their batch are kept', async () => {
    const { mark } = await aMark();
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => evidence.send({ user_id, mark })),
      ...Array.from({ length: 5 }, () => evidence.send({ user_id })),
    ]);
    expect(
      answers
        .slice(0, 5)
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual([200, 409, 409, 409, 409]);
    expect(answers.slice(5).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await rowOf(mark)).used_by).toBe(answers.find(({ status }) => status === 200)?.body['baoquan']);
  });

  it('changes no more once it is used, and is forgotten when nobody did', async () => {
    const [used, unused] = [await aMark(), await aMark()];
    await evidence.evidence(user_id, { mark: used.mark });
    for (const change of [`used_by = null, used_at = null`, `binding = 'file'`, `code = '000000000000'`, `json = ''`])
      await expect(installation.pool.query(`update mark set ${change} where sha256 = '${used.mark}'`)).rejects.toThrow('never changed');
    await expect(installation.pool.query(`delete from mark where sha256 = '${used.mark}'`)).rejects.toThrow('never changed');
    await later(used.mark, '9 days');
    await later(unused.mark, '7 days');
    await deleteUnusedMarks(installation.db);
    expect((await rowOf(unused.mark)).used_by).toBeNull();
    await later(unused.mark, '25 hours');
    await deleteUnusedMarks(installation.db);
    await expect(rowOf(unused.mark)).rejects.toThrow();
    expect((await rowOf(used.mark)).used_by).not.toBeNull();
  });
});

it('is compared with what its evidence says by fsck', async () => {
  const { mark } = await aMark();
  const number = await evidence.evidence(user_id, { mark });
  const broken = async () => (await checkEvidence(installation.db, installation.ownerSecret)).broken;
  const forge = (change: string) =>
    installation.pool.query(
      `begin; set local session_replication_role = replica; update mark set ${change} where sha256 = '${mark}'; commit`,
    );
  expect(await broken()).toBeNull();
  await forge(`json = json || ' '`);
  expect(await broken()).toEqual({ number, reason: `its mark ${mark} was changed` });
  await forge(`json = substr(json, 1, length(json) - 1), used_by = '${'0'.repeat(32)}'`);
  expect(await broken()).toMatchObject({ number, reason: expect.stringMatching(/^its mark is null, its details say/) as string });
  await forge(`used_by = '${number}'`);
  expect(await broken()).toBeNull();
});

describe('a mark that is handed in with a recording', () => {
  it('belongs to it from its registration on, and is bound by its file', async () => {
    for (const type of ['pro', 'move']) {
      const { mark, code } = await aMark();
      const plain = media.mp4(3);
      const file = Buffer.concat([plain, freeBox(`code ${code}`)]);
      const { number, url } = await make.begun(user_id, file, { mark: printedCode(code), type });
      expect((await rowOf(mark)).used_by).toBe(number);
      expect(await evidence.send({ user_id, mark })).toMatchObject(refused(409, 'mark_used'));
      expect(await make.patch(url, 0, file, { length: file.length })).toMatchObject({ status: 204 });
      expect(await stateOf(number)).toMatchObject({ mark: 'bound' });
    }
    const { mark } = await aMark();
    const file = media.mp4(3);
    const { number, url } = await make.begun(user_id, file, { mark, name: mark });
    expect(await make.patch(url, 0, file, { length: file.length })).toMatchObject({ status: 204 });
    expect(await stateOf(number)).toMatchObject({ mark: 'unbound' });
  });

  it('is refused by name, and given once', async () => {
    const { mark } = await aMark();
    const other = await evidence.user('personal', 50);
    expect(await make.create(other, Buffer.from('x'), { mark })).toMatchObject(refused(403, 'mark_foreign'));
    expect(await make.create(user_id, Buffer.from('x'), { mark: '0'.repeat(64) })).toMatchObject(refused(404, 'unknown'));
    const answers = await Promise.all(Array.from({ length: 4 }, () => make.create(user_id, Buffer.from('x'), { mark })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const late = await aMark();
    await later(late.mark, '24 hours');
    expect(await make.create(user_id, Buffer.from('x'), { mark: late.code })).toMatchObject(refused(410, 'mark_expired'));
  });
});

/** A box of ISO media that players skip. */
function freeBox(text: string): Buffer {
  const box = Buffer.alloc(8 + text.length);
  box.writeUInt32BE(box.length);
  box.write(`free${text}`, 4);
  return box;
}
