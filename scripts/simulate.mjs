import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { inMemory } from './in-memory.mjs';
import { root, run, runSteps } from './run.mjs';

/** `npm run simulate -- --seed N …` (docs/testing-simulator.md): builds the simulator and plays in memory. Ends with its exit code. */
await runSteps(async () => {
  const vite = realpathSync(join(root, 'node_modules/.bin/vite'));
  await run('The build of the simulator', process.execPath, [
    vite,
    'build',
    '-c',
    'vite.programs.config.ts',
    '--mode',
    'simulate',
    '--logLevel',
    'warn',
  ]);
  process.exitCode = await inMemory((TMPDIR) => {
    const simulator = ['--enable-source-maps', 'dist/simulate/built/simulate.js', ...process.argv.slice(2)];
    const child = spawn(process.execPath, simulator, { cwd: root, stdio: 'inherit', env: { ...process.env, TMPDIR } });
    process.once('SIGTERM', () => child.kill('SIGTERM'));
    return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
  });
});
