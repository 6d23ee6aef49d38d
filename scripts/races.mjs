import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './run.mjs';

/** `npm run races -- --pairs N [--rule NAME]`: pairs of calls for each rule that lets only one of them win (docs/testing-fuzz.md). */
const { values } = parseArgs({ options: { pairs: { type: 'string', default: '10000' }, rule: { type: 'string' } } });
const pairs = Number(values.pairs);
if (!Number.isSafeInteger(pairs) || pairs < 1) {
  console.error('npm run races -- [--pairs N] [--rule NAME]');
  process.exit(1);
}
const chosen = values.rule === undefined ? [] : ['-t', values.rule];
const child = spawn(
  process.execPath,
  [
    realpathSync(join(root, 'node_modules/.bin/vitest')),
    'run',
    'test/fuzz/races',
    '--testTimeout=7200000',
    '--disable-console-intercept',
    ...chosen,
  ],
  { cwd: root, env: { ...process.env, RACES_PAIRS: String(pairs) }, stdio: 'inherit' },
);
child.once('close', (code) => (process.exitCode = code ?? 1));
