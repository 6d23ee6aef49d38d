import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { withFiles } from '../../../../test/installation/factories/certificate.ts';
import { tool } from '../../../../test/installation/tool.ts';
import { kindMaker } from '../../../../test/installation/factories/packages/eight-kinds.ts';
import { grow } from '../../../../test/installation/factories/package.ts';
import { honest, startAuthority, type Authority } from '../../../../test/installation/servers/timestamp-authority.ts';
import { endDay } from '../../../../test/installation/factories/records.ts';
import { encodeDossier, parseDossier, type Dossier } from '../../../domain/proof/dossier/lines/document.ts';
import { dossierRules } from '../../../domain/proof/dossier/lines/registry.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { grant } from '../../business/points/ledger.ts';
import { officeSigner } from '../identity/signing-identity.ts';
import { verifyPdf } from '../../../domain/proof/cms/pdf-verify.ts';
import { stampTrees } from '../records/stamp-trees.ts';
import { requestDueTimestamps } from '../timestamps/stamping.ts';
import { issueCertificate } from './certificate.ts';
import { dossierFiles } from './dossier-files.ts';
import { readFacts } from './facts.ts';
import { packageFiles } from './package-files.ts';
import { isProven, readPackageFacts } from './proven-facts.ts';
import { readDossier } from './read-dossier.ts';

const installation = testApp();
const make = kindMaker(installation);
const config = readConfig({ OFFICE_NAME: '某某市公证处', PUBLIC_URL: 'https://notary.example' });
const [pdfsig, pdftotext] = [tool('pdfsig'), tool('pdftotext')];
let authority: Authority;
let number = '';
beforeAll(async () => {
  await make.open();
  authority = await startAuthority();
  const user = await make.reviewedUser();
  await installation.db.transaction().execute((tx) => grant(tx, { userId: user, points: 100, source: 'giftTest', reference: 'files' }));
  number = await make.of('video', user);
  await grow(installation);
  await requestDueTimestamps(installation.db, 'checkpoints', { authority, most: 9 });
});
afterAll(() => authority?.stop());

const deps = () => ({
  db: installation.db,
  store: installation.store,
  config,
  signer: officeSigner({ db: installation.db, config, authority }),
});

async function filesOf(): Promise<ReadonlyMap<string, Buffer>> {
  const evidence = await readFacts(installation.db, number);
  const known = evidence && (await readPackageFacts(deps(), evidence));
  if (!known || typeof known === 'string' || !isProven(known)) throw new Error('nothing to tell of');
  const certificate = await issueCertificate(deps(), known);
  const files = await dossierFiles(deps(), known, certificate, await packageFiles(known, certificate, installation.store));
  return new Map(
    await Promise.all(
      files.map(
        async ({ name, content }) => [name, typeof content === 'function' ? await buffer(await content()) : Buffer.from(content)] as const,
      ),
    ),
  );
}

it('is the same bytes as of the same moment, also for who only looks, and another once somebody had it in hand', async () => {
  const [one, two] = [await filesOf(), await filesOf()];
  expect([...one.keys()]).toEqual(['office-record.json', 'dossier.json', '审查说明.pdf']);
  for (const [name, bytes] of one) expect(bytes.equals(two.get(name) ?? Buffer.alloc(0)), name).toBe(true);
  const looked = await readDossier(deps(), number);
  expect(typeof looked === 'string' || Buffer.from(encodeDossier(looked)).equals(one.get('dossier.json') ?? Buffer.alloc(0))).toBe(true);

  const admin = await installation.signIn('admin@example.com');
  await admin.get('/api/data/saveDataDetail', { baoquan: number });
  const later = await filesOf();
  expect(later.get('dossier.json')?.equals(one.get('dossier.json') ?? Buffer.alloc(0))).toBe(false);
  const parsed = parseDossier(later.get('dossier.json') ?? Buffer.alloc(0));
  const custody = parsed.ok ? parsed.value.lines.find(({ 审查要点 }) => 审查要点.startsWith('从收到文件到本次下载')) : undefined;
  expect(custody?.说明).toMatch(/共有 2 次经手的记录，经手人 2 名：存证 1 次、查看存证 1 次，没有其他人的记录可以印证；/);
});

