import { createHash } from 'node:crypto';
import { openDatabase, type Database } from '../../src/server/db/database.ts';
import { readSecret } from '../../src/server/db/secrets.ts';
import { attachEmbeddedPostgres } from '../../src/server/postgres/embedded.ts';
import { createTokens } from '../../src/server/session/token.ts';
import { insertSession } from '../../test/installation/factories/sessions.ts';
import { startServer, type RunningServer } from '../../test/installation/servers/running-server.ts';
import { evidenceRequest, sendAll, type Signer } from '../intake/intake-client.ts';
import { load } from '../load.ts';
import { folderOfSizes, type InstallationSizes } from './lists-data.ts';

/**
 * Two installations that differ in their sizes alone, each served by the built program as the office starts it: its start, pages and the
 * intake, in turns. The median of the turns' ratios counts. Exit code 1 if a page or the intake of the large one takes more than 1.3 times
 * as long.
 */
const large = Number(process.env['BENCH_MILLIONS'] ?? 10) * 1_000_000;
const smallSizes: InstallationSizes = { users: 1_000_000, evidence: 1_000_000, acts: 1_000_000 };
const largeSizes: InstallationSizes = { users: large, evidence: large, acts: large };
const most = 1.3;
const rounds = 7;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 1);
const pageConnections = 8;
const intakeConnections = 16;
const different = 200;
const missed: string[] = [];

interface Side {
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
  console.log(`1 M users, pieces of evidence and rows of the trail beside ${large / 1_000_000} M of each.`);
  console.log(row('ready after its start', few.startMs, many.startMs, many.startMs / few.startMs));
  console.log(
    `Median of ${rounds} turns of ${seconds} s, milliseconds a call at ${pageConnections} (intake: ${intakeConnections}) at once:`,
  );
  for (const page of pages) await inTurns(page.name, (side) => pageMs(side, page));
  await inTurns('intake of 4 KB', intakeMs);
} finally {
  for (const { server } of sides) await server.stop();
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
    const headers = { authorization: `Bearer ${token}` };
    return { server, startMs, headers, signers: await signersOf(db), mobiles: await mobilesOf(db, sizes), sizes };
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

async function inTurns(name: string, measure: (side: Side) => Promise<number>): Promise<void> {
  const [few, many] = sides as [Side, Side];
  // Warms up both servers and their connections.
  for (const side of [few, many]) await measure(side);
  const turns: { few: number; many: number; ratio: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [a, b] = [await measure(few), await measure(many)];
    turns.push({ few: a, many: b, ratio: b / a });
  }
  const middle = turns.toSorted((a, b) => a.ratio - b.ratio)[rounds >> 1];
  if (!middle) return;
  console.log(row(name, middle.few, middle.many, middle.ratio));
  if (middle.ratio > most) missed.push(`${name}: ${middle.ratio.toFixed(2)} times, wanted at most ${most}`);
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

function row(name: string, few: number, many: number, ratio: number): string {
  const ms = (value: number): string => value.toFixed(value < 100 ? 2 : 0).padStart(8);
  return `${name.padEnd(32)} ${ms(few)} ${ms(many)} ${ratio.toFixed(2).padStart(6)} x`;
}
