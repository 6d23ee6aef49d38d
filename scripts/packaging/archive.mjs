import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildEverything } from './build-everything.mjs';
import { copyBuilt, packagedManifest } from './contents.mjs';
import { root, runSteps } from '../run.mjs';
import { gzip, sha256, tarTo } from './same-bytes.mjs';

const paths = ['dist/console', 'dist/server', 'dist/client', 'scripts/keep-up.sh', 'docs', 'ops', 'CHANGELOG.md', 'README.md'];

/**
 * `npm run package`: the built project with its production packages as one archive, for machines without a registry. It is started by
 * `node start.mjs` there. Of the same commit, packages and system it has the same bytes.
 */
await runSteps(async () => {
  await buildEverything(process.argv.slice(2));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = `notary-${manifest.version}-${process.platform}-${process.arch}`;
  const folder = mkdtempSync(join(tmpdir(), 'notary-package-'));
  try {
    mkdirSync(join(folder, name));
    // A chain of its own is for tests.
    copyBuilt(root, join(folder, name), { paths, without: (one) => one.startsWith('@foundry-rs/') });
    writeFileSync(join(folder, name, 'package.json'), `${JSON.stringify(packagedManifest(manifest), null, 2)}\n`);
    copyFileSync(join(root, 'scripts/packaging/start.mjs'), join(folder, name, 'start.mjs'));
    tarTo(join(folder, `${name}.tar`), folder, [name]);
    const made = gzip(join(folder, `${name}.tar`));
    const archive = join(root, 'dist', `${name}.tar.gz`);
    // Beside the old one first: the folder for temporary files may lie on another disk.
    copyFileSync(made, `${archive}.new`);
    renameSync(`${archive}.new`, archive);
    console.log(`${sha256(archive)}  ${archive}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
