import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { checkLog } from '../../src/server/custody/audit/log-check.ts';
import { openDatabase, type Database } from '../../src/server/platform/db/database.ts';
import { readSecret } from '../../src/server/platform/db/secrets.ts';
import { checkLedger } from '../../src/server/business/points/check.ts';
import { startEmbeddedPostgres } from '../../src/server/platform/postgres/embedded.ts';
import { createTokens } from '../../src/server/access/session/token.ts';
import { seedAccounts } from '../../test/installation/factories/accounts.ts';
import { insertSession } from '../../test/installation/factories/sessions.ts';
import { haproxy, startBalancer } from '../../test/installation/servers/balancer.ts';
import { freePort } from '../../test/installation/servers/running-server.ts';
import type { Signer } from '../intake/intake-client.ts';
import { newSigners } from '../intake/intake-signers.ts';
import { loadUsers } from '../lists/lists-data.ts';
import { percentile } from '../measure.ts';
import { consoleCall, evidenceCall, meCall } from './calls.ts';
import { buildRelease, lastRelease, launch, root, start, stop, type Node, type Running } from './release.ts';
import { faultsOf, steadyLoad, type Answered, type Call } from './steady-load.ts';

/**
 * Upgrades two servers of the last release behind HAProxy (`ops/haproxy.cfg`) to this program, one after the other, and downgrades them
 * again, under calls of both APIs, while a session reads a large table all the time. Exit code 1 if a call fails, or if the p99 exceeds a
 * second.
 */
const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const perSecond = Number(process.env['BENCH_CALLS'] ?? 200);
const steadySeconds = Number(process.env['BENCH_SECONDS'] ?? 10);
const limitMs = 1000;
/** All calls come from one address here. */
const unbounded = { UPLOADS_PER_CLIENT: '0', UPLOADS_PER_OPERATOR: '0', UPLOADS_PER_ADDRESS: '0', INTAKE_RATE_PER_MINUTE: '0' };
const tell = (line: string): void => console.log(line);

