import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { ensureInstalled } from './prepare.mjs';
import { root, run, runSteps, StepError } from './run.mjs';

/**
 * `npm run test:node -- 22 [project or file ...]`: runs the suites that need no browser on another release of Node, taken from the
 * registry's package `node`. Without projects: all tests that need no more than a database.
 */
const usual = ['unit', 'database', 'whole works', 'replaced modules'];

await runSteps(async () => {
  const [version, ...rest] = process.argv.slice(2);
  if (!/^\d+(?:\.\d+){0,2}$/.test(version ?? '')) throw new StepError('Which Node? As `npm run test:node -- 22`, or `-- 20.19`.');
  await ensureInstalled();
  const node = await programOf(version);
  const options = rest.filter((word) => word.startsWith('-'));
  const files = rest.filter((word) => /^[^-].*[./]/.test(word));
  const projects = rest.filter((word) => !files.includes(word) && !options.includes(word));
  const chosen = files.length > 0 ? projects : [...projects, ...(projects.length > 0 ? [] : usual)];
  const words = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...options,
    ...files,
    ...chosen.flatMap((name) => ['--project', name]),
  ];
  // Tests that start `node` get the same release.
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  const child = spawn(node, [...words, '--reporter', 'dot'], { cwd: root, env, stdio: 'inherit' });
  const code = await new Promise((resolve) => child.once('close', (status, signal) => resolve(status ?? signal)));
  if (code !== 0) throw new StepError(`tests on Node ${version}: failed (${code})`);
});

/** Installed once into the folder for temporary files. */
async function programOf(version) {
  const folder = join(tmpdir(), `notary-node-${version}`);
  mkdirSync(folder, { recursive: true });
  if (findProgram(folder) === undefined)
    await run(`Installing Node ${version}`, 'npm', [
      'install',
      '--prefix',
      folder,
      '--no-audit',
      '--no-fund',
      '--no-package-lock',
      `node@${version}`,
    ]);
  const node = findProgram(folder);
  if (node === undefined) throw new StepError(`the package node@${version} has no program for this system`);
  return node;
}

/** The program is in a package for its system, wherever npm has put that. */
function findProgram(folder) {
  const system = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const places = [`node_modules/${system}`, `node_modules/node/node_modules/${system}`].map((path) => join(folder, path, 'bin'));
  const place = places.find((path) => existsSync(path) && readdirSync(path).includes('node'));
  return place === undefined ? undefined : join(place, 'node');
}
