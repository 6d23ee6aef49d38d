import { fork } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { openDatabase, type Database } from '../src/server/db/database.ts';
import { checkLedger } from '../src/server/points/check.ts';
import { consume, grant, pointsOf } from '../src/server/points/ledger.ts';
import { startWithUsers } from './lists-data.ts';
import type { Ready } from './lists-server.ts';
import { load, type Measured } from './load.ts';

/** Measures the ledger on one hot account, and the balance list beside the user list in the same run; exit code 1 when a bound fails. */
const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 2);
const bookings = 1_000;
const bookingsPerSecond = 300;
const rounds = 3;
const connections = 32;
/** What two measurements of the same call may differ by on a machine with other work. */
const noise = 0.85;
const missed: string[] = [];

process.once('SIGINT', () => process.exit(130));
const { folder, postgres } = await startWithUsers(rows, (line) => console.log(line));
const server = fork(fileURLToPath(new URL('lists-server.js', import.meta.url)));
const { db } = openDatabase(postgres.address);
try {
  await measureHotAccount(db);
  server.send({ address: postgres.address, cases: [], folder });
  const [ready] = (await once(server, 'message')) as [Ready];
  await measureLists(ready);
} finally {
  server.kill();
  await db.destroy();
  await postgres.stop();
}
for (const line of missed) console.log(`MISSED  ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;

/** Gifts and consumptions of one user, all at once, each a transaction of its own that is durable when it is counted. */
async function measureHotAccount(db: Database): Promise<void> {
  const { id } = await db.selectFrom('users').select('id').where('type', '=', 'enterprise').where('status', '=', 'approved').orderBy('registered_at', 'desc').limit(1).executeTakeFirstOrThrow();
  const run = randomUUID();
  const give = (points: number, reference: string) => db.transaction().execute((tx) => grant(tx, { userId: id, points, source: 'giftTest', reference }));
  await give(bookings, `${run} start`);
  for (const kind of ['gifts and consumptions', 'consumptions alone', 'gifts alone'] as const) {
    const before = await pointsOf(db, id);
    const started = performance.now();
    const booked = await Promise.all(
      Array.from({ length: bookings }, async (_, at) => {
        const isGift = kind === 'gifts alone' || (kind !== 'consumptions alone' && at % 2 === 0);
        const reference = `${run} ${kind} ${at}`;
        if (isGift) await give(3, reference);
        else await db.transaction().execute((tx) => consume(tx, id, 1, 'evidence', reference));
        return isGift ? 3 : -1;
      }),
    );
    const perSecond = (bookings * 1000) / (performance.now() - started);
    const expected = booked.reduce((sum, points) => sum + points, before);
    const left = await pointsOf(db, id);
    console.log(`${bookings} ${kind} of one account at once: ${perSecond.toFixed(0)}/s; ${left} points left, ${expected} expected`);
    if (left !== expected) missed.push(`${kind}: ${left} points left, ${expected} expected`);
    atLeast(`${kind} per second`, perSecond, bookingsPerSecond);
  }
  const { broken } = await checkLedger(db);
  if (broken) missed.push(`the ledger of user ${broken.userId}: ${broken.of} says ${broken.kept}, the transfers ${broken.booked}`);
}

/** The same pages and keywords of both lists, in turns. */
async function measureLists(ready: Ready): Promise<void> {
  const headers = { authorization: `Bearer ${ready.token}` };
  const last = String(Math.floor(rows / 20));
  const cases = [
    { name: 'page 1', of: {} },
    { name: 'page 1000', of: { page: String(Math.min(1000, Math.ceil(rows / 40))) } },
    { name: 'the last pages', of: { page: last } },
    { name: 'rare keyword', of: { keyword: '禤' } },
    { name: 'keyword of a tenth', of: { keyword: '王' } },
  ];
  console.log(`${rows} users, concurrency ${connections}; the best of ${rounds} rounds of ${seconds} s each. Calls/s and p95:`);
  const users = (of: object) => `${ready.ours}/api/ajax/user/getUserList?${new URLSearchParams({ ...of, type: '1' })}`;
  const balances = (of: object) => `${ready.ours}/api/ajax/user/getBalanceList?${new URLSearchParams({ ...of })}`;
  for (const { of } of cases.slice(0, 2)) for (const url of [users(of), balances(of)]) await load(url, headers, { connections, seconds: 1 });
  for (const { name, of } of cases) {
    const taken: Record<'users' | 'typed' | 'all', Measured[]> = { users: [], typed: [], all: [] };
    for (let round = 0; round < rounds; round += 1) {
      taken.users.push(await load(users(of), headers, { connections, seconds }));
      taken.typed.push(await load(balances({ ...of, status: '1' }), headers, { connections, seconds }));
      taken.all.push(await load(balances(of), headers, { connections, seconds }));
    }
    const [mine, typed, all] = [best(taken.users), best(taken.typed), best(taken.all)];
    console.log(`${name.padEnd(20)} users ${show(mine)} | balances of a type ${show(typed)} ${(typed.perSecond / mine.perSecond).toFixed(2)} x | all balances ${show(all)} ${(all.perSecond / mine.perSecond).toFixed(2)} x`);
    atLeast(`balances of a type against users, ${name}`, typed.perSecond / mine.perSecond, noise);
    atLeast(`all balances against users, ${name}`, all.perSecond / mine.perSecond, noise);
  }
}

function atLeast(what: string, value: number, wanted: number): void {
  if (value < wanted) missed.push(`${what}: ${value.toFixed(2)}, wanted at least ${wanted}`);
}

function best(taken: readonly Measured[]): Measured {
  return taken.toSorted((a, b) => b.perSecond - a.perSecond)[0] ?? { perSecond: 0, p95Ms: 0 };
}

function show({ perSecond, p95Ms }: Measured): string {
  return `${perSecond.toFixed(perSecond < 100 ? 1 : 0).padStart(6)}/s ${p95Ms.toFixed(1).padStart(6)} ms`;
}
