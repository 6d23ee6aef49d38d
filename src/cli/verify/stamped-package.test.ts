import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { inFolder } from '../../../test/installation/factories/certificate.ts';
import { evidenceMaker } from '../../../test/installation/factories/evidence.ts';
import { grow, packageOf, webEvidence } from '../../../test/installation/factories/package.ts';
import { type Authority, honest, startAuthority } from '../../../test/installation/servers/timestamp-authority.ts';
import { packageNames as names } from '../../domain/proof/evidence/package-names.ts';
import { custodyHealth } from '../../server/custody/audit/health.ts';
import { checkLog } from '../../server/custody/audit/log-check.ts';
import { requestDueTimestamps } from '../../server/custody/timestamps/stamping.ts';
import { readPackage, verifyPackage } from './verify-package.ts';
import { decodeLossy } from '../../domain/proof/verify/decode-lossy.ts';
import { checkTimestamps } from '../../domain/proof/verify/timestamp-checks.ts';

const installation = testApp();
const make = evidenceMaker(installation);
let authority: Authority;
let folder: string;
let path: string;
/** Two pieces of evidence, each with its own token besides those of their checkpoints. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-stamped-'));
  path = join(folder, 'package.zip');
  await make.open();
  authority = await startAuthority();
  const user = await make.user('personal');
  const number = await webEvidence(installation, user);
  await grow(installation);
  await webEvidence(installation, user);
  await grow(installation);
  await requestDueTimestamps(installation.db, 'checkpoints', { authority, most: 9 });
  authority.behave(async (_query, response) => void response.destroy());
  await expect(requestDueTimestamps(installation.db, 'evidence', { authority, most: 9 })).rejects.toMatchObject({ kind: 'unreachable' });
  expect((await custodyHealth(installation.db)).evidenceTimestamps).toMatchObject({
    uncovered: 2,
    error: expect.stringMatching('unreachable') as string,
    failingSince: expect.any(Date) as Date,
  });
  authority.behave(honest);
  expect(await requestDueTimestamps(installation.db, 'evidence', { authority, most: 9 })).toBe(0); // not yet
  await installation.pool.query('update stamp_line set next_at = now()');
  expect(await requestDueTimestamps(installation.db, 'evidence', { authority, most: 9 })).toBe(2);
  expect(await requestDueTimestamps(installation.db, 'evidence', { authority, most: 9 })).toBe(0);
  await writeFile(path, await packageOf(installation, number));
});
afterAll(async () => {
  await authority?.stop();
  await rm(folder, { recursive: true, force: true });
});

const label = '可信时间戳针对该证据清单';

it('carries the token of its evidence, which has a line of its own', async () => {
  const key = decodeLossy((await readPackage(path, false)).small.get(names.logKey)).trim();
  const { lines, verdict } = await verifyPackage(path, { logKey: key, tsaRootsPem: authority.rootsPem });
  expect(lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(verdict).toBe('match');
  expect(lines.find((line) => line.label === label)).toMatchObject({
    outcome: 'pass',
    subject: 'manifest.tsr',
    reason: expect.stringMatching(/^20\d\d-.*（北京时间）$/) as string,
  });
});

it('is verified by openssl ts, as the instructions say', async () => {
  const { small } = await readPackage(path, false);
  const command = /^ {4}(openssl ts -verify -data manifest\.json .*)$/m.exec(decodeLossy(small.get(names.instructions)))?.[1] ?? '';
  const { stdout, stderr } = await inFolder(Object.fromEntries(small), (cwd) => promisify(execFile)('sh', ['-c', command], { cwd }));
  expect(stdout + stderr).toContain('Verification: OK');
});

it("does not take the checkpoint's token for it, nor the token of another evidence", async () => {
  const { small } = await readPackage(path, false);
  const swapped = new Map([...small, [names.evidenceTimestamp, small.get(names.timestamp) ?? Buffer.alloc(0)]]);
  expect(await checkTimestamps(swapped, undefined)).toMatchObject([
    { outcome: 'pass' },
    { label, outcome: 'fail', subject: 'manifest.tsr', reason: '时间戳针对的是其他内容' },
  ]);
  const { rows } = await installation.pool.query<{ der: Buffer }>('select der from evidence_timestamp order by seq desc limit 1');
  const foreign = new Map([...small, [names.evidenceTimestamp, rows[0]?.der ?? Buffer.alloc(0)]]);
  expect(await checkTimestamps(foreign, undefined)).toMatchObject([
    { outcome: 'pass' },
    { outcome: 'fail', reason: '时间戳针对的是其他内容' },
  ]);
});

it('has no such line without such a token', async () => {
  const { small } = await readPackage(path, false);
  const without = new Map([...small].filter(([name]) => name !== names.evidenceTimestamp && name !== names.evidenceTimestampChain));
  expect(await checkTimestamps(without, undefined)).toMatchObject([{ outcome: 'pass' }]);
});

it('is kept in a table that nobody changes, and checked with the log', async () => {
  for (const statement of ["update evidence_timestamp set der = ''", 'delete from evidence_timestamp', 'truncate evidence_timestamp'])
    await expect(installation.pool.query(statement)).rejects.toThrow('append-only');
  const { rows } = await installation.pool.query<{ tokens: number; first: string }>(
    `select (select count(*) from log_timestamp where state = 'done')::int + count(*)::int as tokens, min(seq)::text as first
       from evidence_timestamp where state = 'done'`,
  );
  const { tokens, first } = rows[0] ?? { tokens: 0, first: '' };
  expect(await checkLog(installation.db)).toMatchObject({ timestamps: tokens, broken: null });
  await installation.pool.query(
    `begin;
     set local session_replication_role = replica;
     update evidence_timestamp t set der = o.der, der_sha256 = o.der_sha256
       from evidence_timestamp o where t.seq = ${first} and o.seq <> ${first};
     commit`,
  );
  expect((await checkLog(installation.db)).broken).toMatchObject({
    table: 'evidence_timestamp',
    row: first,
    reason: expect.stringContaining('wrong-imprint') as string,
  });
});
