import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './run.mjs';

/**
 * `npm run simulate:planted [-- NAME …] [--minutes N] [--steps M] [--results FILE] [--afresh]`: applies each patch of test/planted to a
 * copy of the project and lets the simulator look for it, seed after seed; a seed that finds it is run once more. If the patch names a
 * test, as those about files do, that test looks for it.
 *
 * Each outcome is written to the results file at once. An interrupted run continues with the patches that the file lacks; `--afresh` looks
 * for all of them again, a NAME for that one. At the end the outcomes are printed as rows of the table in docs/testing-simulator.md. Exit
 * code 1 if a patch is not found.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '20' },
    steps: { type: 'string', default: '400' },
    results: { type: 'string', default: join(root, 'dist/simulate/planted.json') },
    afresh: { type: 'boolean', default: false },
  },
});
const folder = join(root, 'test/planted');
const sources = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const results = values.afresh || !existsSync(values.results) ? {} : JSON.parse(readFileSync(values.results, 'utf8'));
const patches = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.patch'))
  .map((path) => ({ path: join(folder, path), name: basename(path, '.patch') }))
  .filter(({ name }) => (positionals.length === 0 ? !(name in results) : positionals.includes(name)))
  .toSorted((one, other) => one.name.localeCompare(other.name));

for (const { name, path } of patches) {
  const started = Date.now();
  const found = look(path, started + Number(values.minutes) * 60_000);
  const seconds = Math.round((Date.now() - started) / 1000);
  const told = found === null ? 'NOT FOUND' : `found by ${found.by}${found.again ? ', and again' : ', NOT again'}: ${found.fault}`;
  console.log(`${name} (${seconds} s): ${told}`);
  results[name] = { ...found, isFound: found !== null, seconds };
  mkdirSync(dirname(values.results), { recursive: true });
  writeFileSync(values.results, JSON.stringify(results, null, 2));
}

const outcomes = Object.entries(results).toSorted(([one], [other]) => one.localeCompare(other));
for (const [name, outcome] of outcomes) console.log(rowOf(name, outcome));
const missed = outcomes.filter(([, { isFound }]) => !isFound).length;
console.log(`${outcomes.length - missed} of ${outcomes.length} planted bugs found`);
process.exitCode = missed > 0 ? 1 : 0;

/** A row of the table in docs/testing-simulator.md. */
function rowOf(name, { isFound, by = '', again, seconds }) {
  if (!isFound) return `| \`${name}\` | not found |  |  | ${seconds} |`;
  const [, seed, steps] = /^seed (\d+) after \d+ rounds, (\d+) steps$/.exec(by) ?? [];
  const who = seed === undefined ? `\`${basename(by)}\`` : `seed ${seed}`;
  return `| \`${name}\` | ${who} | ${steps ?? ''} | ${again ? 'yes' : 'no'} | ${seconds} |`;
}

function look(path, until) {
  const copy = mkdtempSync(join(tmpdir(), 'notary-planted-'));
  const patch = readFileSync(path, 'utf8');
  const headed = (word) => new RegExp(`^${word}: (.*)$`, 'm').exec(patch)?.[1] ?? '';
  try {
    for (const path of sources) cpSync(join(root, path), join(copy, path));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    execFileSync('patch', ['-p1', '-s', '-i', path], { cwd: copy });
    const test = headed('Test');
    if (test !== '') {
      const fault = runTest(copy, test, until);
      return fault && { by: test, fault, again: runTest(copy, test, until) !== null };
    }
    run(copy, 'vite/bin/vite.js', ['build', '-c', 'vite.programs.config.ts', '--mode', 'simulate', '--logLevel', 'warn']);
    return play(copy, headed('Faults'), until);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function run(copy, program, args) {
  execFileSync(process.execPath, [join(root, 'node_modules', program), ...args], { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** @returns the seed that found it, and the first difference that the simulator reports; null if there is none. */
function play(copy, faults, until) {
  // Some show only if something is killed in between; the patch names the faults.
  const how = ['--seeds', '1000000', '--steps', values.steps, '--faults', faults, '--here', '--twice'];
  const minutes = String((until - Date.now()) / 60_000);
  const args = ['dist/simulate/built/simulate.js', ...how, '--minutes', minutes];
  const ended = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', maxBuffer: 1e9 });
  if (ended.status === 0) return null;
  const [, seed, after, fault] = /^seed (\d+) FAILED after ([^\n]*):\n\s*(.{0,200})/m.exec(ended.stdout) ?? [];
  if (seed === undefined) throw new Error(`the simulator broke off: ${ended.stderr.slice(-500)}`);
  return { by: `seed ${seed} after ${after}`, fault: fault.trim(), again: /^fails again$/m.test(ended.stdout) };
}

function runTest(copy, test, until) {
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', test, '--reporter', 'json', '--bail', '1'];
  const ended = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', timeout: Math.max(60_000, until - Date.now()) });
  // A run that was not finished in time has found nothing.
  if (ended.status === 0 || ended.error !== undefined) return null;
  return (/"failureMessages":\["(.{0,200})/.exec(ended.stdout)?.[1] ?? ended.stderr.slice(-200)).trim();
}
