import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { credentialDesk, paper } from '../../../test/installation/factories/credentials.ts';
import { evidenceMaker } from '../../../test/installation/factories/evidence.ts';
import { grow, packageOf, webEvidence } from '../../../test/installation/factories/package.ts';
import { zipOf, type ZipFile } from '../../../test/installation/zip.ts';
import { packageNames as names } from '../../domain/proof/evidence/package-names.ts';
import { encodeCredentialList, parseCredentialList } from '../../domain/proof/platform/credential-list.ts';
import { formatVkey } from '../../domain/proof/tlog/note-key.ts';
import { readLogKey } from '../../server/custody/log/log-signer.ts';
import { readExactZip } from '../../domain/kit/zip/exact-zip.ts';
import { entryBytes } from '../../server/platform/zip/zip-content.ts';
import { withZipFile } from '../../server/platform/zip/zip-file.ts';
import { printed, type Line } from '../../domain/proof/verify/line.ts';
import { verifyPackage } from './verify-package.ts';

const installation = testApp();
const desk = credentialDesk(installation);
const make = evidenceMaker(installation);
let folder: string;
let without: Buffer;
let whole: Buffer;
let files: ZipFile[];
let logKey: string;
/** Ids of the licence, of two credentials that ended and began, and of one that had ended earlier. */
let ids: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-credentials-'));
  await make.open();
  const number = await webEvidence(installation, await make.user('personal', 0, '张三'));
  await grow(installation);
  without = await packageOf(installation, number);
  const { token } = await installation.signIn('admin@example.com');
  const add = async (fields: Record<string, string>) => (await desk.add(token, fields)).data.id;
  const licence = await add({ type: '1', valid_until: '' });
  const old = await add({ valid_from: '2020-01-01', valid_until: '2098-12-31' });
  const fresh = await add({ valid_from: '2099-01-01', valid_until: '2100-12-31', replaces: old });
  const ended = await add({ type: '3', valid_from: '2020-01-01', valid_until: '2021-12-31' });
  ids = [licence, old, fresh, ended];
  await grow(installation);
  whole = await packageOf(installation, number);
  const path = join(folder, 'whole.zip');
  await writeFile(path, whole);
  files = await withZipFile(path, async (source) =>
    Promise.all((await readExactZip(source)).map(async (entry) => ({ name: entry.name, bytes: (await entryBytes(source, entry)).value }))),
  );
  const key = await readLogKey(installation.db);
  logKey = key ? formatVkey(key) : '';
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let serial = 0;
async function verify(zip: Buffer, now = new Date()) {
  const path = join(folder, `${(serial += 1)}.zip`);
  await writeFile(path, zip);
  return verifyPackage(path, { logKey, now });
}
const ofCredentials = ({ label }: Line) => label.includes('资质');
/** The package with some files changed, added or, for undefined, omitted. */
const changed = (change: Record<string, Buffer | undefined>) =>
  zipOf([
    ...files.flatMap(({ name, bytes }) => {
      const next = name in change ? change[name] : bytes;
      return next ? [{ name, bytes: next }] : [];
    }),
    ...Object.entries(change).flatMap(([name, bytes]) => (bytes && files.every((one) => one.name !== name) ? [{ name, bytes }] : [])),
  ]);
const picture = (at: number) => `credential-${ids[at]}.jpg`;
const unconfirmed = '存证之后才登记；由出具机构自行登记，未经核验，须向发证机关查询';
const stated = (at: number, text: string) => `未查  机构资质在存证时有效  ${picture(at)}：按登记，${text}；${unconfirmed}`;

it('says of a package from before that it has no credentials, and verifies it as ever', async () => {
  const report = await verify(without);
  expect([report.verdict, report.lines.filter(ofCredentials).map(printed)]).toEqual([
    'match',
    ['未查  机构资质清单写入日志：证据包没有机构资质清单'],
  ]);
});

it('finds the list in the log, the pictures in the list, and says that nobody compared what the office recorded of them', async () => {
  const report = await verify(whole);
  expect(report.verdict).toBe('match');
  expect(report.lines.filter(ofCredentials).map(printed)).toEqual([
    '通过  机构资质清单写入日志  credentials.json：清单有 4 项资质',
    ...[0, 1, 2, 3].map((at) => `通过  资质图片与清单一致  ${picture(at)}`),
    stated(0, '公证机构执业许可证有效期 2024-01-01 起长期，现在有效'),
    stated(1, '网络安全等级保护有效期 2020-01-01 至 2098-12-31，现在有效'),
    stated(3, '商用密码应用安全性评估有效期 2020-01-01 至 2021-12-31，存证时已到期'),
  ]);
  const later = await verify(whole, new Date('2101-01-01T00:00:00Z'));
  expect(later.lines.filter(ofCredentials).map(printed).join('\n')).toContain('至 2098-12-31，现在已到期');
});

