import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { printed } from '../../../../src/domain/proof/verify/line.ts';
import { verifyPackage } from '../../../../src/cli/verify/verify-package.ts';
import { type VerifyOptions } from '../../../../src/domain/proof/verify/verify-files.ts';
import { packageNames as names } from '../../../../src/domain/proof/evidence/package-names.ts';
import { requestDueTimestamps } from '../../../../src/server/custody/timestamps/stamping.ts';
import { readExactZip, type ZipEntry } from '../../../../src/domain/kit/zip/exact-zip.ts';
import { entryBytes } from '../../../../src/server/platform/zip/zip-content.ts';
import { withZipFile } from '../../../../src/server/platform/zip/zip-file.ts';
import type { testApp } from '../../app.ts';
import { startAuthority, type Authority } from '../../servers/timestamp-authority.ts';
import type { ZipFile } from '../../zip.ts';
import { evidenceMaker } from '../evidence.ts';
import { grow, packageOf, webEvidence } from '../package.ts';

/** One package with several originals and a timestamp, and the verifier, run on it and on variants of it. */
export function verifiedPackage(installation: ReturnType<typeof testApp>) {
  const make = evidenceMaker(installation);
  const whole = {} as { authority: Authority; zip: Buffer; entries: readonly ZipEntry[]; contents: ZipFile[] };
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'notary-verify-'));
    await make.open();
    whole.authority = await startAuthority();
    const number = await webEvidence(installation, await make.user('enterprise', 0, '甲有限公司'));
    await grow(installation);
    await requestDueTimestamps(installation.db, 'checkpoints', { authority: whole.authority, most: 1 });
    whole.zip = await packageOf(installation, number, whole.authority);
    const path = join(folder, 'whole.zip');
    await writeFile(path, whole.zip);
    await withZipFile(path, async (source) => {
      const entries = await readExactZip(source);
      whole.entries = entries;
      whole.contents = await Promise.all(
        entries.map(async (entry) => ({ name: entry.name, bytes: (await entryBytes(source, entry)).value })),
      );
    });
  });
  afterAll(async () => {
    await whole.authority?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  let serial = 0;
  /** Everything that the verifier reported about intact and broken packages: its lines, its summaries, and why it could not read one. */
  const texts = new Set<string>();
  async function verify(bytes: Buffer, options?: VerifyOptions) {
    const path = join(folder, `${(serial += 1)}.zip`);
    await writeFile(path, bytes);
    const report = await verifyPackage(path, options).catch((error: unknown) => {
      texts.add(error instanceof Error ? error.message : String(error));
      throw error;
    });
    for (const text of [...report.lines.map(printed), report.summary]) texts.add(text);
    return report;
  }
  const unpacked = () => Object.fromEntries(whole.contents.map(({ name, bytes }) => [name, bytes]));
  return Object.assign(whole, {
    texts,
    verify,
    failures: async (bytes: Buffer, options?: VerifyOptions) =>
      (await verify(bytes, options)).lines.filter(({ outcome }) => outcome === 'fail').map(({ subject, reason }) => `${subject} ${reason}`),
    unpacked,
    logKey: () => unpacked()[names.logKey]?.toString().trim() ?? '',
  });
}
