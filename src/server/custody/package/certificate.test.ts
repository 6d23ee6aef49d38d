import { buffer } from 'node:stream/consumers';
import { beforeAll, afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { withFiles } from '../../../../test/installation/factories/certificate.ts';
import { tool } from '../../../../test/installation/tool.ts';
import { evidenceMaker, sha256Of } from '../../../../test/installation/factories/evidence.ts';
import { grow, webEvidence } from '../../../../test/installation/factories/package.ts';
import { honest, startAuthority, type Authority } from '../../../../test/installation/servers/timestamp-authority.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { verifyPdf } from '../../../domain/proof/cms/pdf-verify.ts';
import type { TimestampAuthority } from '../timestamps/timestamp.ts';
import { issueCertificate } from './certificate.ts';
import { readPackageFacts } from './proven-facts.ts';
import { readFacts } from './facts.ts';
import { officeSigner, openSigningIdentity } from '../identity/signing-identity.ts';

const installation = testApp();
const make = evidenceMaker(installation);
const poppler = tool('pdftotext');
const config = readConfig({ PUBLIC_URL: 'https://notary.example', OFFICE_NAME: '某某市公证处' });
let authority: Authority;
beforeAll(async () => {
  await make.open();
  authority = await startAuthority();
});
afterEach(() => {
  authority.behave(honest);
  vi.useRealTimers();
});
afterAll(() => authority?.stop());

async function issue(number: string, by: TimestampAuthority | null = null, under = config): Promise<Buffer> {
  const facts = await readFacts(installation.db, number);
  if (!facts?.stored) throw new Error('no evidence');
  const parts = {
    db: installation.db,
    store: installation.store,
    config: under,
    signer: officeSigner({ db: installation.db, config: under, authority: by }),
  };
  const known = await readPackageFacts(parts, facts);
  if (typeof known === 'string') throw new Error(`no facts: ${known}`);
  const { sha256, pdf } = await issueCertificate(parts, known);
  const stored = await buffer((await installation.store.open(sha256)).stream);
  // The returned bytes are the stored ones.
  if (pdf) expect(pdf.equals(stored)).toBe(true);
  return stored;
}

it('is the same bytes for everybody until the anchor changes, also when three ask at once', async () => {
  const number = await webEvidence(installation, await make.user('enterprise', 0, '甲有限公司'));
  const pending = await Promise.all(Array.from({ length: 3 }, () => issue(number)));
  await issue(number);
  expect(new Set(await Promise.all([issue(number), issue(number)].map(async (pdf) => (await pdf).toString('base64')))).size).toBe(1);
  await grow(installation);
  const anchored = await issue(number);
  expect(anchored.equals(pending[0] ?? anchored)).toBe(false);
  expect((await issue(number)).equals(anchored)).toBe(true);
  expect((await installation.db.selectFrom('certificate').selectAll().execute()).length).toBe(2);
  await expect(installation.db.deleteFrom('certificate').execute()).rejects.toThrow('append-only');
});

it.each(['damaged', 'missing'] as const)('is looked after by the scrub, and one that it finds %s is issued anew, once', async (state) => {
  const number = await webEvidence(installation, await make.user('personal', 0));
  const first = sha256Of(await issue(number));
  const { rowCount } = await installation.pool.query(
    "update stored_object set state = $2, checked_at = now() where sha256 = $1 and state = 'unchecked'",
    [first, state],
  );
  expect(rowCount).toBe(1);
  // An issue within the same second would have equal bytes.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  const again = await Promise.all([issue(number), issue(number)]);
  expect(new Set([first, ...again.map(sha256Of), sha256Of(await issue(number))]).size).toBe(2);
  const rows = await installation.db
    .selectFrom('certificate')
    .innerJoin('stored_object', 'stored_object.sha256', 'certificate.sha256')
    .select(['edition', 'state'])
    .where('certificate.sha256', 'in', [first, ...again.map(sha256Of)])
    .orderBy('edition')
    .execute();
  expect(rows).toEqual([
    { edition: 1, state },
    { edition: 2, state: 'unchecked' },
  ]);
});

describe('its signature', () => {
  it('is the one kept office key’s, with a timestamp where an authority answers and without where it is down', async () => {
    const office = await openSigningIdentity(installation.db, config);
    const [one, two, three] = await Promise.all(
      ['personal', 'personal', 'enterprise'].map(async (type) => make.evidence(await make.user(type as 'personal'))),
    );
    const stamped = await verifyPdf(await issue(one ?? '', authority), authority.rootsPem);
    expect(stamped.timestamp?.genTime).toBeInstanceOf(Date);
    authority.behave(async (_query, response) => void response.destroy());
    const plain = await verifyPdf(await issue(two ?? '', authority));
    expect(plain.timestamp).toBeUndefined();
    expect([stamped.signerPem, plain.signerPem, (await verifyPdf(await issue(three ?? ''))).signerPem]).toEqual([
      office.certificatePem,
      office.certificatePem,
      office.certificatePem,
    ]);
    expect((await installation.db.selectFrom('certificate').select('level').execute()).map(({ level }) => level)).toEqual(
      expect.arrayContaining(['B-T', 'B-B']),
    );
  });

  it('gets the timestamp that it lacks once the authority answers again, which is not asked at every download meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['performance'], now: performance.now() + 600_000 });
    const number = await make.evidence(await make.user('personal'));
    let asked = 0;
    authority.behave(async (_query, response) => {
      asked += 1;
      response.destroy();
    });
    const plain = await issue(number, authority);
    const whileDown = asked;
    for (let download = 0; download < 3; download += 1) expect((await issue(number, authority)).equals(plain)).toBe(true);
    expect(asked).toBe(whileDown);
    vi.advanceTimersByTime(61_000);
    // Still down: it is asked once more, and the issued certificate stays.
    expect((await issue(number, authority)).equals(plain)).toBe(true);
    expect(asked).toBeGreaterThan(whileDown);

    authority.behave(honest);
    vi.advanceTimersByTime(61_000);
    const [one, two] = await Promise.all([issue(number, authority), issue(number, authority)]);
    expect((await verifyPdf(one, authority.rootsPem)).timestamp?.genTime).toBeInstanceOf(Date);
    expect([two.equals(one), (await issue(number, authority)).equals(one), (await issue(number)).equals(one)]).toEqual([true, true, true]);
    const rows = await installation.db
      .selectFrom('certificate')
      .select(['edition', 'level', 'sha256'])
      .where('evidence_id', 'in', installation.db.selectFrom('evidence').select('id').where('number', '=', number))
      .orderBy('edition')
      .execute();
    expect(rows).toEqual([
      { edition: 1, level: 'B-B', sha256: sha256Of(plain) },
      { edition: 2, level: 'B-T', sha256: sha256Of(one) },
    ]);
  });

  it('comes from a key that is kept encrypted, and opens with its own password alone', async () => {
    const { value } = await installation.db
      .selectFrom('secret')
      .select('value')
      .where('name', '=', 'office-identity')
      .executeTakeFirstOrThrow();
    expect(value.toString()).toContain('BEGIN ENCRYPTED PRIVATE KEY');
    expect(value.toString()).not.toContain('BEGIN PRIVATE KEY');
    await expect(openSigningIdentity(installation.db, readConfig({ OFFICE_KEY_PASSWORD: 'another password' }))).rejects.toThrow(
      'OFFICE_KEY_PASSWORD',
    );
  });
});

