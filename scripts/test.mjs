import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { inMemory } from './in-memory.mjs';
import { ensureInstalled, prepare } from './prepare.mjs';
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

/** The tests that need only a database. */
const usualProjects = ['--project', 'unit', '--project', 'database', '--project', 'replaced modules'];

/**
 * Three circles, each including the previous one; docs/testing.md says what runs where.
 * `npm run test:quick`: needs only the sources and the packages; for use while editing.
 * `npm test`: also what needs only a database; before a commit.
 * `npm run test:all`: everything that must hold, before a merge: other processes, object stores, the built project in a real browser, and
 * the system's PostgreSQL. Installs what it needs.
 */
const circles = { '--quick': quick, '--all': all };
await runSteps(circles[process.argv[2]] ?? usual);

async function quick() {
  await ensureInstalled();
  await together([...form, everyType, vitest(['--project', 'unit', '--reporter', 'dot'])]);
}

async function usual() {
  await ensureInstalled();
  // These tests compute more than they wait, and every worker loads the server for itself.
  const VITEST_MAX_WORKERS = String(availableParallelism() + 1);
  await inMemory((TMPDIR) => together([...form, everyType, vitest(usualProjects, { TMPDIR, VITEST_MAX_WORKERS })]));
  console.log('\nAll steps passed. Browsers, object stores and other processes: `npm run test:all`.');
}

async function all() {
  await prepare();
  const chromium = await ensureTools();
  const statements = mkdtempSync(join(tmpdir(), 'notary-statements-'));
  try {
    // The tests begin by filling one demo, which leaves a processor for the type checks.
    await together([
      ...form,
      everyType,
      ...typesApart,
      vitest([], { CHROMIUM_PATH: chromium, TEST_STATEMENTS: statements, TEST_ROUNDS: 'all' }),
    ]);
  } finally {
    rmSync(statements, { recursive: true, force: true });
  }
  console.log('\nAll steps passed.');
}

function vitest(args, env = {}) {
  return ['tests', 'vitest', ['run', ...args], env];
}

/** Waits for all steps, so that the terminal shows every fault at once. */
async function together(steps) {
  const ended = await Promise.allSettled(steps.map((given) => step(...given)));
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
