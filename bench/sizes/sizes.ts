import { createHash } from 'node:crypto';
import { openDatabase, type Database } from '../../src/server/platform/db/database.ts';
import { readSecret } from '../../src/server/platform/db/secrets.ts';
import { attachEmbeddedPostgres } from '../../src/server/platform/postgres/embedded.ts';
import { createTokens } from '../../src/server/access/session/token.ts';
import { insertSession } from '../../test/installation/factories/sessions.ts';
import { startServer, type RunningServer } from '../../test/installation/servers/running-server.ts';
import { evidenceRequest, sendAll, type Signer } from '../intake/intake-client.ts';
import { load } from '../load.ts';
import { openOffline, dumpMs, scrubMs, sequencerMs, type Offline } from './offline.ts';
import { folderOfSizes, type InstallationSizes } from './sizes-data.ts';

/**
 * Two installations that differ in their sizes alone, each served by the built program as the office starts it: its start, pages, intake
 * and export, in turns; then, with the servers stopped, the sequencer, the scrub and the dump of a backup. The median of the turns' ratios
 * counts. Exit code 1 if pages or intake take the large one more than 1.3 times as long; the rest is told.
 */
const millions = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise) * 1_000_000;
const smallSizes: InstallationSizes = { users: 1_000_000, evidence: 1_000_000, acts: 1_000_000 };
const records = millions('BENCH_RECORDS_MILLIONS', 20);
const largeSizes: InstallationSizes = { users: millions('BENCH_USERS_MILLIONS', 10), evidence: records, acts: records };
const most = 1.3;
const rounds = 7;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 1);
const pageConnections = 8;
const intakeConnections = 16;
const different = 200;
const missed: string[] = [];

/** The small one, and the large one. */
type Pair<Of> = readonly [Of, Of];

interface Side {
  readonly folder: string;
  readonly server: RunningServer;
  readonly startMs: number;
  readonly headers: Record<string, string>;
  readonly signers: readonly Signer[];
  readonly mobiles: readonly string[];
  readonly sizes: InstallationSizes;
}

interface Page {
  readonly name: string;
  readonly path: string;
  queries(side: Side): Record<string, string>[];
}

const some = (of: (at: number) => Record<string, string>): Record<string, string>[] => Array.from({ length: different }, (_, at) => of(at));
const users = '/api/ajax/user/getUserList';
const evidence = '/api/ajax/data/getSaveDataList';
const trail = '/api/ajax/trail/getList';
const pages: readonly Page[] = [
  { name: 'users, the first 200 pages', path: users, queries: () => some((at) => ({ type: '1', page: String(1 + at) })) },
  {
    name: 'users, pages all over the list',
    path: users,
    queries: ({ sizes }) => some((at) => ({ type: '1', page: String(1 + Math.floor((at * sizes.users) / 20 / different)) })),
  },
  { name: 'users by mobile', path: users, queries: ({ mobiles }) => mobiles.map((keyword) => ({ type: '1', keyword })) },
  { name: 'evidence, the first 200 pages', path: evidence, queries: () => some((at) => ({ type: '1', page: String(1 + at) })) },
  {
    name: 'evidence by number',
    path: evidence,
    queries: ({ sizes }) => some((at) => ({ type: '1', keyword: numberOf(1 + Math.floor((at * sizes.evidence) / different)) })),
  },
  { name: 'trail, the first 200 pages', path: trail, queries: () => some((at) => ({ page: String(1 + at) })) },
  { name: 'trail of an operator', path: trail, queries: () => some((at) => ({ operator: `操作员${at % 40}`, page: String(1 + at) })) },
];

