import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase, type Database } from '../../src/server/platform/db/database.ts';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import { emit } from '../../src/server/desk/events/emit.ts';
import { startEmbeddedPostgres } from '../../src/server/platform/postgres/embedded.ts';
import { webhookMaker } from '../../test/installation/factories/webhooks.ts';
import type { DelivererStart } from './deliverer.ts';
import { intakeBeside } from './intake-beside.ts';
import type { ReceiverOrder, ReceiverReport } from './receivers.ts';

/**
 * Measures webhooks: what 20 kills and 30 % faults lose, how long healthy endpoints wait beside dead ones, and how much they slow the
 * intake. Exit code 1 if a bound fails. `BENCH_PARTS` names the parts to run.
 */
const parts = (process.env['BENCH_PARTS'] ?? 'faults,endpoints,intake').split(',');
const missed: string[] = [];
const receivers = fork(fileURLToPath(new URL('webhooks-receivers.js', import.meta.url)));
const order = async (given: ReceiverOrder): Promise<ReceiverReport> => {
  receivers.send(given);
  const [report] = (await once(receivers, 'message')) as [ReceiverReport];
  return report;
};
await sleep(500);
const { port } = await order({ begin: '' });
const origin = `http://127.0.0.1:${port}`;
try {
  if (parts.includes('faults')) await onDatabase(faults);
  if (parts.includes('endpoints')) await onDatabase(endpoints);
  if (parts.includes('intake')) {
    const { throughput, p99 } = await intakeBeside(origin);
    if (throughput < 0.95) missed.push(`intake's throughput: ${throughput.toFixed(2)} of what it is without, wanted at least 0.95`);
    if (p99 > 1.05) missed.push(`intake's p99: ${p99.toFixed(2)} of what it is without, wanted at most 1.05`);
  }
} finally {
  receivers.disconnect();
}
for (const line of missed) console.log(`MISSED  ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;

interface Installation {
  readonly db: Database;
  readonly make: ReturnType<typeof webhookMaker>;
  /** Starts a process that delivers. */
  start(settings: Omit<DelivererStart, 'address'>): ChildProcess;
}

async function onDatabase(measure: (installation: Installation) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'notary-bench-webhooks-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  const { db, pool } = openDatabase(postgres.address, 8);
  const children = new Set<ChildProcess>();
  try {
    await migrate(pool);
    await measure({
      db,
      make: webhookMaker({ db }),
      start(settings) {
        const child = fork(fileURLToPath(new URL('webhooks-deliverer.js', import.meta.url)));
        children.add(child);
        child.send({ address: postgres.address, ...settings } satisfies DelivererStart);
        return child;
      },
    });
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await db.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sends events to a receiver that fails three times in ten, while one of two processes is killed repeatedly. */
async function faults({ db, make, start }: Installation): Promise<void> {
  const [events, kills] = [Number(process.env['BENCH_EVENTS'] ?? 10_000), 20];
  const owner = await make.client('enterprise');
  const { secret } = await make.endpoint(owner.app_id, `${origin}/faulty`);
  await order({ begin: secret });
  const settings = { timeoutMs: 500, delays: Array<number>(60).fill(0.05) };
  const started = performance.now();
  const running = [start(settings), start(settings)];
  const numbers = Array.from({ length: events }, () => randomBytes(16).toString('hex').toUpperCase());
  for (let at = 0; at < events; at += 500)
    await db.transaction().execute((tx) =>
      emit(
        tx,
        numbers.slice(at, at + 500).map((number) => make.evidenceCreated(owner.userId ?? '', number)),
      ),
    );
  for (let killed = 0; killed < kills; killed += 1) {
    await sleep(2000);
    running.shift()?.kill('SIGKILL');
    running.push(start(settings));
  }
  const end = Date.now() + 20 * 60_000;
  let report = await order({ report: true });
  while (report.accepted.length < events && Date.now() < end) {
    await sleep(1000);
    report = await order({ report: true });
  }
  const seconds = (performance.now() - started) / 1000;
  const arrived = new Set(report.accepted.flatMap(([, under]) => under));
  const [lost, invented] = [numbers.filter((number) => !arrived.has(number)).length, arrived.size - events];
  const doubled = report.accepted.filter(([, under]) => under.length !== 1).length + report.accepted.length - arrived.size;
  console.log(`${events} events, ${report.faults} faults in ${report.messages} attempts, ${kills} kills, ${seconds.toFixed(0)} s:`);
  console.log(`${lost} lost, ${Math.max(0, invented)} invented, ${doubled} under two ids, ${report.unverified} not verified`);
  if (lost + Math.max(0, invented) + doubled + report.unverified > 0) missed.push('events are lost, invented, doubled or not verified');
}

/** Each event belongs to one of many enterprises; one endpoint in twenty never answers. */
async function endpoints({ db, make, start }: Installation): Promise<void> {
  const [count, dead, perSecond, seconds] = [1000, 50, 50, Number(process.env['BENCH_SECONDS'] ?? 60)];
  const owners: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const owner = await make.client('enterprise');
    await make.endpoint(owner.app_id, at % (count / dead) === 0 ? `${origin}/dead` : `${origin}/${at}`);
    owners.push(owner.userId ?? '');
  }
  await order({ begin: '' });
  start({ timeoutMs: 15_000 });
  await sleep(2000);
  let healthy = 0;
  for (let second = 0; second < seconds; second += 0.1) {
    const chosen = Array.from({ length: perSecond / 10 }, () => Math.floor(Math.random() * count));
    healthy += chosen.filter((at) => at % (count / dead) !== 0).length;
    await db.transaction().execute((tx) =>
      emit(
        tx,
        chosen.map((at) => make.evidenceCreated(owners[at] ?? '')),
      ),
    );
    await sleep(100);
  }
  await sleep(5000);
  const { latencies } = await order({ report: true });
  const sorted = latencies.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  console.log(
    `${count} endpoints, ${dead} of them dead, ${perSecond} events a second: healthy ones after ${at(0.5)} ms (p50), ` +
      `${at(0.99)} ms (p99), ${sorted.at(-1)} ms (most); ${sorted.length} of ${healthy} arrived`,
  );
  if (at(0.99) > 2000) missed.push(`ms to a healthy endpoint, p99: ${at(0.99)}, wanted at most 2000`);
  if (sorted.length < healthy) missed.push(`${healthy - sorted.length} events did not arrive at healthy endpoints`);
}
