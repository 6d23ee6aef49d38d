import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * `node start.mjs` of an archive: starts the server, or with `worker` a worker, and restarts it as `npm start` does in the sources. Other
 * words are passed to the program.
 */
const root = fileURLToPath(new URL('.', import.meta.url));
const { engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const [wanted, has] = [engines.node.replace('>=', ''), process.versions.node].map((text) => text.split('.').map(Number));
if (has[0] < wanted[0] || (has[0] === wanted[0] && has[1] < wanted[1])) {
  console.error(`Node.js ${wanted.join('.')} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}
const [first, ...others] = process.argv.slice(2);
const isWorker = first === 'worker';
const words = isWorker ? others : process.argv.slice(2);
const options = isWorker ? ['--max-semi-space-size=2'] : ['--max-old-space-size=1024', '--heap-growing-percent=100'];
const program = `${root}dist/server/${isWorker ? 'worker' : 'main'}.js`;
const env = { MALLOC_ARENA_MAX: '2', ...(isWorker ? {} : { UV_THREADPOOL_SIZE: '32' }), ...process.env };
const child = spawn('sh', [`${root}scripts/keep-up.sh`, process.execPath, ...options, program, ...words], { env, stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)));
