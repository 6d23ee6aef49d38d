import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const script = join(import.meta.dirname, '../..', 'scripts', 'keep-up.sh');
let folder: string;
const children: ReturnType<typeof spawn>[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-keep-up-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

it.each([
  ['exit 0', 0],
  ['exit 1', 1],
  ['kill -9 $$', 137],
  ['kill -TERM $$', 143],
])('ends as the command does: %s', async (command, code) => {
  const run = keepUp(`echo run >> runs; ${command}`);
  expect(await run.code).toBe(code);
  expect(await runs()).toBe(1);
});

it.each(['exit 75', 'kill -ABRT $$'])('runs the command again when it ends by itself: %s', async (end) => {
  const run = keepUp(`echo run >> runs; if [ $(wc -l < runs) -lt 4 ]; then ${end}; fi; exit 0`);
  expect(await run.code).toBe(0);
  expect(await runs()).toBe(4);
  expect(run.output().match(/is started again/g)).toHaveLength(3);
});

it('gives up in words where it never stays up', async () => {
  const run = keepUp('echo run >> runs; exit 75');
  expect(await run.code).toBe(1);
  expect(await runs()).toBe(6);
  expect(run.output()).toMatch(/has ended 6 times in a row within a minute of its start; it is not started again\.\n$/);
});

it.each(['SIGTERM', 'SIGINT'] as const)('passes %s on, once or more often, and ends as the command then does', async (signal) => {
  const run = keepUp(
    `exec "$0" -e "process.on('${signal}', () => setTimeout(() => process.exit(0), 300)); console.log('up'); setInterval(() => 0, 1000)"`,
    process.execPath,
  );
  await expect.poll(run.output, patience).toContain('up');
  run.child.kill(signal);
  run.child.kill(signal);
  expect(await run.code).toBe(0);
});

it('ends with 0 when it is told to while it waits to start again', async () => {
  const run = keepUp('exit 75', '', '60');
  await expect.poll(run.output, patience).toContain('is started again in 60 s');
  run.child.kill('SIGTERM');
  expect(await run.code).toBe(0);
});

const patience = { timeout: 120_000 };
const runs = async (): Promise<number> => (await readFile(join(folder, 'runs'), 'utf8')).split('\n').length - 1;

function keepUp(command: string, argument = '', pause = '0') {
  const child = spawn('sh', [script, 'sh', '-c', command, argument], {
    cwd: folder,
    env: { ...process.env, KEEP_UP_PAUSE: pause },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return { child, output: () => text, code: once(child, 'close').then(([code]: unknown[]) => code) };
}
