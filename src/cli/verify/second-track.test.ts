import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bouncyCastle, judgeSm2, type JudgedSm2 } from '../../../test/custody/bouncy-castle.ts';
import { testApp } from '../../../test/installation/app.ts';
import { evidenceMaker } from '../../../test/installation/factories/evidence.ts';
import { grow, packageOf, webEvidence } from '../../../test/installation/factories/package.ts';
import { rootExtensions, signerExtensions, sm2Keys, type Sm2Keys } from '../../../test/installation/factories/sm2.ts';
import { startAuthority, type Authority } from '../../../test/installation/servers/timestamp-authority.ts';
import { zipOf } from '../../../test/installation/zip.ts';
import { packageNames as names, parseSums, sm2Names, unlistedNames } from '../../domain/proof/evidence/package-names.ts';
import { contentOf, verifySm2Cms } from '../../domain/proof/guomi/sm2-cms.ts';
import { isWrittenAsOurs } from '../../domain/proof/guomi/sm2-cms-write.ts';
import { readSm2Chain, type Sm2Certificate } from '../../domain/proof/guomi/sm2-certificate.ts';
import { verifySm2 } from '../../domain/proof/guomi/sm2.ts';
import { claimSignature, postponeSignature, releaseSignatures, waitingSignatures } from '../../server/custody/guomi/sm2-signature-store.ts';
import { signLate } from '../../server/custody/guomi/sign-late.ts';
import { listSm2Certificate } from '../../server/custody/guomi/sm2-certificate-store.ts';
import { openSm2Signer } from '../../server/custody/guomi/sm2-signer.ts';
import { Sm2SignerError, type Sm2Signer } from '../../server/custody/guomi/signer-port.ts';
import { requestDueTimestamps } from '../../server/custody/timestamps/stamping.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { readExactZip } from '../../domain/kit/zip/exact-zip.ts';
import { entryBytes } from '../../server/platform/zip/zip-content.ts';
import { withZipFile } from '../../server/platform/zip/zip-file.ts';
import { printed } from '../../domain/proof/verify/line.ts';
import { verifyPackage } from './verify-package.ts';

type Files = ReadonlyMap<string, Buffer>;
const installation = testApp();
const make = evidenceMaker(installation);
let keys: Sm2Keys;
let authority: Authority;
let folder: string;
let signer: Sm2Signer;
let own: Sm2Certificate;
let userId: string;
let whole: Files;
let logKey: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-sm2-package-'));
  keys = await sm2Keys();
  authority = await startAuthority();
  const root = await keys.issue('root', null, rootExtensions);
  const office = await keys.issue('office', 'root', signerExtensions);
  [own] = (readSm2Chain(office) ?? []) as [Sm2Certificate];
  signer = openSm2Signer(readConfig({ SM2_SIGNER: keys.signer('office') })) ?? neverSigns;
  await make.open();
  userId = await make.user('enterprise', 0, '甲有限公司');
  await listSm2Certificate(installation.db, office + root, { kind: 'command', id: '0', name: '测试', ip: '' });
  const number = await webEvidence(installation, userId, undefined, { page: 'original-1.pdf', picture: 'original-2.png' });
  await grow(installation);
  await requestDueTimestamps(installation.db, 'checkpoints', { authority, most: 9 });
  whole = await packed(number, signer);
  logKey = whole.get(names.logKey)?.toString().trim() ?? '';
});
afterAll(async () => {
  await authority?.stop();
  await keys?.remove();
  await rm(folder, { recursive: true, force: true });
});

const neverSigns: Sm2Signer = { sign: () => Promise.reject(new Sm2SignerError('unreachable', 'the signer is down')) };

