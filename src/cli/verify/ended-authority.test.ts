import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { inFolder } from '../../../test/installation/factories/certificate.ts';
import { startEndedAuthority } from '../../../test/installation/servers/ended-authority.ts';
import { evidenceMaker } from '../../../test/installation/factories/evidence.ts';
import { grow, packageOf, webEvidence } from '../../../test/installation/factories/package.ts';
import { type Authority, startAuthority } from '../../../test/installation/servers/timestamp-authority.ts';
import { packageNames as names } from '../../domain/proof/evidence/package-names.ts';
import { requestDueTimestamps } from '../../server/custody/timestamps/stamping.ts';
import { readPackage, verifyPackage } from './verify-package.ts';
import { decodeLossy } from '../../domain/proof/verify/decode-lossy.ts';

const installation = testApp();
const make = evidenceMaker(installation);
let ended: Awaited<ReturnType<typeof startEndedAuthority>>;
let authority: Authority;
let folder: string;
let path: string;
/** Checkpoint and evidence have tokens of an authority whose certificate expired years ago, made while it was valid. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-ended-'));
  path = join(folder, 'package.zip');
  ended = await startEndedAuthority();
  authority = await startAuthority();
  authority.behave(ended.behaviour);
  await make.open();
  const number = await webEvidence(installation, await make.user('personal'));
  await grow(installation);
  const tolerant = { url: authority.url, rootsPem: ended.rootsPem, toleranceSeconds: 10 * 366 * 86_400 };
  for (const line of ['checkpoints', 'evidence'] as const)
    await requestDueTimestamps(installation.db, line, { authority: tolerant, most: 9 });
  await writeFile(path, await packageOf(installation, number));
});
afterAll(async () => {
  await authority?.stop();
  await ended?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('leaves the printed openssl commands working: they judge each token as of its own time', async () => {
  const { small } = await readPackage(path, false);
  const commands = [...decodeLossy(small.get(names.instructions)).matchAll(/^ {4}(openssl ts -verify .*)$/gm)].map(
    ([, command = '']) => command,
  );
  expect(commands.map((command) => / -attime (\d+) && /.exec(command)?.[1])).toEqual([
    `${ended.statedAt.getTime() / 1000}`,
    `${ended.statedAt.getTime() / 1000}`,
  ]);
  for (const command of commands) {
    const run = (text: string) => inFolder(Object.fromEntries(small), (cwd) => promisify(execFile)('sh', ['-c', text], { cwd }));
    const { stdout, stderr } = await run(command);
    expect(stdout + stderr).toContain('Verification: OK');
    // Without the time, the same token is refused.
    await expect(run(command.replace(/ -attime \d+/, ''))).rejects.toMatchObject({
      stderr: expect.stringContaining('certificate has expired') as string,
    });
    await expect(run(command.replace(/-attime \d+/, `-attime ${ended.statedAt.getTime() / 1000 + 40 * 86_400}`))).rejects.toMatchObject({
      stderr: expect.stringContaining('certificate has expired') as string,
    });
  }
});

it('is no fault to the offline verifier, which judges it likewise', async () => {
  const { lines } = await verifyPackage(path, { tsaRootsPem: ended.rootsPem });
  expect(lines.filter(({ label }) => label.startsWith('可信时间戳针对'))).toMatchObject([
    { outcome: 'pass', subject: names.timestamp, reason: '2020-01-15 16:00:00（北京时间）' },
    { outcome: 'pass', subject: names.evidenceTimestamp, reason: '2020-01-15 16:00:00（北京时间）' },
  ]);
});
