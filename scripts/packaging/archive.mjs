import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildEverything } from './build-everything.mjs';
import { copyBuilt, packagedManifest } from './contents.mjs';
import { root, runSteps } from '../run.mjs';
import { gzip, sha256, tarTo } from './same-bytes.mjs';

const paths = [
  'dist/console',
  'dist/server',
  'dist/client',
  'scripts/keep-up.sh',
  'docs',
  'ops',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'README.zh-CN.md',
  'SECURITY.md',
];

/**
 * `npm run package`: packs the built project with its production packages into one archive, for machines without a registry; there
 * `node start.mjs` starts it. The same commit, packages and system give the same bytes.
 */
await runSteps(async () => {
  await buildEverything(process.argv.slice(2));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = `notary-${manifest.version}-${process.platform}-${process.arch}`;
  const folder = mkdtempSync(join(tmpdir(), 'notary-package-'));
  try {
    mkdirSync(join(folder, name));
    // The local EVM node is used only by tests.
    copyBuilt(root, join(folder, name), { paths, without: (one) => one.startsWith('@foundry-rs/') });
    writeFileSync(join(folder, name, 'package.json'), `${JSON.stringify(packagedManifest(manifest), null, 2)}\n`);
    copyFileSync(join(root, 'scripts/packaging/start.mjs'), join(folder, name, 'start.mjs'));
    tarTo(join(folder, `${name}.tar`), folder, [name]);
    const made = gzip(join(folder, `${name}.tar`));
    const archive = join(root, 'dist', `${name}.tar.gz`);
    // First copied beside the old archive, because the folder for temporary files may be on another disk.
    copyFileSync(made, `${archive}.new`);
    renameSync(`${archive}.new`, archive);
    console.log(`${sha256(archive)}  ${archive}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
