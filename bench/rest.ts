import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { corePercent, processorSeconds, untilAtRest } from './processor-time.ts';

/**
 * Measures the memory of an idle installation: `npm start` on a data folder with the demo, a minute after its first answer. It is the sum
 * of the proportional set sizes of server, worker and PostgreSQL, so that shared pages count once. npm, which a systemd unit does not need,
 * is printed separately. Linux only. Limit: 170 MB. It also prints the duration of the start and its processor time; the latter is more
 * reliable on a machine with other work. Limit: 1.5 s.
 */
const restSeconds = Number(process.env.REST_SECONDS ?? 60);
const limitMb = 170;
const limitReadySeconds = 1.5;
const starter = 'npm and sh';
const dataDir = process.env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'bench-rest-')));
try {
  // The first start creates the database, fills it with the demo, and leaves background work for minutes.
  if (process.env.DATA_DIR === undefined) await started(untilAtRest);
  await started(async (pid, { seconds, ofProcessor }) => {
    console.log(`ready after ${seconds.toFixed(2)} s, ${ofProcessor.toFixed(2)} s of processor time (limit ${limitReadySeconds} s)`);
    if (seconds > limitReadySeconds) process.exitCode = 1;
    const percent = await corePercent(pid, restSeconds);
    report(await processesBelow(pid));
    console.log(`${percent.toFixed(1)} % of a core meanwhile`);
  });
} finally {
  if (process.env.DATA_DIR === undefined) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

interface Ready {
  readonly seconds: number;
  readonly ofProcessor: number;
}

/** Runs `npm start` for the duration of the work. */
async function started(work: (pid: number, ready: Ready) => Promise<unknown>): Promise<void> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir };
  const began = performance.now();
  const child = spawn('npm', ['start'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    await answers(`http://127.0.0.1:${port}/readyz`, child);
    const seconds = (performance.now() - began) / 1000;
    await work(child.pid ?? 0, { seconds, ofProcessor: await processorSeconds(child.pid ?? 0) });
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

interface Measured {
  readonly group: string;
  readonly pssMb: number;
  readonly anonymousMb: number;
}

function report(processes: readonly Measured[]): void {
  for (const group of new Set(processes.map((one) => one.group))) {
    const own = processes.filter((one) => one.group === group);
    const line = `${group.padEnd(12)} ${String(own.length).padStart(2)} processes  ${total(own, 'pssMb').padStart(6)} MB`;
    console.log(`${line}  (anonymous ${total(own, 'anonymousMb')})`);
  }
  const house = processes.filter(({ group }) => group !== starter);
  const sum = total(house, 'pssMb');
  console.log(`at rest after ${restSeconds} s: ${sum} MB (limit ${limitMb}), ${total(processes, 'pssMb')} MB with ${starter}`);
  if (Number(sum) > limitMb) process.exitCode = 1;
}

function total(processes: readonly Measured[], part: 'pssMb' | 'anonymousMb'): string {
  return processes.reduce((sum, one) => sum + one[part], 0).toFixed(1);
}

async function processesBelow(root: number): Promise<Measured[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => null) : null;
    // The name in parentheses may contain anything; state and parent follow the last parenthesis.
    if (stat !== null) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const isBelow = (pid = 0): boolean => pid === root || (pid > 1 && isBelow(parents.get(pid)));
  return Promise.all([...parents.keys()].filter(isBelow).map(measure));
}

async function measure(pid: number): Promise<Measured> {
  const sizes = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const megabytes = (field: string): number => Number(new RegExp(`^${field}: +(\\d+) kB`, 'm').exec(sizes)?.[1] ?? 0) / 1024;
  const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
  return { group: groupOf(command), pssMb: megabytes('Pss'), anonymousMb: megabytes('Pss_Anon') };
}

function groupOf(command: string): string {
  if (/postgres/.test(command) && !command.includes('.mjs')) return 'PostgreSQL';
  if (/worker\.m?js/.test(command)) return 'worker';
  if (/^\S*node /.test(command)) return command.includes('start.mjs') ? 'server' : 'npm';
  return starter;
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 12_000; tries += 1) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}.`);
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await sleep(25);
  }
  throw new Error('npm start did not answer.');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
