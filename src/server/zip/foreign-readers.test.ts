import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tool } from '../../../test/installation/tool.ts';
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
