import { ZipArchive } from 'archiver';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { newLogKey } from '../../../test/custody/evidence.ts';
import { testApp } from '../../../test/installation/app.ts';
import { certificateContent, inFolder } from '../../../test/installation/factories/certificate.ts';
import { tool } from '../../../test/installation/tool.ts';
import { verifiedPackage } from '../../../test/installation/factories/packages/verified-package.ts';
import { sha256Of } from '../../../test/installation/factories/evidence.ts';
import { zipOf, type ZipFile } from '../../../test/installation/zip.ts';
import { formatVkey } from '../../domain/proof/tlog/note-key.ts';
import { formatSums, packageNames as names } from '../../domain/proof/evidence/package-names.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { fingerprintOf } from '../../domain/proof/cms/certificate-fingerprint.ts';
import { certificatePdf } from '../../server/custody/documents/certificate-pdf.ts';
import { signDigest } from '../../server/custody/signing/cms-sign.ts';
import { makeOfficeCertificate } from '../../server/custody/cms/office-certificate.ts';
import { openSigningIdentity } from '../../server/custody/identity/signing-identity.ts';
import { signPdf } from '../../server/custody/drawing/pdf-sign.ts';
import { checkTexts, reasonTexts, verdictTexts } from '../../domain/proof/evidence/check-texts.ts';
import { foreignWords } from '../../../test/installation/factories/chinese.ts';
import { faultText, signatureTexts, timestampTexts } from '../../domain/proof/verify/fault-texts.ts';
import { systemText } from './system-text.ts';
import { keys } from '../commands/keys.ts';
import { visibleLine } from '../../domain/kit/text/visible-text.ts';
import type { PackageReport } from '../../domain/proof/verify/verify-files.ts';