it('answers the dossier’s questions about the office, and the verifier derives the same', async () => {
  const { lines } = JSON.parse(file('dossier.json').toString()) as { lines: Record<string, unknown>[] };
  const [entitled, secure] = ['出具机构是否具备从事存证和公证的资质', '信息系统是否符合安全性要求'].map((question) =>
    lines.find((line) => line['审查要点'] === question),
  );
  const report = await verify(whole);
  expect(report.lines.filter(({ label, outcome }) => label.includes('审查说明') && outcome === 'fail')).toEqual([]);
  const shared = ['manifest.json', 'credentials.json', 'credentials.tlog-proof', 'log-key.txt'];
  expect(entitled).toMatchObject({
    结论: '无法判断',
    说明: expect.stringMatching(
      new RegExp(
        '^公证机构执业许可证（编号 .*存证时有效，现在有效，在存证之后登记；没有登记区块链信息服务备案；' +
          '编号、机关和有效期由出具机构自行登记，未经核验',
      ),
    ) as string,
    材料: [...shared, picture(0)],
  });
  expect(secure).toMatchObject({ 结论: '不成立', 材料: [...shared, picture(1), picture(3)] });
  expect(secure?.['说明']).toContain('存证时已到期');
});

it('grows by the list, its proof and small pictures alone', () => {
  const names = files.map(({ name }) => name).filter((name) => name.startsWith('credential'));
  expect(names.toSorted()).toEqual(['credentials.json', 'credentials.tlog-proof', ...[0, 1, 2, 3].map(picture)].toSorted());
  expect(whole.length - without.length).toBeLessThan(4 * 60_000);
});

it('is made without a picture that the store has lost, and says so', async () => {
  const { picture_sha256: sha256 } = await installation.db
    .selectFrom('office_credential')
    .select('picture_sha256')
    .where('id', '=', ids[0] ?? '')
    .executeTakeFirstOrThrow();
  const bytes = files.find(({ name }) => name === picture(0))?.bytes ?? Buffer.alloc(0);
  await installation.store.remove(sha256);
  const { number } = await installation.db.selectFrom('evidence').select('number').executeTakeFirstOrThrow();
  const report = await verify(await packageOf(installation, number));
  expect([report.verdict, report.lines.filter(ofCredentials).map(printed)[4]]).toEqual([
    'match',
    `未查  资质图片与清单一致  ${picture(0)}：证据包没有这张图片`,
  ]);
  await installation.store.put(Readable.from([bytes]), { maxBytes: bytes.length });
});

it.each<[string, () => Record<string, Buffer | undefined>, string]>([
  ['another picture', () => ({ [picture(0)]: paper() }), 'SHA-256 不同，不是清单中的图片'],
  ['a picture that the list has not', () => ({ 'credential-999.jpg': paper() }), '清单中没有这张图片'],
  ['a later end', () => ({ [names.credentials]: forged() }), '日志证明不能证明这份清单在日志中'],
  ['half a list', () => ({ [names.credentials]: file(names.credentials).subarray(0, 100) }), '日志证明不能证明这份清单在日志中'],
  ['the proof of another entry', () => ({ [names.credentialsProof]: file(names.officeProof) }), '日志证明不能证明这份清单在日志中'],
])('names %s', async (_what, change, reason) => {
  const report = await verify(changed(change()));
  expect(report.verdict).toBe('mismatch');
  const found = report.lines.filter((line) => ofCredentials(line) && line.outcome !== 'pass').map(printed);
  expect(found.join('\n')).toContain(reason);
});

it('does not decide about a proof without a list', async () => {
  const report = await verify(changed({ [names.credentials]: undefined }));
  expect(report).toMatchObject({ verdict: 'undecided', summary: expect.stringContaining(`缺少“${names.credentials}”`) as string });
});

it('reads nothing of a picture that is larger than any of the office’s', async () => {
  const report = await verify(changed({ [picture(0)]: Buffer.alloc(300_001) }));
  expect(report.lines.map(printed)).toContain(`失败  证据包结构完整  ${picture(0)}：大小 300001 字节超过上限，未读取`);
});

function file(name: string): Buffer {
  return files.find((one) => one.name === name)?.bytes ?? Buffer.alloc(0);
}

/** The list with a later expiry, as canonical as the genuine one. */
function forged(): Buffer {
  const parsed = parseCredentialList(file(names.credentials));
  if (!parsed.ok) throw new Error(parsed.fault);
  const longer = parsed.value.credentials.map((one) => ({ ...one, validUntil: one.validUntil && '2199-12-31' }));
  const bytes = Buffer.from(encodeCredentialList(longer, new Date(parsed.value.listedAt)));
  if (createHash('sha256').update(bytes).digest('hex') === createHash('sha256').update(file(names.credentials)).digest('hex'))
    throw new Error('nothing was forged');
  return bytes;
}
