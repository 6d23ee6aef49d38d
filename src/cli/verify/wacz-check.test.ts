import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { withForgedRecord } from '../../../test/installation/factories/packages/altered-archive.ts';
import { archivedCapture } from '../../../test/installation/factories/packages/archived-capture.ts';
import { evidenceMaker } from '../../../test/installation/factories/evidence.ts';
import { grow, packageOf, webEvidence } from '../../../test/installation/factories/package.ts';
import { startAuthority, type Authority } from '../../../test/installation/servers/timestamp-authority.ts';
import { zipOf, type ZipFile } from '../../../test/installation/zip.ts';
import { packageNames as names } from '../../domain/proof/evidence/package-names.ts';
import { formatDigest } from '../../domain/proof/web-archive/archive-digest.ts';
import { archiveName, archivePaths } from '../../domain/proof/web-archive/archive-names.ts';
import { requestDueTimestamps } from '../../server/custody/timestamps/stamping.ts';
import { readExactZip } from '../../domain/kit/zip/exact-zip.ts';
import { entryBytes } from '../../server/platform/zip/zip-content.ts';
import { withZipFile } from '../../server/platform/zip/zip-file.ts';
import { printed } from '../../domain/proof/verify/line.ts';
import { verifyPackage } from './verify-package.ts';

