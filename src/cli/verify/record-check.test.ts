import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { grow, packageOf, webEvidence } from '../../../test/installation/factories/package.ts';
import { recordOffice, weakSha256 } from '../../../test/installation/factories/records.ts';
import { packageNames as names } from '../../domain/proof/evidence/package-names.ts';
import { parseRecord } from '../../domain/proof/records/evidence-record.ts';
import { parseVkey } from '../../domain/proof/tlog/note-key.ts';
import { dayMs } from '../../domain/kit/text/time.ts';
import { checkConsistency } from '../../domain/proof/verify/consistency-check.ts';
import { fetchRecord } from './fetch-record.ts';
import type { Line } from '../../domain/proof/verify/line.ts';
import { readPackage, verifyPackage } from './verify-package.ts';
import type { PackageFiles } from '../../domain/proof/verify/package-files.ts';
import { checkRecord } from '../../domain/proof/verify/record-check.ts';
import { consistencyOf } from '../../server/custody/log/consistency.ts';
import { checkpointsOf } from '../../domain/proof/dossier/facts/checkpoints.ts';
import { decodeLossy } from '../../domain/proof/verify/decode-lossy.ts';

const installation = testApp();
const office = recordOffice(installation);
let folder: string;
let server: Server;
let origin: string;
/** One evidence before its day ended, with a record, with a renewed timestamp, and with a renewed hash; and another one of its day. */
const paths = { before: '', unrenewed: '', stamped: '', hashed: '', other: '' };
const later = (years: number) => new Date(Date.now() + years * 366 * dayMs);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-record-check-'));
  const { make, owner } = office;
  const number = await webEvidence(installation, owner);
  const other = await webEvidence(installation, owner);
  await make.evidence(owner);
  await grow(installation);
  const keep = async (name: keyof typeof paths, of = number) => {
    paths[name] = join(folder, `${name}.zip`);
    await writeFile(paths[name], await packageOf(installation, of));
  };
  await keep('before');
  await office.endDay();
  await office.stamp();
  await make.evidence(owner);
  await grow(installation); // the log grows
  await keep('unrenewed');
  await keep('other', other);
  office.authority.renewCertificate();
  await office.renew();
  await office.stamp();
  await keep('stamped');
  await office.renew(weakSha256);
  await office.stamp(weakSha256);
  await keep('hashed');
  server = createServer((request, response) => {
    const answer = async () => {
      const { statusCode, headers, rawPayload } = await installation.app.inject({ url: request.url ?? '' });
      response.writeHead(statusCode, { 'content-type': String(headers['content-type']) }).end(rawPayload);
    };
    answer().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
});
afterAll(async () => {
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

async function keyOf(path: string): Promise<string> {
  return decodeLossy((await readPackage(path, false)).small.get(names.logKey)).trim();
}

async function verified(path: string, now = new Date(), renewedRecord?: Uint8Array) {
  const report = await verifyPackage(path, { logKey: await keyOf(path), tsaRootsPem: office.authority.rootsPem, now, renewedRecord });
  expect(report.lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  return { ...report, record: report.lines.filter(({ label }) => label.startsWith('存证记录')) };
}

describe('a package', () => {
  it('of the day itself has no record yet, and verifies', async () => {
    const { verdict, record } = await verified(paths.before);
    expect([verdict, record.map(({ outcome }) => outcome)]).toEqual(['match', ['not-run']]);
  });

  it('has a record from the next day on, each link a line', async () => {
    const { verdict, record } = await verified(paths.unrenewed);
    expect(verdict).toBe('match');
    expect(record.map(({ outcome, label }) => `${outcome} ${label}`)).toEqual([
      'pass 存证记录涵盖证据清单和每个文件',
      'pass 存证记录第 1 环：当日存证汇总的时间戳',
      'pass 存证记录至今有效',
    ]);
    expect(record[1]?.reason).toMatch(/^20\d\d-.*（北京时间），SHA-256，机构证书有效至 20\d\d-.*（北京时间）$/);
  });

  it('with renewed links has a line for each, and covers its files by SHA-512', async () => {
    const { verdict, record } = await verified(paths.hashed);
    expect(verdict).toBe('match');
    expect(record.map(({ label }) => label)).toEqual([
      '存证记录涵盖证据清单和每个文件',
      '存证记录第 1 环：当日存证汇总的时间戳',
      '存证记录第 2 环：时间戳续期',
      '存证记录第 3 环：数字指纹续期',
      '存证记录至今有效',
    ]);
  });

  it('has all its proofs under the newest checkpoint', async () => {
    const { lines } = await verified(paths.unrenewed);
    expect(lines.find(({ label }) => label === '各检查点属于同一份只增不改的日志')).toMatchObject({
      outcome: 'not-run',
      subject: 'consistency.txt',
      reason: expect.stringMatching(/^各项证明都以检查点 \d+ 为准，没有另一个检查点可以比较$/) as string,
    });
  });
});

describe('three years later', () => {
  it('an unrenewed package says which certificate ended, and a renewed one holds', async () => {
    const ended = await verified(paths.unrenewed, later(3));
    expect([ended.verdict, ended.summary]).toEqual(['undecided', '内容自洽，存证记录的时间戳机构证书已到期，没有续期']);
    expect(ended.record.at(-1)).toMatchObject({
      outcome: 'not-run',
      reason: expect.stringMatching(
        /^第 1 环的时间戳机构证书“tsa”已于 20\d\d-.*（北京时间）到期，此后没有续期；请向出具机构取得最新的存证记录$/,
      ) as string,
      option: '加 --record 和向出具机构取得的存证记录',
    });
    for (const path of [paths.stamped, paths.hashed]) expect((await verified(path, later(3))).verdict).toBe('match');
  });

  it('the record that the office gives anybody brings an old package up to date', async () => {
    for (const path of [paths.before, paths.unrenewed]) {
      const fetched = await fetchRecord(path, { server: origin, logOrigins: [] });
      expect(fetched.path).toBe(`${path}.ers`);
      const { verdict, record } = await verified(path, later(3), await readFile(fetched.path));
      expect([verdict, record.length]).toEqual(['match', 5]);
    }
  });

  it('is never asked of the address that a package prints, unless a given key is of a log there', async () => {
    for (const logOrigins of [[], ['notary.example.cn/log'], ['localhost.example.cn/log']])
      await expect(fetchRecord(paths.before, { server: undefined, logOrigins })).rejects.toThrow('不向证据包自己所印的地址取得记录');
    const own = await keyOf(paths.before);
    await expect(fetchRecord(paths.before, { server: undefined, logOrigins: [own.split('+')[0] ?? ''] })).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:\d+\/open\/v1\/records\/\w+ 没有答复/,
    );
  });

  it('never takes the place of a file that is there', async () => {
    const path = join(folder, 'twice.zip');
    await writeFile(path, await readFile(paths.before));
    await writeFile(`${path}.ers`, 'mine');
    const ask = async () => (await fetchRecord(path, { server: origin, logOrigins: [] })).path;
    expect([await ask(), await ask()]).toEqual([`${path}.2.ers`, `${path}.2.ers`]);
    expect(await readFile(`${path}.ers`, 'utf8')).toBe('mine');
  });

  it('tells in Chinese why no record can be had', async () => {
    await expect(fetchRecord(paths.before, { server: 'http://127.0.0.1:9', logOrigins: [] })).rejects.toThrow('没有答复');
    // The call determines the path.
    await expect(fetchRecord(paths.before, { server: `${origin}/nowhere/`, logOrigins: [] })).resolves.toBeDefined();
    const young = await webEvidence(installation, await office.make.user('personal'));
    await grow(installation);
    const path = join(folder, 'young.zip');
    await writeFile(path, await packageOf(installation, young));
    await expect(fetchRecord(path, { server: origin, logOrigins: [] })).rejects.toThrow('还没有这份证据的存证记录');
  });
});

describe('a forged package', () => {
  const failing = (lines: readonly Line[]) =>
    lines.filter(({ outcome }) => outcome === 'fail').map(({ label, subject }) => `${label} ${subject}`);
  const judge = async (
    path: string,
    change: (files: PackageFiles) => Partial<Record<string, Buffer>>,
    rootsPem = office.authority.rootsPem,
  ) => {
    const files = await readPackage(path, false);
    const small = new Map(files.small);
    for (const [name, bytes] of Object.entries(change(files))) if (bytes) small.set(name, bytes);
    const { lines } = await checkRecord({ ...files, small }, { rootsPem, now: new Date(), renewed: undefined });
    return failing(lines);
  };
  const recordOf = ({ small }: PackageFiles) => Buffer.from(small.get(names.evidenceRecord) ?? []);

  it.each<[string, (files: PackageFiles) => Partial<Record<string, Buffer>>, readonly string[]]>([
    ['a manifest that was changed', () => ({ 'manifest.json': Buffer.from('{}') }), ['存证记录涵盖证据清单和每个文件 manifest.json']],
    ['a record cut short', (files) => ({ 'manifest.ers': recordOf(files).subarray(0, -9) }), ['存证记录可读 manifest.ers']],
    ['a record that is none', () => ({ 'manifest.ers': Buffer.from('<html>') }), ['存证记录可读 manifest.ers']],
    ['an enlarged record', () => ({ 'manifest.ers': Buffer.alloc(2_000_000, 0x30) }), ['存证记录可读 manifest.ers']],
  ])('is named: %s', async (_name, change, expected) => {
    const found = await judge(paths.unrenewed, change);
    // A changed manifest leaves a hash in the list that belongs to no file.
    expect(found.filter((line) => !line.endsWith('涵盖证据清单和每个文件 manifest.ers'))).toEqual(expected);
  });

  it('with the record of another evidence covers none of its own files', async () => {
    const other = recordOf(await readPackage(paths.other, false));
    const found = await judge(paths.unrenewed, () => ({ 'manifest.ers': other }));
    expect(found).toHaveLength(6); // manifest, details, two originals, the report, and the other evidence's hashes
  });

  // Only the package's signature covers the frame of the last token.
  it('never passes with one byte of its record changed before the last token', async () => {
    const whole = recordOf(await readPackage(paths.hashed, false));
    const read = parseRecord(whole);
    const last = read.ok ? (read.value.chains.at(-1)?.stamps.at(-1)?.token.length ?? 0) : 0;
    for (let at = 3; at < whole.length - last; at += Math.ceil(whole.length / 60)) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 0x01;
      const found = await judge(paths.hashed, () => ({ 'manifest.ers': changed }));
      expect([at, found.length > 0]).toEqual([at, true]);
    }
  });

  it('with tokens of an authority that nobody named is told from one that was', async () => {
    const { lines } = await verifyPackage(paths.unrenewed, {});
    expect(lines.find(({ label }) => label.startsWith('存证记录第 1 环'))?.reason).toMatch(/时间戳机构未确认$/);
  });

  it('with a consistency proof that is missing, cut or of another log is named', async () => {
    const files = await readPackage(paths.unrenewed, false);
    const key = parseVkey(await keyOf(paths.unrenewed));
    if (!key.ok) throw new Error('no key');
    const log = { origin: key.value.name, keys: [key.value] };
    // An earlier proof, as a package has one for its token's checkpoint.
    const before = (await readPackage(paths.before, false)).small.get(names.proof) ?? new Uint8Array(0);
    const small = new Map([...files.small, [names.timestampProof, before]]);
    const sizes = checkpointsOf((name) => small.get(name), log).map(({ size }) => String(size));
    const text = decodeLossy((await consistencyOf(installation.db, sizes)) ?? undefined);
    const checkOf = (changed: string) => checkConsistency(new Map([...small, [names.consistency, Buffer.from(changed)]]), log)[0];
    expect(checkOf(text)).toMatchObject({ outcome: 'pass', reason: expect.stringMatching(/^检查点 \d+(、\d+)+ 依次相接$/) as string });
    expect(checkOf(text.replace(/^old [\s\S]*?\n(?=old|\n)/m, ''))).toMatchObject({
      outcome: 'fail',
      reason: expect.stringContaining('没有它的一致性证明') as string,
    });
    expect(checkOf(text.slice(0, 40))?.outcome).toBe('fail');
    expect(checkOf(text.replace(/\n\n[^\n]+\n\d+/, (head) => `${head}1`))?.outcome).toBe('fail');
    expect(checkConsistency(new Map([...small].filter(([name]) => name !== names.consistency)), log)[0]?.outcome).toBe('not-run');
  });
});
