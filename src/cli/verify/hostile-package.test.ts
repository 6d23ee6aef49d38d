import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { verifiedPackage } from '../../../test/installation/factories/packages/verified-package.ts';
import { zipOf } from '../../../test/installation/zip.ts';
import { packageNames as names } from '../../domain/proof/evidence/package-names.ts';
import { nodeZipTools } from '../../server/platform/zip/node-zip-tools.ts';
import { readPackageFiles } from '../../domain/proof/verify/package-files.ts';

const whole = verifiedPackage(testApp());
const megabytes = (letters: string, count = 6) => Buffer.from(letters.repeat(Math.floor((count << 20) / Buffer.byteLength(letters))));

/** Contents on which a pattern goes back over every character. */
const endless: readonly (readonly [string, Buffer])[] = [
  ['one letter', megabytes('A')],
  ['letters and a plus sign', Buffer.concat([Buffer.from('a+00000000+'), megabytes('A')])],
  ['letters outside the first plane', megabytes('😀')],
  ['a certificate without an end', Buffer.concat([Buffer.from('-----BEGIN CERTIFICATE-----'), megabytes('A')])],
  ['a proof with one hash', Buffer.concat([Buffer.from('c2sp.org/tlog-proof@v1\nindex 1\n'), megabytes('A')])],
];

describe('a file of megabytes', () => {
  it.each(endless)('of %s is a failed line in whichever small file it stands', async (_case, bytes) => {
    for (const { name } of whole.contents) {
      const changed = whole.contents.map((file) => (file.name === name ? { name, bytes, deflated: true } : file));
      const report = await whole.verify(zipOf(changed), { logKey: whole.logKey() });
      expect([name, report.verdict]).toEqual([name, 'mismatch']);
    }
  });
});

it('a package unpacks to no more than one budget, whatever its files say', async () => {
  const bomb = Buffer.alloc(16 << 20);
  const kept = Object.values(names).map((name) => ({ name, bytes: bomb, deflated: true }));
  const zip = zipOf(kept);
  expect(zip.length).toBeLessThan(1 << 20);
  const source = {
    sizeBytes: zip.length,
    read: async (start: number, length: number) => zip.subarray(start, start + length),
    async *chunks(start: number, length: number) {
      yield zip.subarray(start, start + length);
    },
  };
  const files = await readPackageFiles(nodeZipTools, source, { withSm3: false });
  const together = [...files.small.values(), ...files.details.values()].reduce((sum, { length }) => sum + length, 0);
  expect(together).toBeLessThanOrEqual(32 << 20);
  expect(files.lines.filter(({ reason }) => reason?.includes('超过上限'))).toHaveLength(kept.length - 2);
  expect((await whole.verify(zip)).verdict).toBe('mismatch');
});
