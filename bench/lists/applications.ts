import { once } from 'node:events';
import { forkServer } from '../fork-server.ts';
import { startWithApplications } from './lists-data.ts';
import type { Ready } from './lists-server.ts';
import { load, type Measured } from '../load.ts';

/**
 * Measures the list of applications for an operator restricted to their own by node 37. Exit code 1 if a page takes longer than allowed.
 */
const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 2);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const connections = 16;
const allowedMs = 20;
const missed: string[] = [];

process.once('SIGINT', () => process.exit(130));
const { folder, postgres } = await startWithApplications(Math.max(2000, Math.floor(rows / 10)), rows, (line) => console.log(line));
const server = forkServer('lists-server.js');
try {
  server.send({ address: postgres.address, cases: [], many: [], folder });
  const [ready] = (await once(server, 'message')) as [Ready];
  await measureAll(ready);
} finally {
  server.kill();
  await postgres.stop();
}
for (const line of missed) console.log(`MISSED  ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;

async function measureAll(ready: Ready): Promise<void> {
  const headers = { authorization: `Bearer ${ready.token}` };
  const url = `${ready.ours}/api/ajax/data/getEvidencesList`;
  const last = Math.floor(rows / 20 / 10);
  const cases: Record<string, Record<string, string>> = {
    'page 1': {},
    'page 100': { page: '100' },
    'the last page': { page: String(last) },
    'a payment state': { pay: '5' },
    'a notarial state': { status: '1' },
    both: { pay: '2', status: '1' },
    'both, page 100': { pay: '2', status: '2', page: '100' },
    'a month': { datetime: '2026-01-01 - 2026-01-31' },
    'a mobile': { keyword: '10000007919' },
    'a piece of a mobile': { keyword: '7919' },
    'the most urgent': { sort: 'due' },
    'the most urgent that wait': { sort: 'due', status: '1' },
    'the most urgent of a month': { sort: 'due', datetime: '2026-01-01 - 2026-01-31' },
  };
  console.log(
    `${rows} applications, a twentieth of them the operator's own; ` +
      `concurrency ${connections}, the best of ${rounds} rounds of ${seconds} s each.`,
  );
  for (const query of [cases['page 1'], cases['both']])
    await load(`${url}?${new URLSearchParams(query)}`, headers, { connections, seconds: 1 });
  for (const [name, query] of Object.entries(cases))
    await measure(name, () => load(`${url}?${new URLSearchParams(query)}`, headers, { connections, seconds }));
  const pages = Array.from({ length: 200 }, (_, at) => ({
    page: String(1 + ((at * 37) % last)),
    ...(at % 3 === 0 ? { status: '2' } : {}),
  }));
  await measure('pages that are all different', () => load(url, headers, { connections, seconds, queries: pages }));
}

async function measure(name: string, run: () => Promise<Measured>): Promise<void> {
  const taken: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) taken.push(await run());
  const best = taken.toSorted((a, b) => a.p95Ms - b.p95Ms)[0] ?? { perSecond: 0, p95Ms: Infinity };
  console.log(`${name.padEnd(30)} ${best.perSecond.toFixed(0).padStart(6)}/s  p95 ${best.p95Ms.toFixed(1).padStart(6)} ms`);
  if (best.p95Ms > allowedMs) missed.push(`${name}: p95 ${best.p95Ms.toFixed(1)} ms, allowed ${allowedMs} ms`);
}
