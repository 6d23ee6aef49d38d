import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { withFiles } from '../../../test/installation/factories/certificate.ts';
import { tool } from '../../../test/installation/tool.ts';
import { evidenceMaker } from '../../../test/installation/factories/evidence.ts';
import { grow, packageOf, webEvidence } from '../../../test/installation/factories/package.ts';
import { zipOf, type ZipFile } from '../../../test/installation/zip.ts';
import { verifyPackage as verifyAsClient } from '../../client/verify.ts';
import { packageNames as names } from '../../domain/proof/evidence/package-names.ts';
import { sandboxWords } from '../../domain/proof/evidence/sandbox.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { fingerprintOf } from '../../domain/proof/cms/certificate-fingerprint.ts';
import { readExactZip } from '../../domain/kit/zip/exact-zip.ts';
import { entryBytes } from '../../server/platform/zip/zip-content.ts';
import { withZipFile } from '../../server/platform/zip/zip-file.ts';
import { verifyPackage } from './verify-package.ts';
import { type VerifyOptions } from '../../domain/proof/verify/verify-files.ts';

const installation = testApp({ SANDBOX: '1' });
const make = evidenceMaker(installation);
const poppler = tool('pdftotext');
let folder: string;
let path: string;
let files: ZipFile[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-sandbox-'));
  path = join(folder, 'package.zip');
  const config = readConfig({ SANDBOX: '1' });
  await make.open();
  const number = await webEvidence(installation, await make.user('personal', 0, '张三'));
  await grow(installation, config);
  await writeFile(path, await packageOf(installation, number, null, config));
  files = await withZipFile(path, async (source) => {
    const entries = await readExactZip(source);
    return Promise.all(entries.map(async (entry) => ({ name: entry.name, bytes: (await entryBytes(source, entry)).value })));
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const fileOf = (name: string): string => files.find((file) => file.name === name)?.bytes.toString() ?? '';
const keys = () => ({ logKey: fileOf(names.logKey).trim(), officeFingerprint: fingerprintOf(fileOf(names.officeCertificate)) ?? '' });
const verify = async (changed: readonly ZipFile[], options: VerifyOptions = {}) => {
  const place = join(folder, 'changed.zip');
  await writeFile(place, zipOf(changed));
  return verifyPackage(place, options);
};
const without = (...dropped: string[]): ZipFile[] => files.filter(({ name }) => !dropped.includes(name));
const sandboxLines = ({ lines }: Awaited<ReturnType<typeof verify>>) => lines.filter(({ reason }) => reason === sandboxWords);

it('begins with a file that says what it is, which its sums cover, and so do its instructions', () => {
  expect(files[0]?.name).toBe(names.sandbox);
  expect(fileOf(names.sandbox)).toMatch(/^测试环境，数据无证明效力。/);
  expect(fileOf(names.sums)).toContain(`  ${names.sandbox}\n`);
  expect(fileOf(names.instructions)).toContain(sandboxWords);
  expect(fileOf(names.instructions)).toMatch(/npm run verify -- .* --sandbox\n/);
  expect(fileOf(names.checkpoint).split('\n')[0]).toBe('localhost/sandbox-log');
});

it.skipIf(poppler.isMissing)(`has a certificate that says so at its head${poppler.note}`, async () => {
  const pdf = files.find(({ name }) => name === names.certificate)?.bytes ?? Buffer.alloc(0);
  const { stdout } = await withFiles({ 'c.pdf': pdf }, 'pdftotext', ['-layout', 'c.pdf', '-']);
  expect(stdout).toContain(sandboxWords);
  expect(stdout).toContain('（测试）');
});

it('is a mismatch by every key, and says why first', async () => {
  const { logKey, officeFingerprint } = keys();
  for (const options of [{}, { logKey }, { officeFingerprint }, { logKey, officeFingerprint }]) {
    const report = await verifyPackage(path, options);
    expect(report).toMatchObject({ verdict: 'mismatch', summary: sandboxWords });
    expect(report.lines[0]).toMatchObject({ outcome: 'fail', reason: sandboxWords });
    expect(report.lines.filter(({ outcome }) => outcome === 'fail')).toHaveLength(2);
  }
  expect(await verifyAsClient(path, { logKey })).toMatchObject({ verdict: 'mismatch', summary: sandboxWords });
});

it('is taken by who tries it out and says so, and the summary says what it is all the same', async () => {
  const { logKey } = keys();
  const summary = `内容与指定的出具机构公钥一致；${sandboxWords}`;
  expect(await verifyPackage(path, { logKey, allowSandbox: true })).toMatchObject({ verdict: 'match', summary });
  expect(await verifyAsClient(path, { logKey, allowSandbox: true })).toMatchObject({ verdict: 'match', summary });
  expect(await verifyPackage(path, { allowSandbox: true })).toMatchObject({ verdict: 'undecided' });
});

it('is known by its log where the file is dropped', async () => {
  const { logKey, officeFingerprint } = keys();
  for (const options of [{}, { logKey }, { officeFingerprint }]) {
    const report = await verify(without(names.sandbox), options);
    expect(report).toMatchObject({ verdict: 'mismatch', summary: sandboxWords });
    expect(sandboxLines(report)).toEqual([expect.objectContaining({ subject: names.checkpoint, outcome: 'fail' })]);
  }
});

it('is known where the sums no longer name the file, and nothing signs them', async () => {
  const sums = fileOf(names.sums).replace(new RegExp(`^.*${names.sandbox}\n`, 'm'), '');
  const changed = without(names.sandbox, names.sums, names.sumsSignature);
  const report = await verify([...changed, { name: names.sums, bytes: Buffer.from(sums) }], keys());
  expect(report).toMatchObject({ verdict: 'mismatch', summary: sandboxWords });
});

it('is no match where the log is called otherwise: signatures cover its name', async () => {
  const renamed = files
    .filter(({ name }) => name !== names.sandbox)
    .map((file) => {
      const isText = /\.(?:txt|tlog-proof)$/.test(file.name);
      return isText ? { ...file, bytes: Buffer.from(file.bytes.toString().replaceAll('sandbox-log', 'log')) } : file;
    });
  for (const options of [{}, keys(), { ...keys(), allowSandbox: true }]) expect((await verify(renamed, options)).verdict).toBe('mismatch');
});
