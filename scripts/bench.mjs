import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from './prepare.mjs';
import { root, run, runSteps, StepError } from './run.mjs';

/**
 * `npm run bench -- lists`, or `npm run bench:lists`: builds the project, whose servers many benchmarks start, then the benchmarks, and
 * runs one of them. What follows its name is handed on. Ends with the benchmark's own exit code.
 */
const [name, ...args] = process.argv.slice(2);
await runSteps(async () => {
  await prepare();
  const vite = realpathSync(join(root, 'node_modules/.bin/vite'));
  await run('The build of the benchmarks', process.execPath, [
    vite,
    'build',
    '-c',
    'vite.programs.config.ts',
    '--mode',
    'bench',
    '--logLevel',
    'warn',
  ]);
  const file = join(root, 'dist/bench', `${name}.js`);
  if (!existsSync(file)) throw new StepError(`There is no benchmark ${name}; vite.programs.config.ts names them all.`);
  const child = spawn(process.execPath, [file, ...args], { cwd: root, stdio: 'inherit' });
  process.exitCode = await new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
});