async function packed(number: string, by: Sm2Signer | null): Promise<Files> {
  const path = join(folder, `${randomBytes(6).toString('hex')}.zip`);
  await writeFile(path, await packageOf(installation, number, null, readConfig({}), by));
  return withZipFile(path, async (source) => {
    const files = new Map<string, Buffer>();
    for (const entry of await readExactZip(source)) files.set(entry.name, (await entryBytes(source, entry)).value);
    return files;
  });
}

async function verified(files: Files, withSm3 = false) {
  const path = join(folder, `${randomBytes(6).toString('hex')}.zip`);
  await writeFile(path, zipOf([...files].map(([name, bytes]) => ({ name, bytes }))));
  return verifyPackage(path, { logKey, withSm3 });
}

const fails = async (files: Files) =>
  (await verified(files)).lines.filter(({ outcome }) => outcome === 'fail').map((line) => printed(line));
const of = (files: Files, name: string): Buffer => files.get(name) ?? Buffer.alloc(0);
const signedNames = [names.sums, names.sm3Sums, names.certificate, names.dossierPdf, 'original-1.pdf'];

describe('a package of an office with a signer', () => {
  it('brings the certificate, its proof, a list in SM3, and both signatures over the lists and every PDF', () => {
    expect([...whole.keys()]).toEqual(
      expect.arrayContaining([names.sm2Certificate, names.sm2Proof, names.sm3Sums, ...signedNames.flatMap(sm2Names)]),
    );
  });

  it('lists every file in both lists but the lists and what signs them', () => {
    const wanted = [...whole.keys()].filter((name) => !unlistedNames.has(name)).toSorted();
    for (const list of [names.sums, names.sm3Sums])
      expect([...(parseSums(of(whole, list).toString())?.keys() ?? [])].toSorted()).toEqual(wanted);
  });

  it('passes the verifier, line by line, in Chinese', async () => {
    const { lines, verdict, dossier } = await verified(whole, true);
    expect(lines.filter(({ outcome }) => outcome === 'fail').map(printed)).toEqual([]);
    expect(verdict).toBe('match');
    const printedLines = lines.filter(({ label }) => label.includes('国密')).map(printed);
    expect(printedLines[0]).toContain('通过  国密证书属于出具机构  office-sm2.pem：已写入日志');
    expect(printedLines.filter((line) => line.startsWith('通过  国密签名有效'))).toHaveLength(signedNames.length);
    expect(printedLines.at(-1)).toContain(`通过  文件与国密校验清单一致  SM3SUMS：${whole.size - unlistedNames.size} 个文件`);
    expect(dossier.lines.find(({ 审查要点 }) => 审查要点 === '出具机构是否另以国密算法签名')).toMatchObject({ 结论: '成立' });
    expect(dossier.faults).toEqual([]);
  });

  it('is refused where one of its files changes, and the line names the file', async () => {
    const changed = [names.sm2Certificate, names.sm2Proof, names.sm3Sums, ...signedNames.flatMap(sm2Names)];
    for (const name of changed) {
      const bytes = of(whole, name);
      const at = Math.floor(bytes.length * 0.6);
      const found = await fails(new Map([...whole, [name, Buffer.from(bytes.with(at, (bytes[at] ?? 0) ^ 1))]]));
      expect(found.filter((line) => line.includes('国密')).join('\n'), name).toContain('国密');
    }
  });

  it.each<[string, (files: Map<string, Buffer>) => void, string]>([
    ['a signature of another file', (files) => files.set('certificate.pdf.sm2', of(files, '审查说明.pdf.sm2')), 'certificate.pdf.sm2：与'],
    ['half of a pair', (files) => void files.delete('SHA256SUMS.sm2'), 'SHA256SUMS.sm2：文件缺失'],
    ['a signature of nothing', (files) => void files.delete('审查说明.pdf'), '审查说明.pdf：文件缺失'],
    ['signatures without the certificate', (files) => void files.delete(names.sm2Certificate), 'office-sm2.pem：文件缺失'],
  ])('is refused with %s', async (_what, change, expected) => {
    const files = new Map(whole);
    change(files);
    expect((await fails(files)).join('\n')).toContain(expected);
  });
});

