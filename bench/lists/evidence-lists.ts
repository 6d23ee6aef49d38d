import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { casesOf, type Case } from './evidence-lists-cases.ts';
import { startWithEvidence } from './lists-data.ts';
import type { Ready } from './lists-server.ts';
import { measureServer } from './measured-server.ts';
import { load, type Measured } from '../load.ts';

/**
 * Measures the list of ten million pieces of evidence against the list of a million users, call by call, in one run, and compares every
 * total with count(*). Exit code 1 if evidence is slower than allowed or a total is not exact. The two lists take turns, and the median of
 * the turns' ratios counts: other load affects both lists of a turn, and a disturbed turn does not decide.
 */
const rows = Number(process.env['BENCH_EVIDENCE'] ?? 10_000_000);
const users = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 1);
const rounds = 5;
const connections = 32;
const missed: string[] = [];

// The exit hook of the embedded PostgreSQL stops it.
process.once('SIGINT', () => process.exit(130));
const loaded = await startWithEvidence(users, rows, (line) => console.log(line));
await measureServer(loaded, missed, async (ready, pool) => {
  const sizes = await sizesOf(pool);
  const cases = casesOf({
    rows,
    ...sizes,
    asRare: await keywordOf(pool, sizes.personalUsers / 256),
    asMany: await keywordOf(pool, sizes.personalEvidence / 65_536),
    aNumber: createHash('md5').update('4711').digest('hex').toUpperCase(),
  });
  await measureAll(ready, cases, pool);
});

async function measureAll(ready: Ready, cases: readonly Case[], pool: Pool): Promise<void> {
  const headers = { authorization: `Bearer ${ready.token}` };
  const evidenceUrl = (query: Case['evidence']): string => `${ready.ours}/api/ajax/data/getSaveDataList?${new URLSearchParams(query)}`;
  const usersUrl = (query: Case['users']): string => `${ready.ours}/api/ajax/user/getUserList?${new URLSearchParams(query)}`;
  console.log(
    `${rows} pieces of evidence beside ${users} users, concurrency ${connections}; ` +
      `the median of ${rounds} turns of ${seconds} s each. Calls/s and p95:`,
  );
  // Warms up V8; otherwise the first case would include the compilation.
  for (const one of cases.slice(0, 2))
    for (const url of [usersUrl(one.users), evidenceUrl(one.evidence)]) await load(url, headers, { connections, seconds: 1 });
  for (const one of cases.filter(({ name }) => name.includes(process.env['BENCH_CASE'] ?? ''))) {
    await checkTotal(pool, one, evidenceUrl(one.evidence), headers);
    const turns: Turn[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const byUsers = await load(usersUrl(one.users), headers, { connections, seconds });
      const byEvidence = await load(evidenceUrl(one.evidence), headers, { connections, seconds });
      turns.push({ users: byUsers, evidence: byEvidence, ratio: byEvidence.perSecond / byUsers.perSecond });
    }
    report(one, turns);
  }
}

interface Turn {
  readonly users: Measured;
  readonly evidence: Measured;
  readonly ratio: number;
}

function report({ name, like, atLeast }: Case, turns: readonly Turn[]): void {
  const middle = turns.toSorted((a, b) => a.ratio - b.ratio)[turns.length >> 1];
  if (!middle) return;
  const { evidence, users, ratio } = middle;
  console.log(`${name.padEnd(38)} ${show(evidence)} | users, ${like.padEnd(28)} ${show(users)} | ${ratio.toFixed(2)} x`);
  if (ratio < atLeast) missed.push(`${name} against users, ${like}: ${ratio.toFixed(2)}, wanted at least ${atLeast}`);
}

/** Compares with the rows of the store; the list engine's own tests check whether the page has the right rows. */
async function checkTotal(pool: Pool, one: Case, url: string, headers: Record<string, string>): Promise<void> {
  const answer = (await (await fetch(url, { headers })).json()) as { data: { count: number } };
  const { rows: counted } = await pool.query<{ n: string }>(`select count(*) as n from evidence where ${one.where}`);
  if (answer.data.count !== Number(counted[0]?.n))
    missed.push(`${one.name}: the total says ${answer.data.count}, count(*) ${counted[0]?.n ?? '?'}`);
}

/** Numbers of rows of the two measured lists, restricted to personal users. */
async function sizesOf(on: Pool): Promise<{ personalEvidence: number; personalUsers: number }> {
  const { rows: found } = await on.query<{ evidence: string; users: string }>(
    "select list_total('evidence', 'personal', null, null) as evidence, list_total('users', 'personal', null, null) as users",
  );
  return { personalEvidence: Number(found[0]?.evidence), personalUsers: Number(found[0]?.users) };
}

/** The keyword whose number of matching personal users is closest to this, among counted ones with more than one character. */
async function keywordOf(on: Pool, hits: number): Promise<string> {
  const { rows: found } = await on.query<{ piece: string }>(
    `select substr(term, length('personal:') + 1) as piece from list_term
      where list = 'users' and term like 'personal:__%' order by abs(n - $1::float8), term limit 1`,
    [hits],
  );
  return found[0]?.piece ?? '';
}

function show({ perSecond, p95Ms }: Measured): string {
  return `${perSecond.toFixed(perSecond < 100 ? 1 : 0).padStart(6)}/s ${p95Ms.toFixed(1).padStart(7)} ms`;
}
