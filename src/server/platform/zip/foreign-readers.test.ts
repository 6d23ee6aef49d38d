import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tool } from '../../../../test/installation/tool.ts';
import { writeZip } from './zip-writer.ts';

/** A file made in memory, one that is held, one that is read twice, and an empty one. */
const contents: Record<string, Buffer> = {
  '说明.txt': Buffer.from('第一个文件\n'),
  'held.bin': Buffer.alloc(100_000, 'held'),
  'twice.bin': Buffer.alloc(6_000_000, 'twice'),
  empty: Buffer.alloc(0),
};
const parts = () =>
  Object.entries(contents).map(([name, bytes], at) => ({ name, content: at === 0 ? bytes : async () => Readable.from([bytes]) }));
const folder: { path: string } = { path: '' };
const all = Buffer.concat(Object.values(contents));

beforeAll(async () => {
  folder.path = await mkdtemp(join(tmpdir(), 'notary-zip-'));
  for (const level of [0, 3]) await writeFile(join(folder.path, `${level}.zip`), await buffer(writeZip(parts(), { level })));
  await writeFile(join(folder.path, 'Stream.java'), streamReader);
});
afterAll(() => rm(folder.path, { recursive: true, force: true }));

/** Standard output of a program in the folder. */
function run(program: string, line: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    execFile(program, line, { cwd: folder.path, encoding: 'buffer', maxBuffer: 64_000_000 }, (error, out) =>
      error ? reject(error) : resolve(out),
    );
  });
}

const [java, bsdtar, funzip, unzip, sevenZip, python] = [
  tool('java', 'javac'),
  tool('bsdtar'),
  tool('funzip'),
  tool('unzip'),
  tool('7z'),
  tool('python3'),
];

describe.each([0, 3])('a zip at level %i is read', (level) => {
  it.skipIf(java.isMissing)(`by java.util.zip.ZipInputStream${java.note}`, async () => {
    expect((await run(java.path, ['Stream.java', `${level}.zip`])).equals(all)).toBe(true);
  });

  it.skipIf(bsdtar.isMissing)(`by bsdtar from a pipe${bsdtar.note}`, async () => {
    expect((await run('sh', ['-c', `cat ${level}.zip | ${bsdtar.path} -xOf -`])).equals(all)).toBe(true);
  });

  it.skipIf(funzip.isMissing)(`by funzip from a pipe, its first file${funzip.note}`, async () => {
    expect(await run('sh', ['-c', `cat ${level}.zip | ${funzip.path}`])).toEqual(contents['说明.txt']);
  });

  it.skipIf(unzip.isMissing)(`by unzip${unzip.note}`, async () => {
    expect((await run(unzip.path, ['-p', `${level}.zip`])).equals(all)).toBe(true);
  });

  it.skipIf(sevenZip.isMissing)(`by 7z${sevenZip.note}`, async () => {
    expect((await run(sevenZip.path, ['t', `${level}.zip`])).toString()).toContain('Everything is Ok');
  });

  it.skipIf(python.isMissing)(`by Python${python.note}`, async () => {
    const program = `import sys, zipfile; z = zipfile.ZipFile('${level}.zip'); [sys.stdout.buffer.write(z.read(n)) for n in z.namelist()]`;
    expect((await run(python.path, ['-c', program])).equals(all)).toBe(true);
  });
});

/** When the files were made, and how programs in two zones show it. */
const made = new Date('2026-01-02T07:04:06Z');
const shown = {
  'Asia/Shanghai': ['2026-01-02 15:04:06', '20260102.150406'],
  'America/New_York': ['2026-01-02 02:04:06', '20260102.020406'],
};

describe.each(Object.entries(shown))('the time of a file in %s', (zone, [spaced = '', dotted = '']) => {
  const env = { ...process.env, TZ: zone };
  const say = (program: string, line: readonly string[]) =>
    new Promise<string>((resolve, reject) => {
      execFile(program, line, { cwd: folder.path, env }, (error, out) => (error ? reject(error) : resolve(out)));
    });
  beforeAll(async () => {
    await writeFile(join(folder.path, 'timed.zip'), await buffer(writeZip(parts(), { level: 0, date: made })));
    await writeFile(join(folder.path, 'Times.java'), timeReader);
  });

  it.skipIf(unzip.isMissing)(`is the instant for unzip${unzip.note}`, async () => {
    expect((await say(unzip.path, ['-Z', '-lT', 'timed.zip'])).split(dotted)).toHaveLength(parts().length + 1);
    await say(unzip.path, ['-oq', 'timed.zip', '-d', `unzipped-${zone.replace('/', '-')}`]);
    expect((await stat(join(folder.path, `unzipped-${zone.replace('/', '-')}`, 'empty'))).mtime).toEqual(made);
  });

  it.skipIf(bsdtar.isMissing)(`is the instant for bsdtar${bsdtar.note}`, async () => {
    await say('sh', ['-c', `mkdir -p tar-${zone.replace('/', '-')} && ${bsdtar.path} -xf timed.zip -C tar-${zone.replace('/', '-')}`]);
    expect((await stat(join(folder.path, `tar-${zone.replace('/', '-')}`, 'empty'))).mtime).toEqual(made);
  });

  it.skipIf(sevenZip.isMissing)(`is the instant for 7z${sevenZip.note}`, async () => {
    expect((await say(sevenZip.path, ['l', '-slt', 'timed.zip'])).split(`Modified = ${spaced}`)).toHaveLength(parts().length + 1);
  });

  it.skipIf(java.isMissing)(`is the instant for Java${java.note}`, async () => {
    expect((await say(java.path, ['Times.java', 'timed.zip'])).trim().split('\n')).toEqual(parts().map(() => made.getTime().toString()));
  });

  it.skipIf(python.isMissing)(`is Beijing’s for Python, which reads no instant${python.note}`, async () => {
    const program = "import zipfile; print([i.date_time for i in zipfile.ZipFile('timed.zip').infolist()][0])";
    expect((await say(python.path, ['-c', program])).trim()).toBe('(2026, 1, 2, 15, 4, 6)');
  });
});

const timeReader = `
import java.util.zip.*;
class Times {
  public static void main(String[] args) throws Exception {
    try (ZipFile zip = new ZipFile(args[0])) {
      zip.stream().forEach(entry -> System.out.println(entry.getLastModifiedTime().toMillis()));
    }
  }
}
`;

const streamReader = `
import java.io.*; import java.util.zip.*;
class Stream {
  public static void main(String[] args) throws Exception {
    try (ZipInputStream zip = new ZipInputStream(new FileInputStream(args[0]))) {
      while (zip.getNextEntry() != null) zip.transferTo(System.out);
    }
    System.out.flush();
  }
}
`;
