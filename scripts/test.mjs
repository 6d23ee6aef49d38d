import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { inMemory } from './in-memory.mjs';
import { checkNode, ensureInstalled, prepare } from './prepare.mjs';
import { root, runSteps, StepError } from './run.mjs';
import { ensureTools } from './tools/ensure-tools.mjs';

const form = [
  ['format', 'biome', ['format', '.']],
  ['lint', 'oxlint', ['--deny-warnings']],
];
/** Single-threaded: several of them check the same libraries separately, and other steps run at the same time anyway. */
const types = (project) => {
  const known = join(root, 'node_modules/.cache', `${project}.tsbuildinfo`);
  return ['-p', project, '--singleThreaded', '--incremental', '--tsBuildInfoFile', known];
};
const everyType = ['types: everything, tests included', 'tsc', types('tsconfig.json')];
/** The same sources, each with the libraries of its platform: neither DOM nor Node, only Node, only DOM. */
const typesApart = [
  ['types: domain and contract', 'tsc', types('tsconfig.domain.json')],
  ['types: server', 'tsc', types('tsconfig.server.json')],
  ['types: console', 'tsc', types('tsconfig.console.json')],
];

/** The tests that need only a database, and a dozen pages where there is a browser. */
const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const usualProjects = ['unit', 'database', 'replaced modules', ...(existsSync(chromium) ? ['pages'] : [])].flatMap((name) => [
  '--project',
  name,
]);

/**
 * Three circles, each including the previous one; docs/testing.md says what runs where.
 * `npm run test:quick`: needs only the sources and the packages; for use while editing.
 * `npm test`: also what needs only a database; before a commit.
 * `npm run test:all`: everything that must hold, before a release: other processes, object stores, the built project in a real browser, and
 * the system's PostgreSQL. Installs what it needs. `npm run test:ci`, before a merge, is the same with a third of each long walk.
 */
const circles = {
  '--quick': quick,
  '--all': () => all({ TEST_ROUNDS: 'all' }),
  '--ci': () => all({ TEST_PART: process.env.TEST_PART ?? String(Math.floor(Date.now() / 86_400_000) % 3) }),
};
await runSteps(circles[process.argv[2]] ?? usual);

async function quick() {
  await ensureInstalled();
  await together(started([...form, everyType, vitest(['--project', 'unit', '--reporter', 'dot'])]));
}

async function usual() {
  await ensureInstalled();
  // These tests compute more than they wait, and every worker loads the server for itself.
  const VITEST_MAX_WORKERS = String(availableParallelism() + 1);
  await inMemory((TMPDIR) => together(started([...form, everyType, vitest(usualProjects, { TMPDIR, VITEST_MAX_WORKERS })])));
  console.log('\nAll steps passed. Browsers, object stores and other processes: `npm run test:all`.');
}

async function all(extent) {
  checkNode();
  await ensureInstalled();
  if (extent.TEST_PART !== undefined) console.log(`Part ${extent.TEST_PART} of 3 of each long walk (TEST_PART).`);
  // The checks need neither the build nor the tools; they use the processor that their preparation leaves idle.
  // Five servers with the demo, their browsers and three clusters take half of the memory.
  await inMemory((TMPDIR) => together([...started([...form, everyType, ...typesApart]), everyTest({ ...extent, TMPDIR })]), 12e9);
  console.log('\nAll steps passed.');
}

async function everyTest(env) {
  await prepare();
  const CHROMIUM_PATH = await ensureTools();
  const TEST_STATEMENTS = mkdtempSync(join(tmpdir(), 'notary-statements-'));
  try {
    await step(...vitest([], { ...env, CHROMIUM_PATH, TEST_STATEMENTS }));
  } finally {
    rmSync(TEST_STATEMENTS, { recursive: true, force: true });
  }
}

function vitest(args, env = {}) {
  return ['tests', 'vitest', ['run', ...args], env];
}

function started(steps) {
  return steps.map((given) => step(...given));
}

/** Waits for all that runs, so that the terminal shows every fault at once. */
async function together(running) {
  const ended = await Promise.allSettled(running);
  const failed = ended.flatMap(({ reason }) => (reason === undefined ? [] : [reason]));
  const unexpected = failed.find((error) => !(error instanceof StepError));
  if (unexpected) throw unexpected;
  if (failed.length > 0) throw new StepError(failed.map(({ message }) => message).join('\n'));
}

async function step(name, tool, args, env = {}) {
  console.log(`== ${name}`);
  const child = spawn(process.execPath, [realpathSync(join(root, 'node_modules/.bin', tool)), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((resolve) => child.once('close', (status, signal) => resolve(status ?? signal)));
  if (code !== 0) throw new StepError(`${name}: failed (${code})`);
}
