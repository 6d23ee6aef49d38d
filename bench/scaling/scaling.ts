import { loadavg } from 'node:os';
import { findChromium } from '../../src/server/platform/media/chromium.ts';
import { hasS3 } from '../../test/installation/s3/server.ts';
import { haproxy } from '../../test/installation/servers/balancer.ts';
import type { Signer } from '../intake/intake-client.ts';
import { newSigners } from '../intake/intake-signers.ts';
import { startFarm, type Farm } from './farm.ts';
import { measureLateWork } from './late-work.ts';
import { callsLoad, capturesLoad, evidenceRequests, intakeLoad, uploadsLoad, type Done } from './loads.ts';
import { limitOf, postgresShare, watched, type Watched } from './watch.ts';

/**
 * Runs the built program with 1, 2 and 4 servers on one PostgreSQL and one S3 server behind HAProxy: calls, intakes, uploads and captures a
 * second, as ratios to one server; PostgreSQL's share of the processors, its connections, and what sessions wait for. There is no bound,
 * because on one machine the servers share the processors. `service-times.json` is written from the figures of one server, printed at the
 * end.
 */
const counts = (process.env['BENCH_SERVERS'] ?? '1,2,4').split(',').map(Number);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 6);
const users = Number(process.env['BENCH_ROWS'] ?? 20_000);
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 32);
const accounts = (process.env['BENCH_ACCOUNTS'] ?? '20,1000').split(',').map(Number);
const captures = Number(process.env['BENCH_CAPTURES'] ?? 4);
const lateRows = Number(process.env['BENCH_LEAVES'] ?? 20_480);
const uploadsAtOnce = 8;
const tell = (line: string): void => console.log(line);

const missing = [...(haproxy.isMissing ? ['haproxy'] : []), ...(hasS3 ? [] : ['python3-swift'])];
if (missing.length > 0) {
  tell(`Left out: this machine lacks ${missing.join(' and ')} (Debian: apt-get install ${missing.join(' ')}).`);
  process.exit(0);
}
const load = (): string => loadavg()[0]?.toFixed(1) ?? '';
tell(`Load of the machine before: ${load()}`);
const farm = await startFarm(users, tell);
/** For each load the figure of the first count, with which the others are compared. */
const first = new Map<string, number>();
try {
  const signers = await newSigners(farm.db, Math.max(...accounts));
  const hasChromium = captures > 0 && (await findChromium(process.env['CHROMIUM_PATH'])) !== null;
  for (const count of counts) await measure(farm, signers, count, hasChromium);
  // Otherwise the servers would do this work themselves.
  await farm.endServers();
  const { log, trail } = await measureLateWork(farm, lateRows);
  for (const [what, { perSecond, serverMs, postgresMs }] of [
    ['the log takes entries', log],
    ['the trail links rows', trail],
  ] as const)
    tell(`${what}: ${perSecond.toFixed(0)} a second; each ${serverMs.toFixed(3)} ms of its server, ${postgresMs.toFixed(3)} of PostgreSQL`);
} finally {
  await farm.stop();
}
tell(`Load of the machine after: ${load()}`);
// Sockets of cut clients may stay open for a while.
process.exit(process.exitCode ?? 0);

async function measure(of: Farm, signers: readonly Signer[], count: number, hasChromium: boolean): Promise<void> {
  const port = await of.grow(count);
  const calls = () => callsLoad(of, port, { connections, seconds, users });
  // New servers are slow, so their first calls are not counted.
  await callsLoad(of, port, { connections, seconds: Math.min(3, seconds), users });
  await intakeLoad(evidenceRequests(signers, 3), port, connections, Math.min(3, seconds));
  tell(`\n${count} ${count === 1 ? 'server' : 'servers'}`);
  report(count, 'calls', await watched(of, calls));
  for (const payers of accounts) {
    const requests = evidenceRequests(signers.slice(0, payers), seconds);
    const size = await sizeOf(of);
    const seen = await watched(of, () => intakeLoad(requests, port, connections, seconds));
    report(count, `intakes of ${payers} accounts`, seen);
    const grown = (await sizeOf(of)) - size;
    const each = (bytes: number): string => (bytes / Math.max(1, seen.result.count)).toFixed(0);
    tell(`    bytes a piece in PostgreSQL: ${each(grown)}, in its log of changes ${each(seen.logBytes)}`);
  }
  report(count, 'uploads of 1 MB', await watched(of, () => uploadsLoad(signers, port, uploadsAtOnce, seconds)));
  if (!hasChromium) return;
  const { perSecond } = await capturesLoad(of, signers[0] as Signer, port, count, captures * count);
  tell(`  captures, ${count} ${count === 1 ? 'worker' : 'workers'}: ${perSecond.toFixed(2)} a second, ${ratio('captures', perSecond)}`);
}

function report(count: number, what: string, seen: Watched<Done>): void {
  const { result, cores, mainCores, connections: held, waits } = seen;
  const perSecond = result.count / seen.seconds;
  const ms = (of: number): string => ((of * seen.seconds * 1000) / Math.max(1, result.count)).toFixed(2);
  tell(
    `  ${what}: ${perSecond.toFixed(0)} a second, ${ratio(what, perSecond)}; slowest ${result.slowMs?.toFixed(0)} ms; PostgreSQL ` +
      `${(postgresShare(seen) * 100).toFixed(0)} % of the processor time, ${held} connections; limit: ${limitOf(seen, count)}`,
  );
  const parts = Object.entries(cores).filter(([, taken]) => taken >= 0.005);
  tell(`    processors: ${parts.map(([name, taken]) => `${name} ${taken.toFixed(2)}`).join(', ')}`);
  tell(`    ms each: servers ${ms(cores.servers)}, of which main threads ${ms(mainCores)}, PostgreSQL ${ms(cores.PostgreSQL)}`);
  tell(
    `    sessions wait: ${
      waits
        .slice(0, 4)
        .map(({ what: on, sessions }) => `${on} ${sessions.toFixed(2)}`)
        .join(', ') || 'none'
    }`,
  );
}

function ratio(what: string, perSecond: number): string {
  const base = first.get(what);
  if (base === undefined) first.set(what, perSecond);
  return base === undefined ? 'the base' : `${(perSecond / base).toFixed(2)} times`;
}

async function sizeOf({ pool }: Farm): Promise<number> {
  const { rows } = await pool.query<{ size: number }>('select pg_database_size(current_database())::float8 as size');
  return rows[0]?.size ?? 0;
}