const sides: Side[] = [];
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code));
process.once('exit', () => sides.forEach(({ server }) => server.child.kill('SIGTERM')));
try {
  for (const sizes of [smallSizes, largeSizes]) sides.push(await open(sizes));
  const [few, many] = sides as [Side, Side];
  console.log(`${spelt(smallSizes)} beside ${spelt(largeSizes)}.`);
  console.log(row('ready after its start', few.startMs, many.startMs, many.startMs / few.startMs));
  console.log(
    `Median of ${rounds} turns of ${seconds} s, milliseconds a call at ${pageConnections} (intake: ${intakeConnections}) at once:`,
  );
  const both: Pair<Side> = [few, many];
  for (const page of pages) await inTurns(both, page.name, (side) => pageMs(side, page), { most });
  await inTurns(both, 'intake of 4 KB', intakeMs, { most });
  await inTurns(both, 'export, a thousand users', exportMs, { turns: 3 });
} finally {
  for (const { server } of sides) await server.stop();
}
const offline: Offline[] = [];
try {
  for (const { folder } of sides) offline.push(await openOffline(folder));
  const both = offline as unknown as Pair<Offline>;
  console.log('The servers are stopped. Milliseconds an entry, an object, a thousand rows:');
  await inTurns(both, 'sequencer', sequencerMs);
  await inTurns(both, 'scrub of 4 KB', scrubMs);
  await inTurns(both, 'dump of a backup', dumpMs, { turns: 1 });
} finally {
  for (const { stop } of offline) await stop();
}
for (const line of missed) console.log(`MISSED  ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;

/** Measures the second start: the first one reads files that the load left cold. */
async function open(sizes: InstallationSizes): Promise<Side> {
  const folder = await folderOfSizes(sizes, (line) => console.log(line));
  const unbounded = { UPLOADS_PER_CLIENT: '0', UPLOADS_PER_ADDRESS: '0', INTAKE_RATE_PER_MINUTE: '0' };
  const environment = { DATA_DIR: folder, DEMO: '0', ...unbounded };
  await (await startServer(environment)).stop();
  const began = performance.now();
  const server = await startServer(environment);
  const startMs = performance.now() - began;
  const postgres = await attachEmbeddedPostgres(folder);
  if (!postgres) throw new Error('the server has no database');
  const { db } = openDatabase(postgres.address, 2);
  try {
    const token = await insertSession(db, createTokens(await readSecret(db, 'session-token')), 'admin@example.com');
    const headers = { authorization: `Bearer ${token}`, cookie: `token=${token}` };
    return { folder, server, startMs, headers, signers: await signersOf(db), mobiles: await mobilesOf(db, sizes), sizes };
  } finally {
    await db.destroy();
  }
}

async function signersOf(db: Database): Promise<Signer[]> {
  const rows = await db.selectFrom('credential').select(['app_id', 'security_key', 'user_id']).where('kind', '=', 'enterprise').execute();
  return rows.map(({ app_id, security_key, user_id }) => ({ appId: app_id, key: security_key, userId: user_id ?? '' }));
}

async function mobilesOf(db: Database, { users: count }: InstallationSizes): Promise<string[]> {
  const ids = Array.from({ length: different }, (_, at) => String(1 + Math.floor((at * count) / different)));
  const rows = await db.selectFrom('users').select('mobile').where('id', 'in', ids).where('type', '=', 'personal').execute();
  return rows.map(({ mobile }) => mobile);
}

function numberOf(at: number): string {
  return createHash('md5').update(String(at)).digest('hex').toUpperCase();
}

interface Turns {
  readonly turns?: number;
  /** The bound of the ratio, where there is one. */
  readonly most?: number;
}

async function inTurns<Of>(both: Pair<Of>, name: string, measure: (one: Of) => Promise<number>, given: Turns = {}): Promise<void> {
  const { turns = rounds, most: bound = Number.POSITIVE_INFINITY } = given;
  // Warms up both, and their connections.
  if (turns > 1) for (const one of both) await measure(one);
  const taken: { few: number; many: number; ratio: number }[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const [few, many] = [await measure(both[0]), await measure(both[1])];
    taken.push({ few, many, ratio: many / few });
  }
  const middle = taken.toSorted((one, other) => one.ratio - other.ratio)[turns >> 1];
  if (!middle) return;
  console.log(row(name, middle.few, middle.many, middle.ratio));
  if (middle.ratio > bound) missed.push(`${name}: ${middle.ratio.toFixed(2)} times, wanted at most ${bound}`);
}

async function pageMs(side: Side, { path, queries }: Page): Promise<number> {
  const options = { connections: pageConnections, seconds, queries: queries(side) };
  const { perSecond } = await load(side.server.address + path, side.headers, options);
  return 1000 / perSecond;
}

async function intakeMs({ server, signers }: Side): Promise<number> {
  const requests = Array.from({ length: 2000 * seconds }, (_, at) => evidenceRequest(signers[at % signers.length] as Signer));
  const { perSecond } = await sendAll(Number(new URL(server.address).port), requests, intakeConnections, seconds);
  return 1000 / perSecond;
}

/** @returns the milliseconds in which the export writes a thousand rows. Persons who are not verified are a tenth of all. */
async function exportMs({ server, headers }: Side): Promise<number> {
  const unverified = 'type=1&status=1';
  const listed = await fetch(`${server.address}${users}?${unverified}`, { headers });
  const { count } = ((await listed.json()) as { data: { count: number } }).data;
  const began = performance.now();
  const reply = await fetch(`${server.address}/api/export/userExport?${unverified}`, { headers });
  const bytes = (await reply.arrayBuffer()).byteLength;
  if (!reply.ok || bytes < 10 * count) throw new Error(`the export answered ${reply.status} and ${bytes} bytes`);
  return ((performance.now() - began) / count) * 1000;
}

function spelt({ users: people, evidence: pieces, acts }: InstallationSizes): string {
  const [first, second, third] = [people, pieces, acts].map((count) => `${count / 1_000_000} M`);
  return `${first} users, ${second} pieces of evidence, ${third} rows of the trail`;
}

function row(name: string, few: number, many: number, ratio: number): string {
  const ms = (value: number): string => value.toFixed(value < 100 ? 2 : 0).padStart(8);
  return `${name.padEnd(32)} ${ms(few)} ${ms(many)} ${ratio.toFixed(2).padStart(6)} x`;
}