const installation = testApp();
const whole = verifiedPackage(installation);
const { texts, verify, failures, logKey, unpacked } = whole;
const [pdfsig, openssl] = [tool('pdfsig'), tool('openssl')];
it('passes every check of a package with several originals and a timestamp', async () => {
  expect(whole.entries.map(({ name }) => name).toSorted()).toEqual([
    'SHA256SUMS',
    'SHA256SUMS.p7s',
    'certificate.pdf',
    'checkpoint.txt',
    'consistency.txt',
    'details.json',
    'dossier.json',
    'environment-check.txt',
    'log-key.txt',
    'manifest.json',
    'office-record.json',
    'office.pem',
    'office.tlog-proof',
    'original-1.html',
    'original-2.png',
    'policy.txt',
    'proof.tlog-proof',
    'timestamp-chain.pem',
    'timestamp.tsr',
    '如何验证.md',
    '审查说明.pdf',
  ]);
  const report = await verify(whole.zip, { logKey: logKey(), withSm3: true, tsaRootsPem: whole.authority.rootsPem });
  expect(report.lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(report).toMatchObject({ verdict: 'match', number: expect.stringMatching(/^[0-9A-F]{32}$/) as string });
  expect((await verify(whole.zip, { logKey: logKey() })).verdict).toBe('match');
  expect((await verify(whole.zip)).verdict).toBe('undecided');
});

it('passes the same files zipped anew and compressed by another program', async () => {
  expect((await verify(zipOf(whole.contents.map((file) => ({ ...file, deflated: true }))), { logKey: logKey() })).verdict).toBe('match');
});

it('reads the wide fields that a zip of more than 4 GB has', async () => {
  const archive = new ZipArchive({ store: true, forceZip64: true });
  for (const { name, bytes } of whole.contents) archive.append(bytes, { name });
  const [wide] = await Promise.all([buffer(archive), archive.finalize()]);
  expect(wide.includes(Buffer.from('504b0606', 'hex'))).toBe(true);
  expect((await verify(wide, { logKey: logKey() })).verdict).toBe('match');
});

it('finds one flipped byte in any file, at its beginning, middle and end, and names the file', async () => {
  for (const [index, { name, bytes }] of whole.contents.entries()) {
    for (const at of [0, Math.floor(bytes.length / 2), bytes.length - 1]) {
      const changed = zipOf(
        whole.contents.map((file, other) => (other === index ? { name, bytes: Buffer.from(bytes.with(at, (bytes[at] ?? 0) ^ 1)) } : file)),
      );
      const found = await failures(changed);
      expect(
        found.some((line) => line.includes(name)),
        `${name} byte ${at}: ${found.join('; ')}`,
      ).toBe(true);
    }
  }
});

it('finds one flipped byte in the zip itself, checksum and all', async () => {
  for (const { name, dataOffset } of whole.entries)
    expect((await failures(Buffer.from(whole.zip.with(dataOffset, (whole.zip[dataOffset] ?? 0) ^ 1)))).join()).toContain(name);
});

const twins = ['original-1.HTML', 'original-1.html.', 'оriginal-1.html', 'original-1\u200b.html', 'sub/original-1.html', 'ＭANIFEST.json'];

describe('refuses', () => {
  it.each<[string, (files: ZipFile[]) => ZipFile[], string]>([
    [
      'a name that leads out of the folder',
      (files) => [...files, { name: '../../etc/cron.d/x', bytes: Buffer.from('x') }],
      '../../etc/cron.d/x 文件名不安全',
    ],
    ['an absolute name', (files) => [...files, { name: '/etc/passwd', bytes: Buffer.from('x') }], '/etc/passwd 文件名不安全'],
    ['a name with a backslash', (files) => [...files, { name: '..\\x.exe', bytes: Buffer.from('x') }], '文件名不安全'],
    ...twins.map((name): [string, (files: ZipFile[]) => ZipFile[], string] => [
      `a file with the name of another, to people or to a system: ${name}`,
      (files) => [...files, { name, bytes: Buffer.from('x') }],
      `${name} 清单中没有这个文件`,
    ]),
    ['a file that unpacks into nowhere', (files) => [...files, { name: 'sub/../x', bytes: Buffer.alloc(0) }], 'sub/../x 文件名不安全'],
    [
      'an added file where the manifest cannot be read',
      (files) => [...files.filter(({ name }) => name !== names.manifest), { name: 'extra.exe', bytes: Buffer.from('x') }],
      'extra.exe 清单中没有这个文件',
    ],
    ['a name twice', (files) => [...files, { name: names.manifest, bytes: Buffer.from('x') }], 'manifest.json 同名文件出现两次'],
    ['a package without an original', (files) => files.filter(({ name }) => name !== 'original-2.png'), 'original-2.png 文件缺失'],
    ['a package without its proof', (files) => files.filter(({ name }) => name !== names.proof), 'proof.tlog-proof 文件缺失'],
    ['a token without its chain', (files) => files.filter(({ name }) => name !== names.timestampChain), 'timestamp-chain.pem 文件缺失'],
    [
      'a bomb under a small size',
      (files) =>
        files.map((file) =>
          file.name === 'original-1.html' ? { ...file, bytes: Buffer.alloc(50_000_000), declared: 500, deflated: true } : file,
        ),
      'original-1.html 解压后大于所述大小',
    ],
    [
      'a bomb that says its size',
      (files) => files.map((file) => (file.name === names.manifest ? { ...file, bytes: Buffer.alloc(50_000_000), deflated: true } : file)),
      '超过上限',
    ],
    [
      'an original of another size',
      (files) =>
        files.map((file) => (file.name === 'original-1.html' ? { ...file, bytes: Buffer.alloc(50_000_000), deflated: true } : file)),
      'original-1.html 文件大小不同',
    ],
  ])('%s', async (_, change, wanted) => {
    expect((await failures(zipOf(change(whole.contents)))).join('\n')).toContain(wanted);
  });

  it.each([
    ['no zip at all', () => Buffer.from('not a zip')],
    ['an empty file', () => Buffer.alloc(0)],
    ['a zip that is cut', () => whole.zip.subarray(0, -30)],
    ['bytes before the first file', () => Buffer.concat([Buffer.from('MZ'), whole.zip])],
    ['bytes behind the end', () => Buffer.concat([whole.zip, Buffer.from('x')])],
  ])('%s', async (_, bytes) => {
    await expect(verify(bytes())).rejects.toThrow(/文件|目录/);
  });

  it('a package of another log than the one that is trusted', async () => {
    expect((await failures(whole.zip, { logKey: formatVkey(newLogKey('localhost/log').key) })).join()).toMatch(
      /log-key\.txt 与指定的公钥不同/,
    );
    expect((await verify(whole.zip, { logKey: logKey() })).verdict).toBe('match');
  });
});

describe('whose signature counts', () => {
  const lineOf = ({ lines }: PackageReport) => lines.find(({ label }) => label === '签名证书属于出具机构');
  const genuine = () => fingerprintOf(unpacked()[names.officeCertificate]?.toString() ?? '') ?? '';
  /** A package from before dossiers existed, because a dossier that contradicts its package is another fault. */
  const undossiered = () =>
    whole.contents.filter(({ name }) => ![names.officeRecord, names.dossier, names.dossierPdf].some((one) => one === name));
  const withoutProof = () => undossiered().filter(({ name }) => name !== names.officeProof);

  it('is told by the log where its key is given, by the fingerprint where that is, and else by nothing', async () => {
    expect(lineOf(await verify(whole.zip, { logKey: logKey() }))).toMatchObject({ outcome: 'pass', reason: '该证书已写入指定公钥的日志' });
    expect(lineOf(await verify(whole.zip, { officeFingerprint: genuine() }))).toMatchObject({
      outcome: 'pass',
      reason: '与指定的证书相同',
    });
    const shown = genuine()
      .toUpperCase()
      .replace(/..(?=.)/g, '$&:');
    expect(lineOf(await verify(whole.zip))).toMatchObject({
      outcome: 'not-run',
      reason: expect.stringMatching(new RegExp(`签名者是谁未确认。.*证据包中的指纹为 ${shown}$`)) as string,
    });
  });

  it('not a forger’s, who writes another certificate and signs all of it with a key of his own', async () => {
    const forger = await makeOfficeCertificate({ now: new Date() });
    const at = new Date();
    const certificate = await signPdf(await certificatePdf(certificateContent({ holder: { name: '别人', kind: 'individual' } })), {
      office: forger,
      name: '某某市公证处',
      reason: '',
      at,
    });
    const pem = Buffer.from(forger.certificatePem);
    const forge = (files: readonly ZipFile[]) =>
      signed(
        files.map((file) =>
          file.name === names.certificate
            ? { ...file, bytes: certificate }
            : file.name === names.officeCertificate
              ? { ...file, bytes: pem }
              : file,
        ),
        (sha256) => signDigest(sha256, forger),
      );
    const [kept, stripped] = await Promise.all([forge(undossiered()), forge(withoutProof())]);

    for (const options of [{}, { logKey: logKey() }, { logKey: logKey(), officeFingerprint: fingerprintOf(forger.certificatePem) ?? '' }]) {
      const report = await verify(kept, options);
      expect(report.verdict).toBe('mismatch');
      expect(report.lines.filter(({ outcome }) => outcome === 'fail')).toEqual([expect.objectContaining({ subject: names.officeProof })]);
    }
    expect(await verify(stripped, { logKey: logKey() })).toMatchObject({ verdict: 'undecided' });
    expect(await failures(stripped, { officeFingerprint: genuine() })).toEqual([expect.stringContaining('office.pem 与指定的证书不同')]);
    expect(await verify(stripped)).toMatchObject({ verdict: 'undecided', summary: '内容自洽，出具机构未确认' });
  });

  it('an older package, made before the log named the certificate, is read as before', async () => {
    const { signDigest: sign } = await openSigningIdentity(installation.db, readConfig({}));
    const older = await signed(withoutProof(), sign);
    expect((await verify(older)).verdict).toBe('undecided');
    expect((await verify(older, { officeFingerprint: genuine() })).verdict).toBe('match');
    expect((await verify(older, { logKey: logKey(), officeFingerprint: genuine() })).verdict).toBe('match');
    const report = await verify(older, { logKey: logKey() });
    expect([report.verdict, lineOf(report)]).toEqual([
      'undecided',
      expect.objectContaining({ outcome: 'not-run', option: '用 --office-cert 指定' }),
    ]);
  });

  /** The files as a zip with a new list of sums, signed by `sign`. */
  async function signed(files: readonly ZipFile[], sign: (sha256: Buffer) => Promise<Uint8Array>): Promise<Buffer> {
    const listed = files.filter(({ name }) => name !== names.sums && name !== names.sumsSignature);
    const sums = Buffer.from(formatSums(listed.map(({ name, bytes }) => ({ name, sha256: sha256Of(bytes) }))));
    const signature = Buffer.from(await sign(createHash('sha256').update(sums).digest()));
    return zipOf([...listed, { name: names.sums, bytes: sums }, { name: names.sumsSignature, bytes: signature }]);
  }
});

it('what a package is compared with is published under the log, byte for byte, and told by the admin command', async () => {
  for (const name of [names.logKey, names.officeCertificate]) {
    const reply = await installation.app.inject({ url: `/log/${name}` });
    expect([reply.statusCode, reply.rawPayload]).toEqual([200, unpacked()[name]]);
  }
  const { value } = await keys.run({ db: installation.db, pool: installation.pool, args: [], config: readConfig({}) });
  expect(value).toMatchObject({
    logKey: unpacked()[names.logKey]?.toString().trim(),
    officePem: unpacked()[names.officeCertificate]?.toString(),
  });
});

it('judges the certificate’s end by the clock, and by a timestamp of an authority that is trusted', async () => {
  const now = new Date(Date.now() + 15 * 365.25 * 86_400_000);
  const summary = '内容自洽，签名证书已到期，签名时间未确认';
  expect(await verify(whole.zip, { logKey: logKey(), now })).toMatchObject({ verdict: 'undecided', summary });
  const proven = await verify(whole.zip, { logKey: logKey(), now, tsaRootsPem: whole.authority.rootsPem });
  expect(proven.verdict).toBe('match');
  expect(proven.lines.find(({ label }) => label === '签名证书在签名时有效')?.reason).toMatch(
    /^证书已于 .*到期；可信时间戳证明签名在此之前/,
  );
});

it('reports everything in Chinese: every line and reason of the packages above, and every text it has', () => {
  expect(texts.size).toBeGreaterThan(100);
  const names = [...whole.entries.map(({ name }) => name), '../../etc/cron.d/x', '/etc/passwd', '../x.exe', 'sub/../x', 'extra.exe'];
  names.push(...twins.map(visibleLine));
  // Keywords of the policy language.
  names.push('log、witness、group、quorum', 'Test tsa');
  const tables = [checkTexts, reasonTexts, verdictTexts, signatureTexts, timestampTexts].flatMap((table) => Object.values(table));
  const system = ['ENOENT', 'EACCES', 'EISDIR', 'EIO', undefined].map((code) =>
    systemText(Object.assign(new Error('no such file or directory, open'), code === undefined ? {} : { code })),
  );
  const foreign = [...texts, ...tables, ...system, faultText(new TypeError('cannot read properties of undefined'))].filter(
    (text) => foreignWords(text, names).length > 0,
  );
  expect(foreign).toEqual([]);
  expect(foreignWords('文件与清单一致 office.pem：not DER')).toEqual(['not', 'DER']);
});

describe('to other tools the unpacked package is whole', () => {
  it('sha256sum', async () => {
    const { stdout } = await inFolder(unpacked(), (cwd) => promisify(execFile)('sha256sum', ['-c', names.sums], { cwd }));
    expect(stdout.trim().split('\n')).toHaveLength(whole.contents.length - 2);
  });

  it.skipIf(openssl.isMissing)(`openssl ts and openssl cms, as the instructions say${openssl.note}`, async () => {
    const commands = [
      ...(unpacked()[names.instructions]?.toString() ?? '').matchAll(/^ {4}(openssl (?:ts -verify|x509 -in office.pem -out) .*)$/gm),
    ].map(([, command = '']) => command);
    expect(commands).toHaveLength(3);
    for (const command of commands) {
      const { stdout, stderr } = await inFolder(unpacked(), (cwd) => promisify(execFile)('sh', ['-c', command], { cwd }));
      expect(stdout + stderr).toMatch(/Verification: OK|successful/);
    }
  });

  it.skipIf(pdfsig.isMissing)(`pdfsig${pdfsig.note}`, async () => {
    const { stdout } = await inFolder(unpacked(), (cwd) => promisify(execFile)('pdfsig', [names.certificate], { cwd }));
    expect(stdout).toContain('Signature is Valid');
    expect(stdout).toContain('Total document signed');
  });
});