describe('a signer that is down', () => {
  it('delays the second track alone: the package comes, and the signatures follow by themselves', async () => {
    const number = await webEvidence(installation, userId);
    await grow(installation);
    await requestDueTimestamps(installation.db, 'checkpoints', { authority, most: 9 });
    const without = await packed(number, neverSigns);
    expect([...without.keys()]).toEqual(expect.arrayContaining([names.sm2Certificate, names.sm2Proof, names.sm3Sums, names.certificate]));
    expect([...without.keys()].filter((name) => name.includes('.sm2.') || name.endsWith('.sm2'))).toEqual([]);
    const report = await verified(without);
    expect(report.verdict).toBe('match');
    expect(report.lines.map(printed).filter((line) => line.includes('尚无国密签名'))).toHaveLength(4);
    expect(await waitingSignatures(installation.db, 9)).toEqual({ waiting: 1, oldestAt: expect.any(Date) as Date });
    await expect(signLate({ db: installation.db, store: installation.store, signer: neverSigns, most: 9 })).rejects.toThrow(
      'the signer is down',
    );
    expect(await signLate({ db: installation.db, store: installation.store, signer, most: 9 })).toBe(0);
    await installation.db.updateTable('sm2_signature').set({ next_at: new Date() }).where('state', '=', 'waiting').execute();
    expect(await signLate({ db: installation.db, store: installation.store, signer, most: 9 })).toBe(1);
    expect(await waitingSignatures(installation.db, 9)).toEqual({ waiting: 0, oldestAt: null });
    const late = await packed(number, signer);
    expect((await verified(late)).lines.filter(({ label, outcome }) => label === '国密签名有效' && outcome === 'pass')).toHaveLength(4);
  });

  it('is asked for what has been due longest; what failed before follows when it is back, the oldest first', async () => {
    const { db } = installation;
    const { sha256 } = await db.selectFrom('sm2_certificate').select('sha256').executeTakeFirstOrThrow();
    const content = (digit: number) => String(digit).repeat(64);
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    // Asked for in the order 1, 2, 3; the signer failed at the first two, the younger one first.
    const rows = [1, 2, 3].map((n) => ({
      content_sha256: content(n),
      certificate_sha256: sha256,
      asked_at: ago(9 - n),
      next_at: ago(9 - n),
    }));
    await db.insertInto('sm2_signature').values(rows.toReversed()).execute();
    for (const n of [2, 1]) await postponeSignature(db, { contentSha256: content(n), certificateSha256: sha256 });
    await releaseSignatures(db, sha256);
    const order: (string | undefined)[] = [];
    for (let n = 0; n < 3; n += 1) order.push((await claimSignature(db, sha256))?.contentSha256);
    expect(order).toEqual([content(3), content(1), content(2)]);
    await db.deleteFrom('sm2_signature').where('content_sha256', 'in', [1, 2, 3].map(content)).execute();
  });

  it('leaves packages of an office without one as they were', async () => {
    const number = await webEvidence(installation, userId);
    await grow(installation);
    await requestDueTimestamps(installation.db, 'checkpoints', { authority, most: 9 });
    const without = await packed(number, null);
    expect([...without.keys()].filter((name) => /sm2|SM3/.test(name))).toEqual([]);
    expect((await verified(without)).lines.filter(({ label }) => label.includes('国密'))).toMatchObject([
      { outcome: 'not-run', subject: names.sm3Sums },
    ]);
  });
});

/** One changed byte each, spread over the signature or the signed bytes. */
function changesOf(bytes: Buffer, count: number): Buffer[] {
  return Array.from({ length: count }, (_, index) => {
    const at = Math.floor((index * bytes.length) / count);
    return Buffer.from(bytes.with(at, (bytes[at] ?? 0) ^ (((index * 7) % 255) + 1)));
  });
}