it('tells as of the youngest of its facts, also of one that came after the certificate', async () => {
  const before = await dossierOf();
  expect(youngerThan(before)).toEqual([]);
  // The moment is told in whole seconds.
  await sleep(1000);
  await endDay(installation);
  await stampTrees(installation.db, authority, {});
  const after = await dossierOf();
  expect(after.lines.find(({ 审查要点 }) => 审查要点 === dossierRules.recorded.question)?.说明).toContain('签发时间戳');
  expect(youngerThan(after)).toEqual([]);
  expect(after.as_of.moment > before.as_of.moment).toBe(true);
});

async function dossierOf(): Promise<Dossier> {
  const parsed = parseDossier((await filesOf()).get('dossier.json') ?? Buffer.alloc(0));
  if (!parsed.ok) throw new Error(parsed.fault);
  return parsed.value;
}

/** Sentences with a time after the dossier's own. Ends of validity are no facts of the past. */
function youngerThan({ as_of, lines }: Dossier): string[] {
  return lines.flatMap(({ 说明 }) =>
    [...说明.replaceAll(/有效(?:期自.+?至|期至|至) \S+ \S+/g, '').matchAll(/(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/g)]
      .filter(([, day, time]) => Date.parse(`${day ?? ''}T${time ?? ''}+08:00`) > Date.parse(as_of.moment))
      .map(() => 说明),
  );
}

it('is signed as the certificate is, with a timestamp where an authority answers and without where it is down', async () => {
  const pdf = (await filesOf()).get('审查说明.pdf') ?? Buffer.alloc(0);
  expect((await verifyPdf(pdf, authority.rootsPem)).timestamp?.genTime).toBeInstanceOf(Date);
  authority.behave(async (_query, response) => void response.destroy());
  await (await installation.signIn('admin@example.com')).get('/api/data/dossier', { baoquan: number });
  expect((await verifyPdf((await filesOf()).get('审查说明.pdf') ?? Buffer.alloc(0))).timestamp).toBeUndefined();
  authority.behave(honest);
});

it.skipIf(pdfsig.isMissing || pdftotext.isMissing)(
  `is a PDF that other programs read and verify, with every line in full${pdfsig.note}${pdftotext.note}`,
  async () => {
    const files = await filesOf();
    const pdf = files.get('审查说明.pdf') ?? Buffer.alloc(0);
    const judged = await withFiles({ 'd.pdf': pdf }, 'pdfsig', ['d.pdf']);
    expect(judged.stdout).toMatch(/Signature is Valid/);
    expect(judged.stdout).toMatch(/Total document signed/);
    const text = (await withFiles({ 'd.pdf': pdf }, 'pdftotext', ['-layout', 'd.pdf', '-'])).stdout.replaceAll(/\s|第\d+页，共\d+页/g, '');
    const parsed = parseDossier(files.get('dossier.json') ?? Buffer.alloc(0));
    if (!parsed.ok) throw new Error(parsed.fault);
    for (const { 审查要点 } of parsed.value.lines) expect(text).toContain(审查要点.replaceAll(/\s/g, ''));
    expect(text).toContain('截至');
  },
);

it('says nothing good of a file that the office knows to be damaged', async () => {
  await installation.pool.query(
    `update stored_object set state = 'damaged', checked_at = now()
      where sha256 in (select f.sha256 from evidence_file f join evidence e on e.id = f.evidence_id where e.number = $1)`,
    [number],
  );
  const dossier = await readDossier(deps(), number);
  if (typeof dossier === 'string') throw new Error(dossier);
  const findings = new Map(dossier.lines.map(({ 审查要点, 结论 }) => [审查要点, 结论]));
  expect(findings.get('现在的文件与存证时的文件是否相同')).toBe('不成立');
  expect(findings.get('保存的文件最近一次重新读取是否完好')).toBe('不成立');
});
