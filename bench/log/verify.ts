import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { packageNames } from '../../src/domain/proof/evidence/package-names.ts';
import { encodeManifest } from '../../src/domain/proof/evidence/manifest.ts';
import { writeZip } from '../../src/server/platform/zip/zip-writer.ts';
import { verifyPackage } from '../../src/cli/verify/verify-package.ts';
import { secondsOf } from '../measure.ts';

/**
 * Measures the offline verifier on a package with an original of 1 GB against sha256sum of the same file, in one run. Exit code 1 above 1.5
 * times.
 */
const originalBytes = 1_000_000_000;
const rounds = 3;
const most = 1.5;
const block = randomBytes(1_000_000);
const folder = await mkdtemp(join(tmpdir(), 'notary-bench-'));
try {
  const path = join(folder, 'package.zip');
  await writePackage(path);
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    theirs.push(await secondsOf(async () => void execFileSync('sha256sum', [path])));
    ours.push(await secondsOf(checkOriginal));
  }
  const ratio = Math.min(...ours) / Math.min(...theirs);
  const peakMb = process.resourceUsage().maxRSS / 1024;
  console.log(
    `package of ${originalBytes / 1e9} GB: ${seconds(ours)}; sha256sum: ${seconds(theirs)}; ` +
      `${ratio.toFixed(2)} x; ${peakMb.toFixed(0)} MB at most`,
  );
  if (ratio > most) console.log(`MISSED  at most ${most} x`);
  process.exitCode = ratio > most ? 1 : 0;

  async function checkOriginal(): Promise<void> {
    const { lines } = await verifyPackage(path);
    if (!lines.some(({ subject, label, outcome }) => subject === 'original-1.bin' && label === '文件与清单一致' && outcome === 'pass'))
      throw new Error('the original was not checked');
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Only the original matters: the rest of this package is just its manifest. */
async function writePackage(path: string): Promise<void> {
  const hash = createHash('sha256');
  for (let at = 0; at < originalBytes; at += block.length) hash.update(block);
  const original = { name: 'original-1.bin', sha256: hash.digest('hex'), sizeBytes: originalBytes };
  const manifest = Buffer.from(
    encodeManifest({
      type: 'evidence',
      version: 1,
      number: 'A'.repeat(32),
      owner: 'a'.repeat(64),
      kind: 'file',
      files: [{ ...original, role: 'original', sm3: 'b'.repeat(64), mediaType: 'application/octet-stream' }],
      times: { receivedAt: '2026-01-01T00:00:00.000Z', startAt: null, endAt: null },
    }),
  );
  const parts = [
    { name: packageNames.manifest, content: manifest },
    { name: original.name, sha256: original.sha256, content: async () => Readable.from(blocks()) },
  ];
  await pipeline(writeZip(parts, { level: 0 }), createWriteStream(path));
}

function* blocks(): Generator<Buffer> {
  for (let at = 0; at < originalBytes; at += block.length) yield block;
}

function seconds(times: readonly number[]): string {
  return `${times.map((time) => time.toFixed(2)).join(', ')} s`;
}
