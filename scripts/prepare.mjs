import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { root, run, StepError } from './run.mjs';

/**
 * Prepares everything that a command of this project needs before it runs. It writes only if there is something to do, and only to the
 * error output, because a program may read the command's output.
 */
export async function prepare() {
  checkNode();
  await ensureInstalled();
  await ensureBuilt();
}

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new StepError(`Node.js 20.19 or newer is needed; this is ${process.versions.node}.`);
}

/** Installs the packages of package-lock.json unless they are there. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withLock(lock, 'Waiting for another start to finish preparing.', async () => {
    if (isInstalled()) return;
    console.error('Installing packages (once).');
    await install();
    writeFileSync(installedStamp, lockfileHash());
  });
}

/** Builds the console, the server and the client unless dist/ was built from exactly these sources. */
export async function ensureBuilt() {
  if (readOrNull(builtStamp) === sourcesHash()) return;
  await withLock(lock, 'Waiting for another start to finish preparing.', async () => {
    if (readOrNull(builtStamp) !== sourcesHash()) await build();
  });
}

/** Builds unconditionally. */
export async function buildAlways() {
  await withLock(lock, 'Waiting for another build to finish.', build);
}

const modules = join(root, 'node_modules');
const dist = join(root, 'dist');
const installedStamp = join(modules, '.notary-stamp');
const builtStamp = join(dist, '.stamp');
const lock = join(dist, '.prepare.lock');

function isInstalled() {
  if (readOrNull(installedStamp) === lockfileHash()) return true;
  if (!matchesLockfile()) return false;
  try {
    writeFileSync(installedStamp, lockfileHash());
  } catch {
    // node_modules of another user, which we may only read: the slow comparison is repeated next time.
  }
  return true;
}

/**
 * Whether somebody ran npm by hand: npm's own record of the installed packages contains every package that this machine needs, as locked.
 */
function matchesLockfile() {
  const record = readOrNull(join(modules, '.package-lock.json'));
  if (record === null || !existsSync(join(modules, 'vite'))) return false;
  const installed = JSON.parse(record).packages;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(([path, { version, integrity, ...rest }]) => {
    const found = installed[path];
    if (path === '' || found === undefined) return path === '' || !isNeeded(rest);
    return found.version === version && found.integrity === integrity;
  });
}

function isNeeded({ optional, os, cpu, libc }) {
  return !optional || (os?.includes(process.platform) && cpu?.includes(process.arch) && !libc?.includes('musl'));
}

async function install() {
  // NODE_ENV=production omits the packages of the build. npm writes its own record last: a kill before that leaves none.
  const args = ['--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  try {
    await npm(['ci', ...args]);
  } catch (error) {
    // Some versions of npm refuse a lockfile that does not list the optional packages of other platforms. `npm install` accepts it, keeps
    // the same versions and hashes, and is told to write nothing.
    if (!(error instanceof StepError) || !/EUSAGE/.test(error.output) || !/Missing: .* from lock file/.test(error.output)) throw error;
    console.error('npm ci refuses package-lock.json as incomplete; using npm install with the versions it lists.');
    await npm(['install', '--no-save', ...args]);
  }
}

/** The npm that started us, or else the one on the path. */
function npm(args) {
  const self = process.env.npm_execpath;
  return self?.endsWith('.js') && /npm/.test(self) ? run('npm', process.execPath, [self, ...args]) : run('npm', 'npm', args);
}

/** Each part is built beside the old one and swapped in when all are complete; the stamp is missing during the swap. */
async function build() {
  console.error('Building the console, the server and the client.');
  const hash = sourcesHash();
  const bundle = (config) => (out) => [
    join(modules, 'vite/bin/vite.js'),
    'build',
    '--config',
    config,
    '--outDir',
    out,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ];
  const parts = [
    { name: 'console', args: bundle('vite.config.ts') },
    { name: 'server', args: bundle('vite.server.config.ts') },
    { name: 'client', args: (out) => [join(root, 'scripts/build-client.mjs'), '--out', out] },
  ];
  mkdirSync(dist, { recursive: true });
  // At the same depth as the final folder, for the paths in source maps; with a unique name, because the bundler of a killed build may
  // still be writing.
  const fresh = (name) => join(dist, `${name}.new-${process.pid}`);
  for (const name of readdirSync(dist).filter((entry) => entry.includes('.new-')))
    rmSync(join(dist, name), { recursive: true, force: true });
  try {
    for (const { name, args } of parts) await run(`Building the ${name}`, process.execPath, args(fresh(name)), { NODE_ENV: 'production' });
    rmSync(builtStamp, { force: true });
    for (const { name } of parts) {
      rmSync(join(dist, name), { recursive: true, force: true });
      renameSync(fresh(name), join(dist, name));
    }
  } finally {
    for (const { name } of parts) rmSync(fresh(name), { recursive: true, force: true });
  }
  writeFileSync(builtStamp, hash);
}

/** One hash over the names and contents of all files of the build. Tests are not part of it. */
function sourcesHash() {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0]);
  const trees = ['src', 'public', 'docs/integrating'].flatMap((folder) => filesUnder(folder));
  const single = readdirSync(root).filter((name) =>
    /^(index\.html|vite(\.\w+)?\.config\.ts|package(-lock)?\.json|tsconfig.*\.json)$/.test(name),
  );
  const others = ['ops/releases.json', 'scripts/one-byte.mjs', 'scripts/build-client.mjs'];
  for (const path of [...trees, ...single, ...others].filter((name) => !/\.test\.tsx?$/.test(name)).toSorted()) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesUnder(folder) {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)]));
}

function lockfileHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function readOrNull(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // Missing or unreadable: the work is repeated in both cases.
  }
}
