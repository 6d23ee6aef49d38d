import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { checkLog } from '../../src/server/custody/audit/log-check.ts';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { checkLedger } from '../../src/server/business/points/check.ts';
import { evidenceRequest, sendAll, type Signer } from './intake-client.ts';
import type { FloorStart } from './intake-floor.ts';
import { largeFile } from './intake-large.ts';
import { startBuiltServer, type BuiltServer, type CpuSeconds } from './intake-server.ts';
import { newSigners } from './intake-signers.ts';

/**
 * Measures how fast the built server stores evidence, including the receipt, against a bare loop of its durable steps in the same run. Exit
 * code 1 if a bound fails. The bound is half the rate of one bare loop (intake-floor.ts), which runs its steps one after another. The rate
 * of as many concurrent bare loops as there are connections is printed too: what the disk and PostgreSQL could do.
 */
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 64);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10);
const rounds = 3;
const missed: string[] = [];

// As in `npm start`, for the server and for the bare loop.
process.env['UV_THREADPOOL_SIZE'] ??= '32';
const server = await startBuiltServer();
const { db } = openDatabase(server.postgres.address, 4);
process.once('SIGINT', () => void server.stop().finally(() => process.exit(130)));
try {
  const enterprises = await newSigners(db, 40);
  const acknowledged: string[] = [];
  await run(enterprises, Math.min(5, seconds), acknowledged);
  const taken: { many: number; ofOne: number; ofMany: number }[] = [];
  let [one, all] = [await floor(server, 1), await floor(server, connections)];
  // Each round runs between two bare loops, so that other load of the machine affects both.
  for (let round = 0; round < rounds; round += 1) {
    const many = await watched(run(enterprises, seconds, acknowledged));
    const [oneAfter, allAfter] = [await floor(server, 1), await floor(server, connections)];
    const [ofOne, ofMany] = [many / ((one + oneAfter) / 2), many / ((all + allAfter) / 2)];
    console.log(
      `one bare loop: ${one.toFixed(0)} before and ${oneAfter.toFixed(0)} after, ratio ${ofOne.toFixed(2)}; ` +
        `${connections} at once: ${all.toFixed(0)} and ${allAfter.toFixed(0)}, ratio ${ofMany.toFixed(2)}`,
    );
    taken.push({ many, ofOne, ofMany });
    [one, all] = [oneAfter, allAfter];
  }
  atLeast('evidence a second', median(taken.map(({ many }) => many)), 500);
  atLeast('share of one bare loop', median(taken.map(({ ofOne }) => ofOne)), 0.5);
  console.log(`share of ${connections} bare loops: ${median(taken.map(({ ofMany }) => ofMany)).toFixed(2)}`);
  console.log('one hot user:');
  await run(enterprises.slice(0, 1), Math.min(8, seconds), acknowledged);
  const large = await largeFile(server, enterprises[0] as Signer);
  console.log(large.summary);
  atLeast('large file against sha256sum and copy', large.ratio, 0.7);
  acknowledged.push(...large.numbers);
  await checkEverything(acknowledged);
} finally {
  await db.destroy();
  await server.stop();
}
for (const line of missed) console.log(`MISSED  ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;

async function run(signers: readonly Signer[], duration: number, acknowledged: string[]): Promise<number> {
  // More than can be answered; prepared, so that the client uses little of the shared cores.
  const requests = Array.from({ length: Math.ceil(duration * 1500) }, (_, at) => evidenceRequest(signers[at % signers.length] as Signer));
  const [before, own] = [await server.cpuSeconds(), process.cpuUsage()];
  const loaded = await sendAll(server.port, requests, connections, duration);
  const [after, used] = [await server.cpuSeconds(), process.cpuUsage(own)];
  const cores = (value: number) => (value / duration).toFixed(2);
  const msEach = (of: keyof CpuSeconds) => (((after[of] - before[of]) * 1000) / loaded.numbers.length).toFixed(2);
  console.log(
    `evidence of 4 KB at ${connections}: ${loaded.perSecond.toFixed(0)} a second, p95 ${loaded.p95Ms.toFixed(0)} ms;` +
      ` cores: server ${cores(after.server - before.server)}, PostgreSQL ${cores(after.postgres - before.postgres)}, ` +
      `client ${cores((used.user + used.system) / 1e6)}; ` +
      `ms of them a piece: server ${msEach('server')}, of which its main thread ${msEach('main')}, PostgreSQL ${msEach('postgres')}`,
  );
  acknowledged.push(...loaded.numbers);
  return loaded.perSecond;
}

/** Polls twice a second how long the oldest entry has been waiting for a checkpoint, until none waits after the load. */
async function watched<Result>(load: Promise<Result>): Promise<Result> {
  const over = new AbortController();
  let longest = 0;
  const result = load.finally(() => over.abort());
  for (let isWaiting = true; !over.signal.aborted || isWaiting; await sleep(500)) {
    const { rows } = await sql<{ age: number | null }>`
      select extract(epoch from clock_timestamp() - min(enqueued_at))::float8 as age from log_pending`.execute(db);
    const age = rows[0]?.age ?? null;
    isWaiting = age !== null;
    longest = Math.max(longest, age ?? 0);
  }
  console.log(`longest wait for a checkpoint under load: ${longest.toFixed(1)} s`);
  if (longest > 10) missed.push(`seconds to a checkpoint: ${longest.toFixed(1)}, wanted at most 10`);
  return result;
}

async function checkEverything(acknowledged: readonly string[]): Promise<void> {
  const found = await db
    .selectFrom('evidence')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('number', '=', sql<string>`any(${acknowledged})`)
    .executeTakeFirstOrThrow();
  const [log, ledger] = [await checkLog(db), await checkLedger(db)];
  console.log(
    `afterwards: ${found.n} of ${acknowledged.length} acknowledged are there; ` +
      `log of ${log.entries} entries under ${log.checkpoints} checkpoints ${log.broken ? 'BROKEN' : 'whole'}; ` +
      `ledger of ${ledger.transfers} transfers ${ledger.broken ? 'BROKEN' : 'right'}`,
  );
  if (Number(found.n) !== acknowledged.length) missed.push(`${acknowledged.length - Number(found.n)} acknowledged evidences are lost`);
  if (log.broken) missed.push(`log: ${JSON.stringify(log.broken)}`);
  if (ledger.broken) missed.push(`ledger: ${JSON.stringify(ledger.broken)}`);
}

async function floor({ postgres, folder }: BuiltServer, loops: number): Promise<number> {
  const child = fork(fileURLToPath(new URL('intake-floor.js', import.meta.url)));
  const start: FloorStart = { address: postgres.address, folder: join(folder, 'objects'), loops, seconds: Math.min(4, seconds) };
  child.send(start);
  const [perSecond] = (await once(child, 'message')) as [number];
  child.disconnect();
  return perSecond;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function atLeast(what: string, value: number, least: number): void {
  if (value < least) missed.push(`${what}: ${value.toFixed(2)}, wanted at least ${least}`);
}
