import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { to as copyTo } from 'pg-copy-streams';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { forkServer } from '../fork-server.ts';
import { startWithUsers } from './lists-data.ts';
import type { Ready } from './lists-server.ts';
import { load } from '../load.ts';
import { memoryMb, secondsOf } from '../measure.ts';

/** Measures the export of 100,000 users against COPY and zip of the same rows, in one run. Exit code 1 if it costs more than allowed. */
const exported = 100_000;
const rounds = 3;
const missed: string[] = [];

process.once('SIGINT', () => process.exit(130));
// Two of three generated users are personal.
const { folder, postgres } = await startWithUsers(exported * 1.5, (line) => console.log(line));
const server = forkServer('lists-server.js');
try {
  server.send({ address: postgres.address, cases: [], many: [], folder });
  const [ready] = (await once(server, 'message')) as [Ready];
  await measure(ready);
} finally {
  server.kill();
  await postgres.stop();
}
for (const line of missed) console.log(`MISSED  ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;

async function measure(ready: Ready): Promise<void> {
  const headers = { authorization: `Bearer ${ready.token}` };
  const list = `${ready.ours}/api/ajax/user/getUserList?type=1`;
  await download(ready);
  const copied: number[] = [];
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    copied.push(await secondsOf(copyAndZip));
    taken.push(await secondsOf(() => download(ready)));
  }
  const ratio = Math.min(...taken) / Math.min(...copied);
  console.log(`export of ${exported} users: ${seconds(taken)}; COPY and zip: ${seconds(copied)}; ${ratio.toFixed(2)} x`);
  check('time against COPY and zip', ratio, 3);

  const before = await memoryMb(server);
  let most = before;
  const over = new AbortController();
  const watch = untilAborted(over.signal, async () => {
    most = Math.max(most, await memoryMb(server));
    await sleep(20);
  });
  const idle = await load(list, headers, { connections: 4, seconds: 3 });
  const loaded = new AbortController();
  const exports = untilAborted(loaded.signal, () => download(ready));
  const during = await load(list, headers, { connections: 4, seconds: 3 });
  loaded.abort();
  await exports;
  over.abort();
  await watch;
  console.log(`server memory: ${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB with an export and the list at 4`);
  check('megabytes more', most - before, 60);
  console.log(`list p95: ${idle.p95Ms.toFixed(1)} ms idle, ${during.p95Ms.toFixed(1)} ms beside an export`);
  check('p95 of the list', during.p95Ms / idle.p95Ms, 3);
}

async function untilAborted(signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) await work();
}

async function download({ ours, token }: Ready): Promise<number> {
  const reply = await fetch(`${ours}/api/export/userExport?type=1`, { headers: { cookie: `token=${token}` } });
  let bytes = 0;
  for await (const chunk of reply.body ?? []) bytes += (chunk as Uint8Array).length;
  if (!reply.ok || bytes < 1_000_000) throw new Error(`the export answered ${reply.status} and ${bytes} bytes`);
  return bytes;
}

/** The rows and columns of the export as text, through zip's own compression. */
async function copyAndZip(): Promise<void> {
  const target = join(folder, 'copied.zip');
  await rm(target, { force: true });
  const { db, pool } = openDatabase(postgres.address, 1);
  const client = await pool.connect();
  try {
    const rows = client.query(
      copyTo(
        `copy (select name, mobile, registered_at, status, checked_at, id_card, last_login_at from users
        where type = 'personal' order by registered_at desc, id desc limit ${exported}) to stdout csv`,
      ),
    );
    const zip = spawn('zip', ['-q', target, '-'], { stdio: ['pipe', 'ignore', 'inherit'] });
    const ended = once(zip, 'close');
    await pipeline(rows, zip.stdin);
    await ended;
    if ((await stat(target)).size === 0) throw new Error('zip made nothing');
  } finally {
    client.release();
    await db.destroy();
  }
}

function seconds(taken: readonly number[]): string {
  return taken.map((value) => `${value.toFixed(2)} s`).join(', ');
}

function check(what: string, value: number, most: number): void {
  if (value > most) missed.push(`${what}: ${value.toFixed(2)}, wanted at most ${most}`);
}
