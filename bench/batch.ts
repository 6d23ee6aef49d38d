import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/server/platform/postgres/embedded.ts';
import { migrate } from '../src/server/platform/db/migrate.ts';
import { forkServer } from './fork-server.ts';
import type { Ready } from './batch-server.ts';
import { memoryMb, secondsOf } from './measure.ts';

/**
 * Measures batch downloads and ranges of the real server against `zip -0` of the same files in the same run. Exit code 1 if they cost too
 * much.
 */
const files = 100;
const fileBytes = 10_000_000;
const rounds = 3;
const missed: string[] = [];

process.once('SIGINT', () => process.exit(130));
const folder = await mkdtemp(join(tmpdir(), 'notary-batch-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder });
const server = forkServer('batch-server.js');
try {
  const { db, pool } = openDatabase(postgres.address, 1);
  await migrate(pool);
  await db.insertInto('users').values({ type: 'personal', name: '测试', mobile: '10000000000', registered_at: new Date() }).execute();
  await db.destroy();
  server.send({ address: postgres.address, folder, files, fileBytes });
  const [ready] = (await once(server, 'message')) as [Ready];
  await measure(ready);
} finally {
  server.kill();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
for (const line of missed) console.log(`MISSED  ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;

async function measure(ready: Ready): Promise<void> {
  const { address } = ready;
  const megabytes = (files * fileBytes) / 1e6;
  await download(address, await linkOf(ready));
  const ours: number[] = [];
  const zipped: number[] = [];
  const first: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    zipped.push(await secondsOf(() => zip(ready.paths)));
    const url = await linkOf(ready);
    const taken = await download(address, url);
    ours.push(taken.seconds);
    first.push(taken.firstByteMs);
  }
  const ratio = Math.min(...zipped) / Math.min(...ours);
  console.log(
    `batch of ${files} files, ${megabytes.toFixed(0)} MB: ${rates(ours, megabytes)} MB/s; ` +
      `zip -0: ${rates(zipped, megabytes)} MB/s; ${ratio.toFixed(2)} of its rate; ` +
      `first byte ${first.map((ms) => ms.toFixed(0)).join(', ')} ms`,
  );
  if (ratio < 0.8) missed.push(`rate: ${ratio.toFixed(2)} of that of zip -0, wanted 0.8`);
  atMost('first byte in ms', Math.max(...first), 300);

  const before = await memoryMb(server);
  let most = before;
  const over = new AbortController();
  const watch = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, await memoryMb(server));
      await sleep(20);
    }
  })();
  const links = await Promise.all([1, 2, 3].map(() => linkOf(ready)));
  const three = await Promise.all(links.map((url) => download(address, url)));
  over.abort();
  await watch;
  console.log(
    `three at once: ${three.map(({ seconds }) => seconds.toFixed(2)).join(', ')} s; ` +
      `server memory ${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB`,
  );
  atMost('megabytes more with three batches', most - before, 100);
  atMost('first byte of three in ms', Math.max(...three.map(({ firstByteMs }) => firstByteMs)), 300);
  await measureRanges(ready);
}

/** Simulates the seeks of a player: a hundred ranges of 256 KB all over a file, one after the other. */
async function measureRanges({ address, shared }: Ready): Promise<void> {
  const times: number[] = [];
  for (let at = 0; at < 100; at += 1) {
    const start = Math.floor(((at * 37) % 100) * (fileBytes / 104));
    const seconds = await secondsOf(async () => {
      const reply = await fetch(address + shared, { headers: { range: `bytes=${start}-${start + 262_143}` } });
      if (reply.status !== 206 || (await reply.arrayBuffer()).byteLength !== 262_144) throw new Error(`a range answered ${reply.status}`);
    });
    times.push(seconds * 1000);
  }
  const p95 = times.toSorted((a, b) => a - b)[94] ?? 0;
  console.log(`a range of 256 KB: p95 ${p95.toFixed(1)} ms`);
  atMost('range p95 in ms', p95, 50);
}

async function linkOf({ address, token, numbers }: Ready): Promise<string> {
  const { list } = await call<{ list: string[] }>(address, token, '/api/evidence/downloadBatch', { baoquanStr: numbers.join(), type: '3' });
  const [url] = list;
  if (url === undefined || list.length !== 1) throw new Error('a batch of a gigabyte is one zip');
  return url;
}

async function call<Data>(address: string, token: string, path: string, form?: Record<string, string>): Promise<Data> {
  const reply = await fetch(address + path, {
    headers: { authorization: `Bearer ${token}` },
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  });
  const envelope = (await reply.json()) as { code: number; data: Data };
  if (envelope.code !== 200) throw new Error(`${path}: ${JSON.stringify(envelope)}`);
  return envelope.data;
}

async function download(address: string, url: string): Promise<{ seconds: number; firstByteMs: number }> {
  const started = performance.now();
  const reply = await fetch(address + url);
  let bytes = 0;
  let firstByteMs = 0;
  for await (const chunk of reply.body ?? []) {
    if (bytes === 0) firstByteMs = performance.now() - started;
    bytes += (chunk as Uint8Array).length;
  }
  if (!reply.ok || bytes < files * fileBytes) throw new Error(`the batch answered ${reply.status} and ${bytes} bytes`);
  return { seconds: (performance.now() - started) / 1000, firstByteMs };
}

/** Stores the same files into a pipe that is read like a download. */
async function zip(paths: readonly string[]): Promise<void> {
  const place = join(folder, 'zip');
  await rm(place, { recursive: true, force: true });
  await mkdir(place);
  for (const [at, path] of paths.entries()) await symlink(path, join(place, `${at}.mp4`));
  const child = spawn('zip', ['-0', '-q', '-r', '-', '.'], { cwd: place, stdio: ['ignore', 'pipe', 'inherit'] });
  let bytes = 0;
  for await (const chunk of child.stdout) bytes += (chunk as Buffer).length;
  if (bytes < files * fileBytes) throw new Error(`zip made ${bytes} bytes`);
}

function rates(seconds: readonly number[], megabytes: number): string {
  return seconds.map((value) => (megabytes / value).toFixed(0)).join(', ');
}

function atMost(what: string, value: number, most: number): void {
  if (value > most) missed.push(`${what}: ${value.toFixed(1)}, wanted at most ${most}`);
}
