import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { inFolder } from '../../../test/installation/factories/certificate.ts';
import { verifiedPackage } from '../../../test/installation/factories/packages/verified-package.ts';
import { startAuthority } from '../../../test/installation/servers/timestamp-authority.ts';
import { tool } from '../../../test/installation/tool.ts';

const whole = verifiedPackage(testApp());
const python = tool('python3');

interface Packed {
  readonly name: string;
  readonly bytes: Buffer;
}

type Method = 'ZIP_STORED' | 'ZIP_DEFLATED' | 'ZIP_BZIP2' | 'ZIP_LZMA';

/** Packs files as Python's zipfile does, with names in a code page of their own where one is given. */
function packed(files: readonly Packed[], encoding = 'utf-8', method: Method = 'ZIP_DEFLATED'): Promise<Buffer> {
  return inFolder({}, async (folder) => {
    mkdirSync(join(folder, 'files'));
    for (const [at, { bytes }] of files.entries()) writeFileSync(join(folder, 'files', String(at)), bytes);
    writeFileSync(join(folder, 'names.json'), JSON.stringify(files.map(({ name }) => name)));
    writeFileSync(join(folder, 'pack.py'), pack);
    execFileSync(python.path, ['pack.py', encoding, method], { cwd: folder });
    return readFileSync(join(folder, 'out.zip'));
  });
}

/** The encoding of names is that of the Windows that packs: bit 11 is not set, and the bytes are those of its code page. */
const pack = `
import json, sys, zipfile
encoding, method = sys.argv[1], getattr(zipfile, sys.argv[2])
class Info(zipfile.ZipInfo):
    def _encodeFilenameFlags(self):
        return self.filename.encode(encoding), self.flag_bits
with zipfile.ZipFile('out.zip', 'w', method) as out:
    for at, name in enumerate(json.load(open('names.json'))):
        info = (zipfile.ZipInfo if encoding == 'utf-8' else Info)(name)
        info.compress_type = zipfile.ZIP_STORED if name.endswith('/') else method
        out.writestr(info, b'' if name.endswith('/') else open('files/%d' % at, 'rb').read())
`;

const own = (): Packed[] => whole.contents.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) }));
const inside = (folder: string, files: readonly Packed[]): Packed[] =>
  files.map(({ name, bytes }) => ({ name: `${folder}/${name}`, bytes }));
const left = (name: string): Packed => ({ name, bytes: Buffer.from('left') });
const verify = (zip: Buffer) => whole.verify(zip, { logKey: whole.logKey() });

it.each<[string, () => Promise<Buffer>]>([
  ['another compression', () => packed(own().toReversed())],
  ['a folder', () => packed([left('证据包/'), ...inside('证据包', own())])],
  ['folders in folders', () => packed(inside('下载/证据包 (1)', own()))],
  [
    'what macOS adds',
    () => packed([...inside('包', own()), left('包/.DS_Store'), left('__MACOSX/包/._manifest.json'), left('__MACOSX/._包')]),
  ],
  ['what Windows adds', () => packed([...own(), left('Thumbs.db'), left('desktop.ini')], 'gb18030')],
  ['a folder named in the code page of Windows', () => packed(inside('证据包', own()), 'gb18030', 'ZIP_STORED')],
])('judges a package that people packed again by its content: %s', async (_, zip) => {
  const report = await verify(await zip());
  expect(report.lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(report.verdict).toBe('match');
  if (_ !== 'another compression') expect(report.summary).toContain('文件未改动，但不是原样的证据包');
});

it.each(['ZIP_BZIP2', 'ZIP_LZMA'] as const)('says of one that was packed by %s what to do', async (method) => {
  await expect(verify(await packed(inside('包', own()), 'utf-8', method))).rejects.toThrow(
    '的压缩方式不受支持，文件未必有改动：请解压后压缩为普通的 zip，再核验',
  );
});

it('still names what was changed, added or hidden in one that was packed again', async () => {
  const changed = own().map(({ name, bytes }) => ({
    name,
    bytes: name === 'original-1.html' ? Buffer.concat([bytes, Buffer.from(' ')]) : bytes,
  }));
  const cases = [
    inside('包', changed),
    [...inside('包', own()), left('包/新增.txt')],
    [...inside('包', own()), left('../original-1.html')],
    [...inside('包', own()), left('包/original-1.html')],
    [...own(), ...inside('包', own())],
  ];
  for (const files of cases) expect((await verify(await packed(files))).verdict).toBe('mismatch');
});

it('does not decide about a timestamp of an authority that the verifier did not name', async () => {
  const other = await startAuthority();
  try {
    const report = await whole.verify(whole.zip, { logKey: whole.logKey(), tsaRootsPem: other.rootsPem });
    expect(report.lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect(report).toMatchObject({ verdict: 'undecided', summary: expect.stringContaining('时间戳机构不在指定的机构之中') as string });
  } finally {
    await other.stop();
  }
});
