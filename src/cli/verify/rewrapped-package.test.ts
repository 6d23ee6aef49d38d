import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { inFolder } from '../../../test/installation/factories/certificate.ts';
import { verifiedPackage } from '../../../test/installation/factories/packages/verified-package.ts';
import { startAuthority } from '../../../test/installation/servers/timestamp-authority.ts';
import { tool } from '../../../test/installation/tool.ts';
import { NoPackage, unreadText } from '../../domain/proof/verify/wrapping.ts';
import { ZipFault } from '../../domain/kit/zip/zip-records.ts';

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
const pack = String.raw`
import json, sys, zipfile
encoding, method = sys.argv[1], getattr(zipfile, sys.argv[2])
class Info(zipfile.ZipInfo):
    def _encodeFilenameFlags(self):
        return self.filename.encode(encoding), self.flag_bits
with zipfile.ZipFile('out.zip', 'w', method) as out:
    for at, name in enumerate(json.load(open('names.json'))):
        info = (zipfile.ZipInfo if encoding == 'utf-8' else Info)(name)
        info.compress_type = zipfile.ZIP_STORED if name.endswith('/') else method
        out.writestr(info, b'' if name.endswith(('/', '\\')) else open('files/%d' % at, 'rb').read())
`;

const own = (): Packed[] => whole.contents.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) }));
const inside = (folder: string, files: readonly Packed[]): Packed[] =>
  files.map(({ name, bytes }) => ({ name: `${folder}/${name}`, bytes }));
const turned = ({ name, bytes }: Packed): Packed => ({ name: name.replaceAll('/', '\\'), bytes });
const asMade = (): Packed => ({ name: '证据包.zip', bytes: whole.zip });
const left = (name: string): Packed => ({ name, bytes: Buffer.from('left') });
/** The archive comment of APPNOTE 4.4.26. */
function withTail(zip: Buffer, comment: Buffer): Buffer {
  const out = Buffer.concat([zip, comment]);
  out.writeUInt16LE(comment.length, zip.length - 2);
  return out;
}
const verify = (zip: Buffer) => whole.verify(zip, { logKey: whole.logKey() });

