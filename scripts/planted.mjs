import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './run.mjs';

/**
 * `npm run simulate:planted [-- NAME …] [--minutes N] [--steps M]`: applies each patch of test/planted to a copy of the project and lets
 * the simulator look for it, seed after seed; a seed that finds it is played once more. Exit code 1 where one is not found.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '20' }, steps: { type: 'string', default: '400' } },
});
const folder = join(root, 'test/planted');
const patches = readdirSync(folder)
  .filter((name) => name.endsWith('.patch'))
  .map((name) => name.slice(0, -'.patch'.length))
  .filter((name) => positionals.length === 0 || positionals.includes(name));

let missed = 0;
for (const name of patches) {
  const started = Date.now();
  const found = look(name, started + Number(values.minutes) * 60_000);
  if (found === null) missed += 1;
  const seconds = Math.round((Date.now() - started) / 1000);
  const told = found === null ? 'NOT FOUND' : `found by seed ${found.seed}${found.again ? ', and again' : ', NOT again'}: ${found.fault}`;
  console.log(`${name} (${seconds} s): ${told}`);
}
console.log(`${patches.length - missed} of ${patches.length} planted bugs found`);
process.exitCode = missed > 0 ? 1 : 0;

function look(name, until) {
  const copy = mkdtempSync(join(tmpdir(), 'notary-planted-'));
  try {
    for (const part of ['src', 'test', 'types', 'ops', 'docs', 'package.json', 'tsconfig.json', 'vite.simulate.config.ts'])
      cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    execFileSync('patch', ['-p1', '-s', '-i', join(folder, `${name}.patch`)], { cwd: copy });
    execFileSync(
      process.execPath,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', '-c', 'vite.simulate.config.ts', '--logLevel', 'warn'],
      {
        cwd: copy,
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    // Some show themselves only where something dies in between; the patch says by what.
    const [, faults = ''] = /^Faults: (.*)$/m.exec(readFileSync(join(folder, `${name}.patch`), 'utf8')) ?? [];
    for (let seed = 1; Date.now() < until; seed += 1) {
      const fault = play(copy, seed, faults, until);
      if (fault !== null) return { seed, fault, again: play(copy, seed, faults, until) !== null };
    }
    return null;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** @returns the first difference that the simulator tells; null where there is none. */
function play(copy, seed, faults, until) {
  const args = ['dist/simulate/built/simulate.js', '--seed', String(seed), '--steps', values.steps, '--faults', faults];
  const run = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', timeout: Math.max(1000, until - Date.now() + 60_000) });
  if (run.status === 0) return null;
  return (/FAILED[^\n]*\n\s*(.{0,200})/.exec(run.stdout)?.[1] ?? run.stderr.slice(-200)).trim();
}