const installation = testApp();
const make = evidenceMaker(installation);
let authority: Authority;
let folder = '';
let files: readonly ZipFile[] = [];
let inner: readonly ZipFile[] = [];
let serial = 0;
let logKey = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-wacz-'));
  await make.open();
  authority = await startAuthority();
  const number = await archivedCapture(installation, await make.user('personal', 0, '张三'));
  await grow(installation);
  for (const queue of ['checkpoints', 'archives'] as const) await requestDueTimestamps(installation.db, queue, { authority, most: 5 });
  files = await contentsOf(await packageOf(installation, number, authority));
  inner = await contentsOf(fileOf(archiveName));
  logKey = fileOf(names.logKey).toString().trim();
});
afterAll(async () => {
  await authority?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function contentsOf(zip: Buffer): Promise<ZipFile[]> {
  const path = await written(zip);
  return withZipFile(path, async (source) => {
    const entries = await readExactZip(source);
    return Promise.all(entries.map(async (entry) => ({ name: entry.name, bytes: (await entryBytes(source, entry)).value })));
  });
}
async function written(zip: Buffer): Promise<string> {
  const path = join(folder, `${(serial += 1)}.zip`);
  await writeFile(path, zip);
  return path;
}
const fileOf = (name: string, among = files) => among.find((file) => file.name === name)?.bytes ?? Buffer.alloc(0);
const having = (among: readonly ZipFile[], name: string, bytes: Buffer) =>
  among.map((file) => (file.name === name ? { name, bytes } : file));
/** The package with another archive in place of its own. */
const withArchive = (archive: Buffer) => zipOf(having(files, archiveName, archive));
const edited = (name: string, edit: (text: string) => string) =>
  zipOf(having(inner, name, Buffer.from(edit(fileOf(name, inner).toString()))));
const linesOf = async (zip: Buffer) => (await verifyPackage(await written(zip), { logKey })).lines;
/** The faults that the lines about the archive report. */
const faults = async (zip: Buffer) =>
  (await linesOf(zip))
    .filter(({ outcome, label }) => outcome === 'fail' && label.includes('网页存档'))
    .map(({ label, subject, reason }) => `${label} ${subject}：${reason}`);

it('holds for what the office made, line by line', async () => {
  const { lines, verdict } = await verifyPackage(await written(zipOf(files)), { logKey, tsaRootsPem: authority.rootsPem });
  expect(lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(verdict).toBe('match');
  const replayLines = lines.map(printed).filter((line) => /网页存档|重放/.test(line));
  expect(replayLines).toEqual([
    '通过  网页存档结构完整  capture.wacz：5 个文件',
    '通过  网页存档的文件与其清单一致  capture.wacz/archive/data.warc.gz',
    '通过  网页存档的文件与其清单一致  capture.wacz/indexes/index.cdxj',
    '通过  网页存档的文件与其清单一致  capture.wacz/pages/pages.jsonl',
    expect.stringMatching(/^通过 {2}网页存档的签名有效 {2}capture\.wacz\/datapackage-digest\.json：签名密钥的 SHA-256 为 [0-9a-f]{64}$/),
    '通过  网页存档的签名密钥已写入日志  archive-key.tlog-proof',
    expect.stringMatching(/^通过 {2}可信时间戳针对该网页存档 {2}capture\.wacz\.tsr：\d{4}-.*（北京时间）$/),
    '通过  网页存档的流量记录与证据包的相同  capture.wacz/archive/data.warc.gz',
    '通过  网页存档的索引与流量记录一致  capture.wacz/indexes/index.cdxj：2 条记录',
    '通过  重放一致度  capture-log.jsonl：0.9987',
  ]);
});

it('holds where somebody packed the package anew and compressed it', async () => {
  expect(await faults(zipOf(files.map((file) => ({ ...file, deflated: file.name === archiveName }))))).toEqual([]);
});

it('unpacks to no more than the one budget of its package', async () => {
  const large = Buffer.alloc(15 << 20);
  const kept = inner.map((file) => (file.name === archivePaths.traffic ? file : { ...file, bytes: large }));
  const packed = zipOf(files.map((file) => (file.name === archiveName ? { ...file, bytes: zipOf(kept), deflated: true } : file)));
  expect(packed.length).toBeLessThan(4 << 20);
  const refused = (path: string, sizeBytes: number) => `网页存档结构完整 ${archiveName}/${path}：大小 ${sizeBytes} 字节超过上限，未读取`;
  expect(await faults(packed)).toEqual([refused(archivePaths.index, large.length)]);

  const log = Buffer.alloc(33 << 20);
  const lines = await linesOf(
    zipOf(files.map((file) => (file.name === 'capture-log.jsonl' ? { ...file, bytes: log, deflated: true } : file))),
  );
  expect(lines.map(printed)).toContain('未查  重放一致度  capture-log.jsonl：取证日志过大，未读取');
});

it('says nothing of a package without an archive', async () => {
  const number = await webEvidence(installation, await make.user('personal'));
  await grow(installation);
  expect((await linesOf(await packageOf(installation, number))).filter(({ label }) => label.includes('网页存档'))).toEqual([]);
});

describe('an archive that was edited is named with what is wrong in it', () => {
  const structure = (name: string, reason: string) => `网页存档结构完整 ${name}：${reason}`;
  const listLabel = '网页存档的文件与其清单一致';
  const list = (name: string, reason = 'SHA-256 不同，文件被改动') => `${listLabel} capture.wacz/${name}：${reason}`;
  const signature = (reason: string) => `网页存档的签名有效 capture.wacz/datapackage-digest.json：${reason}`;
  const token = '可信时间戳针对该网页存档 capture.wacz.tsr：时间戳针对的是其他内容';
  const traffic = '网页存档的流量记录与证据包的相同 capture.wacz/archive/data.warc.gz：SHA-256 不同';

  it.each<[string, () => Buffer, string[]]>([
    [
      'a byte of the traffic',
      () => {
        const warc = Buffer.from(fileOf(archivePaths.traffic, inner));
        warc.writeUInt8(warc.readUInt8(400) ^ 1, 400);
        return zipOf(having(inner, archivePaths.traffic, warc));
      },
      [list('archive/data.warc.gz'), traffic, expect.stringContaining('的记录与索引不符') as string],
    ],
    [
      'a line of the index that leads elsewhere',
      () => edited(archivePaths.index, (text) => text.replace(/"offset":\d+/, '"offset":0')),
      [list('indexes/index.cdxj', '文件大小不同'), expect.stringContaining('的记录与索引不符') as string],
    ],
    ['another title', () => edited(archivePaths.pages, (text) => text.replace('存档', '伪造')), [list('pages/pages.jsonl')]],
    [
      'a list that says another hash',
      () => edited(archivePaths.datapackage, (text) => text.replace(/sha256:[0-9a-f]{64}/, `sha256:${'0'.repeat(64)}`)),
      [list('archive/data.warc.gz'), signature('签名针对的是另一份清单')],
    ],
    [
      'a list that is none',
      () => edited(archivePaths.datapackage, () => '[]'),
      [list('datapackage.json', '格式错误'), signature('签名针对的是另一份清单')],
    ],
    [
      'another moment of signing',
      () => edited(archivePaths.digest, (text) => text.replace(/"created": "\d{4}/, '"created": "1999')),
      [token],
    ],
    ['no signature', () => edited(archivePaths.digest, (text) => text.replace('"signedData"', '"signed"')), [signature('没有签名'), token]],
    [
      'the signature of a key that nobody named',
      () => {
        const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
        const key = {
          publicKey: publicKey.export({ type: 'spki', format: 'der' }),
          sign: (text: Uint8Array) => sign('sha256', text, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
        };
        return edited(archivePaths.digest, () => formatDigest(fileOf(archivePaths.datapackage, inner), key, new Date()));
      },
      ['网页存档的签名密钥已写入日志 archive-key.pem：不是签名的密钥', token],
    ],
    [
      'a file that does not belong there',
      () => zipOf([...inner, { name: '../../etc/passwd', bytes: Buffer.from('x') }]),
      [structure('capture.wacz/../../etc/passwd', '不属于网页存档的文件，未读取')],
    ],
    ...['/etc/passwd', 'archive/../../x.warc.gz', 'C:\\x', 'archive/'].map((name): [string, () => Buffer, string[]] => [
      `a file outside: ${name}`,
      () => zipOf([...inner, { name, bytes: Buffer.from('x') }]),
      [structure(`capture.wacz/${name}`, '不属于网页存档的文件，未读取')],
    ]),
    [
      'files without number',
      () => zipOf([...inner, ...Array.from({ length: 99 }, (_, at) => ({ name: `x${at}`, bytes: Buffer.from('x') }))]),
      [structure('capture.wacz', '文件条目过多')],
    ],
    [
      'a list that was blown up',
      () => edited(archivePaths.datapackage, (text) => `${text}${' '.repeat(17_000_000)}`),
      [expect.stringMatching(/^网页存档结构完整 capture\.wacz\/datapackage\.json：大小 \d+ 字节超过上限，未读取$/) as string],
    ],
    [
      'a file twice',
      () => zipOf([...inner, { name: archivePaths.pages, bytes: Buffer.from('x') }]),
      [structure('capture.wacz', '同名文件出现两次')],
    ],
    [
      'a missing file',
      () => zipOf(inner.filter(({ name }) => name !== archivePaths.index)),
      [structure('capture.wacz/indexes/index.cdxj', '文件缺失')],
    ],
    [
      'a bomb',
      () =>
        zipOf(
          inner.map((file) => (file.name === archivePaths.pages ? { ...file, bytes: Buffer.alloc(300_000_000), deflated: true } : file)),
        ),
      [structure('capture.wacz/pages/pages.jsonl', '没有按原样存放，未读取')],
    ],
    [
      'half of it',
      () => fileOf(archiveName).subarray(0, 700),
      [structure('capture.wacz', 'zip 文件不完整，可能没有下载完或者复制完，请重新取得')],
    ],
    ['nothing', () => Buffer.alloc(0), [structure('capture.wacz', '不是 zip 文件')]],
  ])('%s', async (_, archive, expected) => {
    expect(await faults(withArchive(archive()))).toEqual(expected);
  });

  it('a record that a forger packed anew, with its place in the index', async () => {
    const found = await faults(withArchive(zipOf(withForgedRecord(inner, 'https://www.example.com/shape.svg', 'r="40"', 'r="10"'))));
    // The forged record may happen to be as long as the old one; the index did not change then.
    const [listed, others] = [found.filter((line) => line.startsWith(listLabel)), found.filter((line) => !line.startsWith(listLabel))];
    expect(listed.filter((line) => line.includes('archive/data.warc.gz'))).toHaveLength(1);
    expect(others).toEqual([
      traffic,
      '网页存档的索引与流量记录一致 capture.wacz/indexes/index.cdxj：https://www.example.com/shape.svg 的记录与索引不符',
    ]);
  });
});

it.each<[string, () => Buffer, string[]]>([
  [
    'a token over something else',
    () => zipOf(having(files, names.archiveTimestamp, fileOf(names.timestamp))),
    ['可信时间戳针对该网页存档 capture.wacz.tsr：时间戳针对的是其他内容'],
  ],
  [
    'the proof of another entry',
    () => zipOf(having(files, names.archiveKeyProof, fileOf(names.officeProof))),
    [expect.stringContaining('日志证明不能证明这个密钥在日志中') as string],
  ],
  [
    'no key',
    () => zipOf(files.filter(({ name }) => name !== names.archiveKey)),
    ['网页存档的签名密钥已写入日志 archive-key.pem：文件缺失或格式错误'],
  ],
])('names %s beside the archive', async (_, zip, expected) => {
  expect(await faults(zip())).toEqual(expected);
});
