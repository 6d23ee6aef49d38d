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
  if (_ === 'another compression') expect(report.conclusion).toBe('一致');
  else {
    expect(report.conclusion).toBe('文件未改动，但不是原样的证据包');
    expect(report.summary).toContain(report.conclusion);
  }
});

// Reported at hathitrust/ht_sip_validator#37, archivematica/Issues#214: a file of nobody's in a package makes all of it invalid.
it.each<[string, readonly string[], () => Packed[]]>([
  ['a note', ['note.txt'], () => [...own(), left('note.txt')]],
  ['a note in the folder', ['备注.docx'], () => [...inside('包', own()), left('包/备注.docx')]],
  ['a note beside the folder', ['备注.docx'], () => [...inside('包', own()), left('备注.docx')]],
  ['a folder', ['附件/照片.jpg', '附件/说明/一.txt'], () => [...own(), left('附件/照片.jpg'), left('附件/说明/一.txt')]],
  ['what passes for evidence', ['original-9.jpg', '原件.mp4'], () => [...own(), left('original-9.jpg'), left('原件.mp4')]],
])('names what somebody added to it, and that it is no evidence: %s', async (_, added, files) => {
  const report = await verify(await packed(files()));
  expect(report.lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  // Programs must not take all that is in it for evidence.
  expect(report).toMatchObject({ verdict: 'undecided', conclusion: '文件未改动，但不是原样的证据包' });
  for (const name of added) {
    expect(report.summary).toContain(`“${name}”`);
    expect(report.lines).toContainEqual(
      expect.objectContaining({
        outcome: 'not-run',
        label: '不属于证据的文件',
        subject: name,
        reason: expect.stringContaining('不是证据') as string,
      }),
    );
  }
  const unknown = await whole.verify(await packed(files()));
  expect(unknown).toMatchObject({ verdict: 'undecided', conclusion: '无法判断' });
  expect(unknown.summary).toContain(`出具机构未确认；文件未改动，但不是原样的证据包，另有不属于证据的文件“${added[0] ?? ''}”`);
});

it.each(['ZIP_BZIP2', 'ZIP_LZMA'] as const)('says of one that was packed by %s what to do', async (method) => {
  await expect(verify(await packed(inside('包', own()), 'utf-8', method))).rejects.toThrow(
    '的压缩方式不受支持，文件未必有改动：请解压后压缩为普通的 zip，再核验',
  );
});

it('still names what was changed, doubled or hidden in one that was packed again', async () => {
  const changed = own().map(({ name, bytes }) => ({
    name,
    bytes: name === 'original-1.html' ? Buffer.concat([bytes, Buffer.from(' ')]) : bytes,
  }));
  const cases = [
    inside('包', changed),
    [...inside('包', changed), left('包/新增.txt')],
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
