import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { ensureBrowser } from './browser.mjs';
import { prepare } from './prepare.mjs';
import { root, runSteps, StepError } from './run.mjs';
import { ensureS3Server } from './s3-server.mjs';

/** `npm test`: everything that must hold, from lint to the real browser; sets up what it needs, the browser and an S3 server included. */
await runSteps(async () => {
  await prepare();
  const chromium = await ensureBrowser();
  await ensureS3Server();
  await step('format', 'biome', ['format', '.']);
  await step('lint', 'oxlint', ['--deny-warnings']);
  for (const project of ['domain', 'server', 'console']) await step(`types: ${project}`, 'tsc', ['-p', `tsconfig.${project}.json`]);
  await step('types: everything, tests included', 'tsc', ['-p', 'tsconfig.json']);
  await step('unit and HTTP tests', 'vitest', ['run']);
  if (existsSync('/usr/lib/postgresql')) {
    // The same SQL must hold on an office's own database server.
    await step('HTTP tests on the PostgreSQL of this system', 'vitest', ['run', ...databaseTests()], { TEST_POSTGRES: 'system' });
  }
  await step('browser tests', 'vitest', ['run', '--config', 'vitest.e2e.config.ts'], { CHROMIUM_PATH: chromium });
  console.log('\nAll steps passed.');
});

/**
 * The test files that open a database; captured pages, packages out of it, the demo, killed workers and the storage in S3 are the same on
 * every one.
 */
function databaseTests() {
  const elsewhere = ['/captures/browser/', '/captures/worker-crash', '/cli/verify/', '/demo/'];
  const files = ['src/server', 'src/demo', 'src/cli', 'test'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  return files.filter((path) => {
    if (!path.endsWith('.test.ts') || elsewhere.some((part) => path.includes(part))) return false;
    const text = readFileSync(root + path, 'utf8');
    return /\btest(?:Database|App)\(/.test(text) && !/\bstartS3\(/.test(text);
  });
}

async function step(name, tool, args, env = {}) {
  console.log(`\n== ${name}`);
  const child = spawn(process.execPath, [binOf(tool), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((resolve) => child.once('close', (status, signal) => resolve(status ?? signal)));
  if (code !== 0) throw new StepError(`${name}: failed (${code})`);
}

/** The script behind node_modules/.bin/<tool>, so that no shell stands between. */
function binOf(tool) {
  const found = spawnSync('readlink', ['-f', `${root}node_modules/.bin/${tool}`], { encoding: 'utf8' }).stdout.trim();
  return found === '' ? `${root}node_modules/.bin/${tool}` : found;
}
