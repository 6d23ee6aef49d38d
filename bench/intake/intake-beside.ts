import { resolve } from 'node:path';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { evidenceRequest, sendAll, type Signer } from './intake-client.ts';
import { startBuiltServer, type BuiltServer, type CpuSeconds } from './intake-server.ts';
import { newSigners } from './intake-signers.ts';

/**
 * Compares the cost of an evidence in this program and in another checkout, in turns: `npm run bench:intake-beside -- FOLDER`. It compares
 * processor time, because other work on the machine changes it less than the rate.
 */
const other = process.argv[2];
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 64);

interface Round extends CpuSeconds {
  readonly perSecond: number;
  readonly p99Ms: number;
}

if (other === undefined) throw new Error('which checkout? npm run bench:intake-beside -- FOLDER');
process.env['UV_THREADPOOL_SIZE'] ??= '32';
const sides = [await side('this', process.cwd()), await side('other', resolve(other))] as const;
process.once('SIGINT', () => void stop().finally(() => process.exit(130)));
try {
  for (const { take } of sides) await take(Math.min(5, seconds));
  for (const { rounds: taken } of sides) taken.length = 0;
  for (let round = 0; round < rounds; round += 1) for (const { take } of round % 2 === 0 ? sides : sides.toReversed()) await take(seconds);
  const [mine, theirs] = sides.map(({ rounds: taken }) => mediansOf(taken)) as [Round, Round];
  for (const { name, rounds: taken } of sides) console.log(`${name.padEnd(6)} median: ${roundText(mediansOf(taken))}`);
  const ratio = (of: keyof Round) => (mine[of] / theirs[of]).toFixed(3);
  console.log(
    `this of other: ${ratio('perSecond')} a second, p99 ${ratio('p99Ms')}; processor time a piece: server ${ratio('server')} ` +
      `(main thread ${ratio('main')}), PostgreSQL ${ratio('postgres')}, ` +
      `together ${((mine.server + mine.postgres) / (theirs.server + theirs.postgres)).toFixed(3)}`,
  );
} finally {
  await stop();
}

async function stop(): Promise<void> {
  await Promise.all(sides.map(({ server }) => server.stop()));
}

async function side(name: string, checkout: string) {
  const server = await startBuiltServer(checkout);
  const { db } = openDatabase(server.postgres.address, 4);
  const signers = await newSigners(db, 40);
  await db.destroy();
  const taken: Round[] = [];
  return {
    name,
    server,
    rounds: taken,
    async take(duration: number) {
      const requests = Array.from({ length: duration * 1500 }, (_, at) => evidenceRequest(signers[at % signers.length] as Signer));
      const round = await roundOf(server, requests, duration);
      console.log(`${name.padEnd(6)} ${roundText(round)}`);
      taken.push(round);
    },
  };
}

async function roundOf(server: BuiltServer, requests: readonly Buffer[], duration: number): Promise<Round> {
  const before = await server.cpuSeconds();
  const { perSecond, p99Ms, numbers } = await sendAll(server.port, requests, connections, duration);
  const after = await server.cpuSeconds();
  const msEach = (of: keyof CpuSeconds) => ((after[of] - before[of]) * 1000) / numbers.length;
  return { perSecond, p99Ms, server: msEach('server'), main: msEach('main'), postgres: msEach('postgres') };
}

function roundText({ perSecond, p99Ms, server, main, postgres }: Round): string {
  return (
    `${perSecond.toFixed(0).padStart(5)} a second, p99 ${p99Ms.toFixed(0)} ms; ms of processor a piece: ` +
    `server ${server.toFixed(3)} (main thread ${main.toFixed(3)}), PostgreSQL ${postgres.toFixed(3)}`
  );
}

function mediansOf(taken: readonly Round[]): Round {
  const of = (key: keyof Round) => taken.map((round) => round[key]).toSorted((a, b) => a - b)[Math.floor(taken.length / 2)] ?? 0;
  return { perSecond: of('perSecond'), p99Ms: of('p99Ms'), server: of('server'), main: of('main'), postgres: of('postgres') };
}