describe('judges beside us', () => {
  const cases = (): JudgedSm2[] => {
    const pem = of(whole, names.sm2Certificate);
    return signedNames.flatMap((name) => {
      const [der, cms] = sm2Names(name);
      return [
        { what: 'raw' as const, files: [pem, of(whole, name), of(whole, der)] },
        { what: 'cms' as const, files: [pem, of(whole, name), of(whole, cms)] },
      ];
    });
  };
  /** At least 1,000: of signatures, their frames and the signed bytes. */
  const mutated = (): JudgedSm2[] =>
    cases().flatMap(({ what, files: [pem = '', content, signature] }) => {
      const [text, signed] = [content as Buffer, signature as Buffer];
      return [
        ...changesOf(signed, what === 'raw' ? 70 : 120).map((changed) => ({ what, files: [pem, text, changed] })),
        ...changesOf(text, 12).map((changed) => ({ what, files: [pem, changed, signed] })),
      ];
    });
  const oursTakes = ({ what, files: [, content, signature] }: JudgedSm2): boolean => {
    const [text, signed] = [content as Buffer, signature as Buffer];
    if (what === 'raw') return verifySm2(own.key, text, signed);
    const message = verifySm2Cms(signed, contentOf(text));
    const chain = readSm2Chain(of(whole, names.sm2Certificate).toString()) ?? [];
    const held = message.ok ? message.value.certificates : [];
    const isChain =
      held.length === chain.length && held.every(({ der }, at) => Buffer.from(der).equals(chain[at]?.der ?? new Uint8Array(0)));
    return message.ok && isChain && isWrittenAsOurs(message.value, signed);
  };

  it('takes what was signed, and refuses each of 1,000 changes of a byte', () => {
    expect(cases().map(oursTakes)).toEqual(cases().map(() => true));
    const changes = mutated();
    expect(changes.length).toBeGreaterThanOrEqual(1000);
    expect(changes.filter(oursTakes).length).toBe(0);
  });

  it.skipIf(bouncyCastle.isMissing)(`Bouncy Castle says the same${bouncyCastle.note}`, async () => {
    const chain: JudgedSm2 = { what: 'chain', files: [of(whole, names.sm2Certificate), await readFile(keys.path('root.pem'))] };
    expect([...new Set(await judgeSm2([chain, ...cases()]))]).toEqual(['OK']);
    const verdicts = await judgeSm2(mutated());
    expect(verdicts.length).toBeGreaterThanOrEqual(1000);
    expect(verdicts.filter((line) => !line.startsWith('REFUSED'))).toEqual([]);
  });

  it('openssl says the same of the plain signatures and of the chain', async () => {
    await writeFile(keys.path('package.pem'), of(whole, names.sm2Certificate));
    await keys.openssl('x509', '-in', 'package.pem', '-noout', '-pubkey', '-out', 'package.pub');
    const check = async (content: Buffer, signature: Buffer): Promise<boolean> => {
      await writeFile(keys.path('content'), content);
      await writeFile(keys.path('signature'), signature);
      const words = ['dgst', '-sm3', '-verify', 'package.pub', '-sigopt', 'distid:1234567812345678', '-signature', 'signature', 'content'];
      return keys.openssl(...words).then(
        (output) => output.includes('Verified OK'),
        () => false,
      );
    };
    const chain = ['verify', '-vfyopt', 'distid:1234567812345678', '-CAfile', 'root.pem', 'office.pem'];
    expect(await keys.openssl(...chain)).toContain('office.pem: OK');
    for (const { what, files } of cases()) if (what === 'raw') expect(await check(files[1] as Buffer, files[2] as Buffer)).toBe(true);
    const [content, signature] = [of(whole, names.sums), of(whole, 'SHA256SUMS.sm2')];
    for (const changed of changesOf(signature, 1000)) expect(await check(content, changed)).toBe(false);
  });
});
