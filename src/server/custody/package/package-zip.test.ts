import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { PackageFile } from './contents.ts';
import { packageZip } from './package-zip.ts';

const file = (name: string, kept: string, found = kept): PackageFile => ({
  name,
  sha256: createHash('sha256').update(kept).digest('hex'),
  sizeBytes: kept.length,
  open: async () => Readable.from([Buffer.from(found)]),
});
const zipped = (files: readonly PackageFile[]) =>
  buffer(packageZip({ number: 'AB'.repeat(16), keptAt: new Date('2026-01-01T00:00:00Z'), files }));

it('is whole where every file is what its hash says', async () => {
  const zip = await zipped([file('one', 'first'), file('two', 'second')]);
  expect(zip.subarray(-22).readUInt32LE(0)).toBe(0x06054b50);
});

it.each([
  ['changed', 'secont'],
  ['cut short', 'seco'],
  ['empty', ''],
])('breaks off where the store gives a file %s, so that no broken package looks whole', async (_, found) => {
  await expect(zipped([file('one', 'first'), file('two', 'second', found), file('three', 'third')])).rejects.toThrow(
    'two is not what it was kept as',
  );
});
