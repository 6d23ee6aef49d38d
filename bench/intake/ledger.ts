import { once } from 'node:events';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { forkServer } from '../fork-server.ts';
import { measureHotAccount } from './hot-account.ts';
import { startWithUsers } from '../lists/lists-data.ts';
import type { Ready } from '../lists/lists-server.ts';
import { load, type Measured } from '../load.ts';

/** Measures the ledger on one hot account, and the balance list against the user list in the same run. Exit code 1 if a bound fails. */
const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 2);
const rounds = 3;
const connections = 32;
/** Tolerance for the difference of two measurements of the same call on a machine with other work. */
const noise = 0.85;
const missed: string[] = [];

process.once('SIGINT', () => process.exit(130));
const { folder, postgres } = await startWithUsers(rows, (line) => console.log(line));
const server = forkServer('lists-server.js');
const { db, pool } = openDatabase(postgres.address);
try {
  missed.push(...(await measureHotAccount({ db, pool })));
  server.send({ address: postgres.address, cases: [], many: [], folder });
  const [ready] = (await once(server, 'message')) as [Ready];
  await measureLists(ready);
} finally {
  server.kill();
  await db.destroy();
  await postgres.stop();
}
for (const line of missed) console.log(`MISSED  ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;

/** Measures the same pages and keywords of both lists, in turns. */
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
  for (const { of } of cases.slice(0, 2))
    for (const url of [users(of), balances(of)]) await load(url, headers, { connections, seconds: 1 });
  for (const { name, of } of cases) {
    const taken: Record<'users' | 'typed' | 'all', Measured[]> = { users: [], typed: [], all: [] };
    for (let round = 0; round < rounds; round += 1) {
      taken.users.push(await load(users(of), headers, { connections, seconds }));
      taken.typed.push(await load(balances({ ...of, status: '1' }), headers, { connections, seconds }));
      taken.all.push(await load(balances(of), headers, { connections, seconds }));
    }
    const [mine, typed, all] = [best(taken.users), best(taken.typed), best(taken.all)];
    console.log(
      `${name.padEnd(20)} users ${show(mine)} | ` +
        `balances of a type ${show(typed)} ${(typed.perSecond / mine.perSecond).toFixed(2)} x | ` +
        `all balances ${show(all)} ${(all.perSecond / mine.perSecond).toFixed(2)} x`,
    );
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
