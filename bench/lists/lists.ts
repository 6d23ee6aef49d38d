import { once } from 'node:events';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { forkServer } from '../fork-server.ts';
import { casesOf, manyOf, type Case, type ManyCases } from './lists-cases.ts';
import { startWithUsers } from './lists-data.ts';
import type { Ready } from './lists-server.ts';
import { load, type Measured } from '../load.ts';

/** Measures the user list against the usual way and the floor, in one run. Exit code 1 if it is slower than required. */
const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 2);
const rounds = 3;
const connections = 32;
const missed: string[] = [];

// The exit hook of the embedded PostgreSQL stops it.
process.once('SIGINT', () => process.exit(130));
const { folder, postgres } = await startWithUsers(rows, (line) => console.log(line));
const server = forkServer('lists-server.js');
try {
  const cases = casesOf(rows, await countPersonal());
  const many = manyOf(rows);
  server.send({ address: postgres.address, cases, many, folder });
  const [ready] = (await once(server, 'message')) as [Ready];
  await measureAll(ready, cases, many);
} finally {
  server.kill();
  await postgres.stop();
}
for (const line of missed) console.log(`MISSED  ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;

async function measureAll(ready: Ready, cases: readonly Case[], many: readonly ManyCases[]): Promise<void> {
  const headers = { authorization: `Bearer ${ready.token}` };
  const ours = (query: Case['query']): string => `${ready.ours}/api/ajax/user/getUserList?${new URLSearchParams(query)}`;
  console.log(`${rows} users, concurrency ${connections}; the best of ${rounds} rounds of ${seconds} s each. Calls/s and p95:`);
  const pages: number[] = [];
  // Warms up V8; otherwise the first case would include the compilation.
  for (const query of cases.slice(0, 4).map((one) => one.query)) await load(ours(query), headers, { connections, seconds: 2 });
  for (const [index, one] of cases.entries()) {
    if (!one.name.includes(process.env['BENCH_CASE'] ?? '')) continue;
    const taken: Record<'mine' | 'bare' | 'floor', Measured[]> = { mine: [], bare: [], floor: [] };
    await load(ours(one.query), headers, { connections, seconds: 0.5 });
    // Measured in turns, so that other load of the machine affects all of them.
    for (let round = 0; round < rounds; round += 1) {
      taken.floor.push(await load(`${ready.floor}/row`, {}, { connections, seconds }));
      taken.mine.push(await load(ours(one.query), headers, { connections, seconds }));
      taken.bare.push(await load(`${ready.bare[index]}/list`, {}, { connections, seconds }));
    }
    const [mine, bare, floor] = [best(taken.mine), best(taken.bare), best(taken.floor)];
    const usual = await load(`${ready.usual}/list?${new URLSearchParams(one.query)}`, {}, { connections, calls: one.usualCalls });
    report(one, mine, { usual, bare, floor });
    if (one.name.startsWith('page')) pages.push(mine.perSecond);
  }
  for (const [index, one] of many.entries())
    await measureMany(ready, headers, ours(one.queries[0] ?? {}), one, `${ready.bareMany[index]}/list`);
  check('the slowest page against the fastest', Math.max(...pages) / Math.min(...pages), 3, 'at most');
  for (const one of cases.slice(-2)) await measureNeighbours(ours(one.query), ours({ type: '1', page: '1' }), headers, one.name);
}

function report(one: Case, mine: Measured, other: { usual: Measured; bare: Measured; floor: Measured }): void {
  const share = (of: Measured): string => `${(mine.perSecond / of.perSecond).toFixed(2)} x`;
  console.log(
    `${one.name.padEnd(26)} ${show(mine)} | usual ${show(other.usual)} ${share(other.usual).padStart(10)} | ` +
      `same SQL ${one.isHeavy ? 'in the slow lane' : `${show(other.bare)} ${share(other.bare)}`} | ` +
      `floor ${show(other.floor)} ${share(other.floor)}`,
  );
  check(`${one.name} against the usual way`, mine.perSecond / other.usual.perSecond, one.usual, 'at least');
  if (one.floor !== undefined) check(`${one.name} against the floor`, mine.perSecond / other.floor.perSecond, one.floor, 'at least');
}

/** Measures calls without shared reads: how much of the time is the framework's own. */
async function measureMany(
  ready: Ready,
  headers: Record<string, string>,
  url: string,
  { name, queries, sameSql }: ManyCases,
  bareUrl: string,
): Promise<void> {
  const taken: Record<'mine' | 'bare', Measured[]> = { mine: [], bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    taken.mine.push(await load(url, headers, { connections, seconds, queries }));
    taken.bare.push(await load(bareUrl, {}, { connections, seconds }));
  }
  const floor = await load(`${ready.floor}/row`, {}, { connections, seconds });
  const [mine, bare] = [best(taken.mine), best(taken.bare)];
  const share = mine.perSecond / bare.perSecond;
  console.log(
    `${name.padEnd(26)} ${show(mine)} | same SQL ${show(bare)} ${share.toFixed(2)} x | ` +
      `floor ${show(floor)} ${(mine.perSecond / floor.perSecond).toFixed(2)} x (no two alike)`,
  );
  if (sameSql !== undefined) check(`${name} against the same SQL`, share, sameSql, 'at least');
}

/** Measures other calls while a frequent keyword is searched at full concurrency. */
async function measureNeighbours(heavy: string, light: string, headers: Record<string, string>, name: string): Promise<void> {
  for (const others of [4, connections]) {
    const taken: Record<'idle' | 'busy', Measured[]> = { idle: [], busy: [] };
    for (let round = 0; round < rounds; round += 1) {
      taken.idle.push(await load(light, headers, { connections: others, seconds }));
      const [beside] = await Promise.all([
        load(light, headers, { connections: others, seconds }),
        load(heavy, headers, { connections, seconds: seconds + 1 }),
      ]);
      taken.busy.push(beside);
    }
    const [idle, busy] = [best(taken.idle), best(taken.busy)];
    console.log(`page 1 at ${others}, p95: ${idle.p95Ms.toFixed(1)} ms idle, ${busy.p95Ms.toFixed(1)} ms beside "${name}"`);
    check(`p95 of page 1 at ${others} beside "${name}"`, busy.p95Ms / idle.p95Ms, 3, 'at most');
  }
}

function check(what: string, ratio: number, wanted: number, bound: 'at least' | 'at most'): void {
  const holds = bound === 'at least' ? ratio >= wanted : ratio <= wanted;
  if (!holds) missed.push(`${what}: ${ratio.toFixed(2)}, wanted ${bound} ${wanted}`);
}

function best(taken: readonly Measured[]): Measured {
  return taken.toSorted((a, b) => b.perSecond - a.perSecond)[0] ?? { perSecond: 0, p95Ms: 0 };
}

function show({ perSecond, p95Ms }: Measured): string {
  return `${perSecond.toFixed(perSecond < 100 ? 1 : 0).padStart(6)}/s ${p95Ms.toFixed(1).padStart(6)} ms`;
}

async function countPersonal(): Promise<number> {
  const { db } = openDatabase(postgres.address, 1);
  const { n } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('type', '=', 'personal')
    .executeTakeFirstOrThrow();
  await db.destroy();
  return Number(n);
}