if (haproxy.isMissing) {
  tell(`Left out${haproxy.note}`);
  process.exit(0);
}
const release = lastRelease();
const [older, newer] = [buildRelease(release, tell), root];
const folder = mkdtempSync(join(tmpdir(), 'notary-bench-upgrade-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder });
const children: { kill(signal: NodeJS.Signals): boolean }[] = [];
process.once('SIGINT', () => process.exit(130));
process.once('exit', () => children.forEach((child) => child.kill('SIGKILL')));
try {
  await measure();
} finally {
  for (const child of children) child.kill('SIGKILL');
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const { host, port, user, database } = postgres.address;
  const url = `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`;
  const environment = { DATABASE_URL: url, RATE_LIMIT_PER_MINUTE: '0', TRUST_PROXY: '1', CAPTCHA_FIXED_CODE: 'test', ...unbounded };
  const nodes = await Promise.all(['first', 'second'].map(nodeOf));
  const [first, second] = nodes as [Node, Node];
  const servers = new Map<Node, Running>();
  const begin = async (from: string, node: Node): Promise<void> => {
    const server = await start(from, node, environment);
    children.push(server.child);
    servers.set(node, server);
  };
  await begin(older, first);
  const { db, pool } = openDatabase(postgres.address, 4);
  tell(`Loading ${rows} users into a database of release ${release.version}.`);
  await loadUsers(pool, rows);
  await pool.query("select setval(pg_get_serial_sequence('users', 'id'), (select max(id) from users))");
  const calls = await callsOf(db);
  await begin(older, second);
  const proxy = await startBalancer(
    nodes.map(({ port }) => port),
    folder,
    'inherit',
  );
  children.push(proxy.child);

  const reader = new Client({ connectionString: url });
  await reader.connect();
  const reading = reader.query('select pg_sleep(86400) from users limit 1').catch(() => undefined);
  const load = steadyLoad(proxy.port, perSecond, (at) => calls.next(at));
  const steps: { what: string; fromMs: number; toMs: number }[] = [];
  const step = async (what: string, act: () => Promise<unknown>): Promise<void> => {
    const fromMs = load.nowMs();
    await act();
    steps.push({ what, fromMs, toMs: load.nowMs() });
  };
  const replace = async (node: Node, from: string, what: string): Promise<void> => {
    await step(`${node.name} ${what}`, async () => {
      const running = servers.get(node);
      const took = running ? await stop(running) : 0;
      await begin(from, node);
      tell(`${node.name} ${what}: ended in ${took.toFixed(1)} s`);
      // Until the balancer sends calls to it again.
      await sleep(3000);
    });
  };
  const steady = (what: string): Promise<void> => step(what, () => sleep(steadySeconds * 1000));
  await steady('release before, steady');
  await replace(first, newer, 'upgraded');
  await steady('two releases side by side');
  await replace(second, newer, 'upgraded');
  await steady('this release, steady');
  await replace(second, older, 'brought back');
  await replace(first, older, 'brought back');
  await steady('release before again, steady');
  const answered = await load.end();
  report(answered, steps);
  await cancelReads(url);
  await reading;
  await reader.end();
  await checkStored(db, calls.numbers);
  await postShutsOut(url, servers, [first, second], environment);
  await db.destroy();
}

/** Both servers store files in one place, as in a shared bucket. */
async function nodeOf(name: string): Promise<Node> {
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { mode: 0o700 });
  for (const shared of ['objects', 'uploads']) {
    mkdirSync(join(folder, 'files', shared), { recursive: true });
    symlinkSync(join(folder, 'files', shared), join(dataDir, shared));
  }
  return { name, port: await freePort(), dataDir };
}

/** Lists and workbench of an operator; evidence and a reading call of an enterprise. */
async function callsOf(db: Database) {
  await seedAccounts(db);
  const secret = await readSecret(db, 'session-token');
  if (!secret) throw new Error('the server has made no secret');
  const token = await insertSession(db, createTokens(secret), 'admin@example.com');
  const signers = await newSigners(db, 20);
  const numbers: string[] = [];
  const next = (at: number): Call => {
    const signer = signers[at % signers.length] as Signer;
    const kind = at % 10;
    if (kind < 4) return consoleCall('list', `/api/ajax/user/getUserList?type=${1 + (at % 2)}&page=${1 + (at % 500)}&limit=10`, token);
    if (kind < 5) return consoleCall('workbench', '/api/ajax/workbench/getSummary', token);
    return kind < 9 ? evidenceCall(signer, (number) => numbers.push(number)) : meCall(signer);
  };
  return { next, numbers };
}

function report(answered: readonly Answered[], steps: readonly { what: string; fromMs: number; toMs: number }[]): void {
  const line = (what: string, some: readonly Answered[], seconds: number): void => {
    const times = some.map(({ tookMs }) => tookMs);
    const at = (share: number): string => percentile(times, share).toFixed(0).padStart(5);
    const failed = some.filter(({ fault }) => fault !== null).length;
    tell(
      `${what.padEnd(32)} ${String(some.length).padStart(6)} calls in ${seconds.toFixed(0).padStart(3)} s, ${failed} failed, ` +
        `p50 ${at(0.5)} p99 ${at(0.99)} most ${at(1)} ms`,
    );
  };
  for (const { what, fromMs, toMs } of steps) {
    const some = answered.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
    line(what, some, (toMs - fromMs) / 1000);
  }
  const names = [...new Set(answered.map(({ name }) => name))];
  const seconds = (steps.at(-1)?.toMs ?? 0) / 1000;
  for (const name of names)
    line(
      `of these: ${name}`,
      answered.filter((one) => one.name === name),
      seconds,
    );
  line('all', answered, seconds);
  const failed = answered.filter(({ fault }) => fault !== null);
  for (const line of faultsOf(failed)) tell(`FAILED  ${line}`);
  const p99 = percentile(
    answered.map(({ tookMs }) => tookMs),
    0.99,
  );
  if (failed.length > 0) miss(`${failed.length} calls failed`);
  if (p99 >= limitMs) miss(`p99 ${p99.toFixed(0)} ms, wanted less than ${limitMs}`);
}

function miss(what: string): void {
  tell(`MISSED  ${what}`);
  process.exitCode = 1;
}

async function cancelReads(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `select pg_cancel_backend(pid) from pg_stat_activity where query like '%pg_sleep(86400)%' and pid <> pg_backend_pid()`,
  );
  await client.end();
}

/** Checks that everything acknowledged exists, and that log and ledger are intact. */
async function checkStored(db: Database, numbers: readonly string[]): Promise<void> {
  const found = await db
    .selectFrom('evidence')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('number', 'in', numbers)
    .executeTakeFirstOrThrow();
  const [log, ledger] = [await checkLog(db), await checkLedger(db)];
  tell(
    `${found.n} of ${numbers.length} acknowledged pieces of evidence are there; log of ${log.entries} entries ` +
      `${log.broken ? 'BROKEN' : 'whole'}, ledger ${ledger.broken ? 'BROKEN' : 'right'}`,
  );
  if (Number(found.n) !== numbers.length || log.broken || ledger.broken) miss('something acknowledged was lost');
}

/** `migrate --post` is refused while a server of the previous release runs; afterwards none of them can start. */
async function postShutsOut(
  url: string,
  servers: Map<Node, Running>,
  [first, second]: readonly [Node, Node],
  environment: Record<string, string>,
): Promise<void> {
  const admin = async (...words: string[]): Promise<string> => {
    const child = spawn(process.execPath, ['dist/server/admin.js', ...words], { cwd: newer, env: { ...process.env, DATABASE_URL: url } });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    await new Promise((resolve) => child.once('close', resolve));
    return text.trim();
  };
  const refused = await admin('migrate', '--post');
  tell(`post while release ${release.version} serves: ${refused}`);
  if (!/while an older program uses it/.test(refused)) miss('post was not refused');
  for (const node of [first, second]) {
    const server = servers.get(node);
    if (server) await stop(server);
  }
  tell(`post: ${await admin('migrate', '--post')}`);
  const late = launch(older, first, environment);
  children.push(late.child);
  await new Promise((resolve) => late.child.once('exit', resolve));
  tell(`release ${release.version} after post: ${late.output().trim()}`);
  if (late.child.exitCode !== 1 || !/newer than this program/.test(late.output())) miss('an old server started after post');
}
