import { afterEach, describe, expect, it, vi } from 'vitest';
import { zipOf, type ZipFile } from '../../../../../test/installation/zip.ts';
import { readExactZip } from '../../../../domain/kit/zip/exact-zip.ts';
import { type FileHash, hashEntry, readEntryBytes, type ZipTools } from '../../../../domain/kit/zip/zip-content.ts';
import { nodeZipTools } from '../../../../server/platform/zip/node-zip-tools.ts';
import { blobSource } from './blob-source.ts';
import { browserTools } from './browser-tools.ts';

/** Findings of a set of tools in each file of a zip: its hashes, and why it contradicts itself. */
async function found(tools: ZipTools, zip: Buffer, algorithms: readonly FileHash[]) {
  const source = blobSource(new Blob([Uint8Array.from(zip)]));
  const entries = await readExactZip(source);
  return Promise.all(
    entries.map(async (entry) => {
      const { value, fault } = await hashEntry(tools, source, entry, algorithms);
      const { value: bytes } = await readEntryBytes(tools, source, entry);
      return {
        name: entry.name,
        hashes: Object.values(value).map((hash) => Buffer.from(hash).toString('hex')),
        fault,
        bytes: Buffer.from(bytes),
      };
    }),
  );
}

/** More than one slice. */
const large = Buffer.from('一份录音'.repeat(355_000));
const files: ZipFile[] = [
  { name: 'empty', bytes: Buffer.alloc(0) },
  { name: 'small', bytes: Buffer.from('first') },
  { name: 'large', bytes: large },
  { name: 'packed', bytes: large, deflated: true },
  { name: 'bomb', bytes: Buffer.alloc(1_000_000), declared: 10, deflated: true },
];

afterEach(() => vi.unstubAllGlobals());

describe.each([true, false])('in a browser that has DecompressionStream: %j', (hasStream) => {
  const lose = () => void (hasStream || vi.stubGlobal('DecompressionStream', undefined));

  it('reads a zip as Node does, slice by slice', async () => {
    lose();
    const zip = zipOf(files);
    const algorithms = ['sha256', 'sha384', 'sha512'] as const;
    const [ours, theirs] = [await found(browserTools, zip, algorithms), await found(nodeZipTools, zip, algorithms)];
    expect(ours.map(({ name, hashes, fault }) => ({ name, hashes, fault }))).toEqual(
      theirs.map(({ name, hashes, fault }) => ({ name, hashes, fault })),
    );
    expect(ours.slice(0, 4).every(({ bytes }, at) => bytes.equals(files[at]?.bytes ?? Buffer.alloc(1)))).toBe(true);
    expect(ours.at(-1)?.fault).toBe('解压后大于所述大小');
  });

  it('names damage as Node does', async () => {
    lose();
    const zip = zipOf(files.slice(0, 4));
    const at = zip.indexOf('packed') + 300;
    for (const place of [zip.indexOf('first'), at, at + 200]) {
      const changed = Buffer.from(zip.with(place, (zip[place] ?? 0) ^ 0x55));
      const faults = async (tools: ZipTools) => (await found(tools, changed, [])).map(({ fault }) => fault !== null);
      expect(await faults(browserTools)).toEqual(await faults(nodeZipTools));
    }
  });
});