it.skipIf(poppler.isMissing)(`tells every file of a web capture, the log as what it is, and where to verify${poppler.note}`, async () => {
  const number = await webEvidence(installation, await make.user('personal', 0, '张三'));
  await grow(installation);
  const { stdout: text } = await withFiles({ 'c.pdf': await issue(number) }, 'pdftotext', ['-layout', 'c.pdf', '-']);
  for (const said of [
    '某某市公证处',
    '张三（个人）',
    '网页取证',
    '页面.html',
    'original-2.png',
    'environment-check.txt',
    '2026-01-01 08:00:00',
    '未写入公有区块链',
    '日志叶子哈希',
  ])
    expect(text).toContain(said);
  expect(text.replaceAll(/\s/g, '')).toContain('https://notary.example/verify?number=');
});

it.skipIf(poppler.isMissing)(`is another one in the log, with its transaction under way, and confirmed${poppler.note}`, async () => {
  const chained = readConfig({ CHAIN_RPC_URL: 'http://127.0.0.1:1', CHAIN_KEY: `0x${'1'.repeat(64)}` });
  const number = await webEvidence(installation, await make.user('personal', 0));
  const anchorText = async () =>
    (await withFiles({ 'c.pdf': await issue(number, null, chained) }, 'pdftotext', ['-layout', 'c.pdf', '-'])).stdout.match(
      /待锚定|区块链确认中|已写入区块链/,
    )?.[0];
  expect(await anchorText()).toBe('待锚定');
  await grow(installation);
  expect(await anchorText()).toBe('区块链确认中');
  const { size } = await installation.db
    .selectFrom('log_checkpoint')
    .select('size')
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await installation.db
    .insertInto('log_anchor')
    .values({
      checkpoint_size: size,
      state: 'done',
      tx_hash: `0x${'cd'.repeat(32)}`,
      chain_id: '1',
      block_height: '9',
      chain_time: new Date(),
    })
    .execute();
  expect(await anchorText()).toBe('已写入区块链');
});