it.each<[string, () => Promise<Buffer>]>([
  ['another compression', () => packed(own().toReversed())],
  ['a folder', () => packed([left('证据包/'), ...inside('证据包', own())])],
  ['folders in folders', () => packed(inside('下载/证据包 (1)', own()))],
  [
    'what macOS adds',
    () => packed([...inside('包', own()), left('包/.DS_Store'), left('__MACOSX/包/._manifest.json'), left('__MACOSX/._包')]),
  ],
  // bsdtar writes such names for a folder that is given as `.`.
  ['names behind a dot', () => packed([left('./'), ...inside('.', own())])],
  [
    'what KDE, LibreOffice and Finder leave',
    () => packed([...own(), ...['.directory', '.~lock.certificate.pdf#', 'Icon\r', '.fseventsd/0000', '.localized'].map(left)]),
  ],
  ['a comment at its end', async () => withTail(await packed(own()), Buffer.from('packed by WinRAR'))],
  ['zeros behind its end', async () => Buffer.concat([await packed(own()), Buffer.alloc(1024)])],
  ['what Windows adds', () => packed([...own(), left('Thumbs.db'), left('desktop.ini')], 'gb18030')],
  ['a folder named in the code page of Windows', () => packed(inside('证据包', own()), 'gb18030', 'ZIP_STORED')],
  // .NET before 4.6.1 wrote backslashes.
  ['a folder with a backslash', () => packed(inside('证据包', own()).map(turned), 'gb18030')],
  ['folders with backslashes', () => packed([left('下载\\'), ...inside('下载/包', own()).map(turned)])],
  ['a zip in a zip', async () => packed([asMade()])],
  [
    'a zip in a zip, uncompressed, in a folder',
    async () => packed([{ ...asMade(), name: '下载/包.ZIP' }, left('下载/.DS_Store')], 'utf-8', 'ZIP_STORED'),
  ],
  ['a zip in a zip in a zip', async () => packed([{ name: '外.zip', bytes: await packed([asMade()]) }])],
  ['a folder in a zip in a zip', async () => packed([{ name: '包.zip', bytes: await packed(inside('包', own())) }])],
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
  ['hidden files', ['.gitkeep', '.x/一.txt'], () => [...own(), left('.gitkeep'), left('.x/一.txt')]],
  ['a folder', ['附件/照片.jpg', '附件/说明/一.txt'], () => [...own(), left('附件/照片.jpg'), left('附件/说明/一.txt')]],
  ['a note beside the package in a zip', ['备注.docx', '照片/一.jpg'], () => [asMade(), left('备注.docx'), left('照片/一.jpg')]],
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

it.each(['ZIP_BZIP2', 'ZIP_LZMA'] as const)('says of one that was packed by %s that it is so, and what to do', async (method) => {
  const fault = await verify(await packed(inside('包', own()), 'utf-8', method)).catch((error: unknown) => error);
  const name = method.replace('ZIP_', '');
  expect(unreadText(fault as ZipFault)).toMatch(new RegExp(`^这个 zip 有压缩方式为 ${name} 的文件（如“包/[^”]+”），.+没有读取.+再核验$`));
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

describe('of a zip that is no package it says so, and compares nothing:', () => {
  const other = (name: string, text = 'text'): Packed => ({ name, bytes: Buffer.from(text) });
  it.each<[string, () => Promise<Buffer>, RegExp]>([
    ['photographs', () => packed([other('一.jpg'), other('二.jpg')]), /^这个 zip 不是证据包：/],
    [
      'an extension of a browser',
      () => packed([other('manifest.json', '{"manifest_version":3}'), other('a.js')]),
      /^这个 zip 不是证据包：/,
    ],
    ['zips of photographs', async () => packed([{ name: '相册.zip', bytes: await packed([other('一.jpg')]) }]), /^这个 zip 不是证据包：/],
    ['a document', () => packed([other('[Content_Types].xml', '<Types/>'), other('word/document.xml', '<w/>')]), /^这个 zip 不是证据包：/],
    ['another compression', () => packed([other('一.txt')], 'utf-8', 'ZIP_BZIP2'), /^这个 zip 有压缩方式为 BZIP2 的文件（如“一\.txt”）/],
    [
      'a zip within, in another compression',
      async () => packed([{ name: '一.zip', bytes: await packed([other('一.txt')], 'utf-8', 'ZIP_LZMA') }]),
      /^里面的“一\.zip”没有读取：这个 zip 有压缩方式为 LZMA 的文件/,
    ],
    ['many files', () => packed(Array.from({ length: 501 }, (_, at) => other(`${at}.txt`))), /^不是可读的证据包：文件条目过多/],
    ['bytes behind it', async () => Buffer.concat([await packed([other('一.txt')]), Buffer.from('x')]), /^不是可读的证据包：/],
    [
      'two packages',
      async () =>
        packed([
          { ...asMade(), name: '一.zip' },
          { ...asMade(), name: '二.zip' },
        ]),
      /^里面有 2 个证据包（“一\.zip”、“二\.zip”）/,
    ],
    ['two folders of packages', () => packed([...inside('一', own()), ...inside('二', own())]), /^里面有 2 个证据包（“一”、“二”）/],
  ])('%s', async (_, zip, why) => {
    const fault = await verify(await zip()).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(NoPackage);
    expect((fault as Error).message).toMatch(why);
  });

  it('a package that is damaged as a zip stays one', async () => {
    const cut = Buffer.concat([whole.zip.subarray(0, 1000), whole.zip.subarray(2000)]);
    for (const bytes of [cut, whole.zip.subarray(0, -30), whole.zip.subarray(0, whole.zip.length / 2)])
      expect(await verify(bytes).catch((error: unknown) => error)).toBeInstanceOf(ZipFault);
  });
});

describe('a package from which files are missing', () => {
  const without = (...gone: readonly string[]) => packed(own().filter(({ name }) => !gone.includes(name)));

  it('is undecided, and names them, whichever they are and with whatever keys', async () => {
    for (const { name } of whole.contents) {
      for (const options of [{ logKey: whole.logKey() }, {}]) {
        const report = await whole.verify(await without(name), options);
        const failed = report.lines.filter(({ outcome }) => outcome === 'fail');
        expect([...new Set(failed.map(({ subject }) => subject))]).toEqual([name]);
        expect(report).toMatchObject({ verdict: 'undecided', conclusion: '无法判断' });
        expect(report.summary).toBe(`证据包不完整，缺少“${name}”，不能判断：请取得完整的证据包再核验`);
      }
    }
  });

  it('names many in short, and is none without anything of ours', async () => {
    const kept = ['manifest.json', 'original-1.html', 'certificate.pdf'];
    const half = await verify(
      await packed(
        inside(
          '包',
          own().filter(({ name }) => kept.includes(name)),
        ),
      ),
    );
    expect(half.verdict).toBe('undecided');
    expect(half.summary).toMatch(/^证据包不完整，缺少“[^”]+”(?:、“[^”]+”){4}等 \d+ 个文件，不能判断/);
    const papers = own().filter(({ name }) => ['original-1.html', 'certificate.pdf'].includes(name));
    expect(await verify(await packed(papers)).catch((error: unknown) => error)).toBeInstanceOf(NoPackage);
  });

  it('still is a mismatch where what is there was changed', async () => {
    const changed = (name: string) =>
      own().map((file) => (file.name === name ? { name, bytes: Buffer.concat([file.bytes, Buffer.from(' ')]) } : file));
    for (const [name, gone] of [
      ['original-1.html', 'SHA256SUMS.p7s'],
      ['original-1.html', 'manifest.json'],
      ['details.json', 'proof.tlog-proof'],
      ['SHA256SUMS', 'office.pem'],
      ['timestamp.tsr', 'log-key.txt'],
    ] as const)
      expect([name, gone, (await verify(await packed(changed(name).filter((file) => file.name !== gone)))).verdict]).toEqual([
        name,
        gone,
        'mismatch',
      ]);
  });

  it('says nothing against it in the dossier', async () => {
    for (const { name } of whole.contents) {
      const { dossier } = await verify(await without(name));
      expect([name, dossier.lines.filter(({ 结论 }) => 结论 === '不成立').map(({ 审查要点, 说明 }) => `${审查要点}：${说明}`)]).toEqual([
        name,
        [],
      ]);
    }
  });
});

it('says of a file of the package under another name what it is', async () => {
  const files = own().map(({ name, bytes }) => ({ name: name === 'original-1.html' ? '合同.html' : name, bytes }));
  const report = await verify(await packed(files));
  expect(report.verdict).toBe('undecided');
  expect(report.lines).toContainEqual(
    expect.objectContaining({
      outcome: 'not-run',
      label: '改过名的文件',
      subject: '合同.html',
      reason: expect.stringContaining('内容与清单中的 original-1.html 相同') as string,
    }),
  );
});
