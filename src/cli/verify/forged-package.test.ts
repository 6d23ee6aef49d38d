import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { evidenceMaker } from '../../../test/installation/factories/evidence.ts';
import { grow, packageOf, webEvidence } from '../../../test/installation/factories/package.ts';
import { zipOf, type ZipFile } from '../../../test/installation/zip.ts';
import { readExactZip } from '../../domain/kit/zip/exact-zip.ts';
import { entryBytes } from '../../server/platform/zip/zip-content.ts';
import { withZipFile } from '../../server/platform/zip/zip-file.ts';
import { formatVkey } from '../../domain/proof/tlog/note-key.ts';
import { fingerprintOf, printedFingerprint } from '../../domain/proof/cms/certificate-fingerprint.ts';
import { readLogKey } from '../../server/custody/log/log-signer.ts';
import { readPackage, verifyPackage } from './verify-package.ts';
import { decodeLossy } from '../../domain/proof/verify/decode-lossy.ts';
import { packageNames as names } from '../../domain/proof/evidence/package-names.ts';
import { printed } from '../../domain/proof/verify/line.ts';

const office = testApp();
/** A forger with this program and their own keys, under the office's name. */
const forger = testApp();
let folder: string;
let [genuine, forged] = ['', ''];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-forged-'));
  const make = async (installation: typeof office, name: string) => {
    const maker = evidenceMaker(installation);
    await maker.open();
    const number = await webEvidence(installation, await maker.user('personal', 0, '张三'));
    await grow(installation);
    const path = join(folder, name);
    await writeFile(path, await packageOf(installation, number));
    return path;
  };
  genuine = await make(office, 'genuine.zip');
  forged = await make(forger, 'forged.zip');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function keysOf(installation: typeof office, path: string): Promise<{ logKey: string; officeFingerprint: string }> {
  const key = await readLogKey(installation.db);
  const { small } = await readPackage(path, false);
  return {
    logKey: key ? formatVkey(key) : '',
    officeFingerprint: fingerprintOf(decodeLossy(small.get(names.officeCertificate))) ?? '',
  };
}

async function partsOf(path: string): Promise<ZipFile[]> {
  return withZipFile(path, async (source) =>
    Promise.all((await readExactZip(source)).map(async (entry) => ({ name: entry.name, bytes: (await entryBytes(source, entry)).value }))),
  );
}

describe('a package that was forged as a whole', () => {
  it('is attributed to nobody while no key is given, and a genuine one likewise: consistent, and undecided', async () => {
    for (const path of [genuine, forged]) {
      const report = await verifyPackage(path);
      expect(report).toMatchObject({ verdict: 'undecided', summary: '内容自洽，出具机构未确认' });
      expect(report.lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
      expect(report.lines.filter(({ label, outcome }) => label.includes('出具机构') && outcome !== 'not-run')).toEqual([]);
    }
  });

  it('names no office in any line then: not its name, not its host, not the log that it calls its own', async () => {
    const { logKey } = await keysOf(forger, forged);
    const text = (await verifyPackage(forged)).lines.map(printed).join('\n');
    for (const name of ['公证处', '电子存证平台', logKey.split('+')[0] ?? '', logKey]) expect(text).not.toContain(name);
  });

  it('is a mismatch with either of the office’s keys, and the genuine one a match', async () => {
    const { logKey, officeFingerprint } = await keysOf(office, genuine);
    for (const keys of [{ logKey }, { officeFingerprint }, { logKey, officeFingerprint }]) {
      expect((await verifyPackage(forged, keys)).verdict, JSON.stringify(keys)).toBe('mismatch');
      expect(await verifyPackage(genuine, keys)).toMatchObject({ verdict: 'match', summary: '内容与指定的出具机构公钥一致' });
    }
  });

  it('accuses nobody on the page of another office, which does not know the issuer, and knows its own packages', async () => {
    const pageLogKey = (await keysOf(office, genuine)).logKey;
    expect(await verifyPackage(genuine, { pageLogKey })).toMatchObject({ verdict: 'match', conclusion: '一致' });
    const unloaded = (await verifyPackage(genuine, { pageLogKey: null })).lines.map(({ reason }) => reason ?? '').join('\n');
    expect(unloaded).toContain('本机构的公钥没有取到，以证据包自带的公钥核对');
    expect(unloaded).not.toContain('没有指定公钥');
    const report = await verifyPackage(forged, { pageLogKey });
    expect(report).toMatchObject({ verdict: 'undecided', conclusion: '无法判断' });
    expect(report.summary).toMatch(/^内容自洽，但日志公钥不是本机构的：/);
    expect(report.lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    // Without its key it still names its log; a key in another's package is no excuse; what is changed contradicts itself.
    const own = await partsOf(genuine);
    const other = await partsOf(forged);
    const key = other.find(({ name }) => name === names.logKey);
    const judge = async (files: readonly ZipFile[]) => {
      const path = join(folder, 'changed.zip');
      await writeFile(path, zipOf(files));
      return (await verifyPackage(path, { pageLogKey })).verdict;
    };
    expect(await judge(other.filter(({ name }) => name !== names.logKey))).toBe('undecided');
    expect(await judge(own.filter(({ name }) => name !== names.logKey))).toBe('undecided');
    expect(await judge(own.map((file) => (file.name === names.logKey && key ? key : file)))).toBe('mismatch');
    const broken = (files: readonly ZipFile[], of: string) =>
      files.map((file) => (file.name === of ? { ...file, bytes: Buffer.from(file.bytes.with(5, (file.bytes[5] ?? 0) ^ 1)) } : file));
    for (const of of [names.logKey, names.manifest, names.proof])
      for (const files of [own, other]) expect(await judge(broken(files, of)), of).toBe('mismatch');
  });

  it('prints the keys that it was made with in its own command, and says that they are to be compared elsewhere', async () => {
    for (const [installation, path] of [
      [office, genuine],
      [forger, forged],
    ] as const) {
      const { logKey, officeFingerprint } = await keysOf(installation, path);
      const { small } = await readPackage(path, false);
      const text = decodeLossy(small.get(names.instructions));
      expect(text).toContain(`npm run verify -- 证据包.zip --log-key "${logKey}" --office-cert ${printedFingerprint(officeFingerprint)}\n`);
      expect(text).toMatch(/伪造的证据包也会带着伪造者的公钥/);
    }
  });
});
