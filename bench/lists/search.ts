import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { load, type Measured } from '../load.ts';
import { percentile } from '../measure.ts';
import { startWithRecords } from './lists-data.ts';
import type { Ready } from './lists-server.ts';
import { measureServer } from './measured-server.ts';

/**
 * Measures the one search by numbers for an operator who may read everything, each call for another record, on the server and as its client
 * sees it, which shares the processors. Exit code 1 if it takes the server too long, finds nothing, or scans a large table.
 * `BENCH_LATENCY=0` checks only the last two, for a shared machine.
 */
const evidence = Number(process.env['BENCH_EVIDENCE'] ?? 8_000_000);
const orders = Number(process.env['BENCH_ORDERS'] ?? 400_000);
const users = Number(process.env['BENCH_ROWS'] ?? 400_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 3);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const connections = 16;
const allowedMs = process.env['BENCH_LATENCY'] === '0' ? Infinity : 20;
/** Smaller tables are scanned on purpose: accounts, roles, settings. */
const largeRows = 10_000;
const missed: string[] = [];

/** Each case: a kind of number that people have at hand, as a query for a thousand of them. */
const cases: Record<string, string> = {
  // That of a capture or recording leads there; the others are in the lists of evidence.
  存证编号: `${sampleOf('number', 'evidence', evidence)} where shown_in is not null`,
  取证编号: sampleOf('number', 'capture', orders),
  订单号: sampleOf('order_no', 'notarization_order', orders),
  交易流水号: `${sampleOf('trade_no', 'notarization_order', orders)} where trade_no is not null`,
  发票号码: sampleOf('deal_num', 'invoice', orders),
  手机号: sampleOf('mobile', 'users', users),
  统一社会信用代码: `${sampleOf('tax_number', 'users', users)} where tax_number <> ''`,
  证件号: sampleOf('id_card', 'users', users),
};
/** Printed without a bound, because names are searched by the lists. */
const names: Record<string, string> = {
  公司名称: `select substr(name, 1, 8) from (${sampleOf('name', 'users', users)}) n where length(name) > 8`,
  姓名: `${sampleOf('name', 'users', users)} where type = 'personal'`,
};

process.once('SIGINT', () => process.exit(130));
const loaded = await startWithRecords(users, evidence, orders, (line) => console.log(line));
await measureServer(loaded, missed, measureAll);

function sampleOf(column: string, table: string, rows: number): string {
  const ids = `select 1 + (i * 7919 * 31) % ${rows} as id from generate_series(1, 1000) i`;
  return `select ${column} as value from ${table} join (${ids}) wanted using (id)`;
}

/** A round: what the client saw, and the 95th percentile on the server. */
interface Round extends Measured {
  readonly serverMs: number;
}

async function measureAll(ready: Ready, from: Pool, server: ChildProcess): Promise<void> {
  const headers = { authorization: `Bearer ${ready.token}` };
  const url = `${ready.ours}/api/ajax/search/find`;
  console.log(
    `${users} users, ${evidence} pieces of evidence, ${orders} each of orders, captures, invoices and recharges; ` +
      `concurrency ${connections}, the best of ${rounds} rounds of ${seconds} s each.`,
  );
  const before = await scannedRows(from);
  for (const [name, sql] of Object.entries({ ...cases, ...names })) {
    if (name === Object.keys(names)[0]) await mustNotScan(from, before);
    const { rows } = await from.query<[string]>({ text: sql.replace('name as value', 'name'), rowMode: 'array' });
    const queries = rows.map(([keyword]) => ({ keyword }));
    await mustFind(name, url, headers, queries[0]?.keyword ?? '');
    // A number of calls, not a time: the first searches by name read from the disk.
    await load(url, headers, { connections, calls: 8 * connections, queries });
    await timesOf(server);
    const taken: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const seen = await load(url, headers, { connections, seconds, queries });
      taken.push({ ...seen, serverMs: percentile(await timesOf(server), 0.95) });
    }
    const [best] = taken.toSorted((a, b) => a.serverMs - b.serverMs);
    const { perSecond, serverMs, p95Ms } = best ?? { perSecond: 0, serverMs: Infinity, p95Ms: Infinity };
    const bound = name in cases ? allowedMs : Infinity;
    const [onServer, atClient] = [serverMs, p95Ms].map((ms) => ms.toFixed(1).padStart(6));
    console.log(`${name}  ${perSecond.toFixed(0).padStart(6)}/s  p95 on the server ${onServer} ms, at the client ${atClient} ms`);
    if (serverMs > bound) missed.push(`${name}: p95 ${serverMs.toFixed(1)} ms, allowed ${bound} ms`);
  }
}

/** What the server took for each call since the last question. */
async function timesOf(server: ChildProcess): Promise<number[]> {
  server.send('times');
  const [times] = (await once(server, 'message')) as [number[]];
  return times;
}

/** Rows that were read without an index so far, by table; only large tables, and not the one that a job of the server empties meanwhile. */
async function scannedRows(from: Pool): Promise<Map<string, number>> {
  await sleep(flushMs);
  const { rows } = await from.query<{ name: string; read: string }>(
    `select relname as name, seq_tup_read as read from pg_stat_user_tables where n_live_tup >= $1 and relname <> 'list_count_delta'`,
    [largeRows],
  );
  return new Map(rows.map(({ name, read }) => [name, Number(read)]));
}
/** Idle backends report their statistics after ten seconds. */
const flushMs = 12_000;

/** All calls by number together: no plan that was chosen for any of them may scan a large table. */
async function mustNotScan(from: Pool, before: ReadonlyMap<string, number>): Promise<void> {
  const after = await scannedRows(from);
  const scanned = [...after].map(([name, read]) => ({ name, read: read - (before.get(name) ?? 0) })).filter(({ read }) => read > 0);
  console.log(`  by number, rows read without an index in ${after.size} large tables: ${scanned.reduce((sum, { read }) => sum + read, 0)}`);
  for (const { name, read } of scanned) missed.push(`${name}: ${read} rows read without an index`);
}

async function mustFind(name: string, url: string, headers: Record<string, string>, keyword: string): Promise<void> {
  const answer = await fetch(`${url}?${new URLSearchParams({ keyword })}`, { headers });
  const { data } = (await answer.json()) as { data: { list?: readonly { kind: string; hits: readonly unknown[] }[] } };
  const kinds = data.list?.map(({ kind, hits }) => `${kind} ${hits.length}`) ?? [];
  console.log(`  ${name} leads to ${kinds.join(', ')}`);
  if (kinds.length === 0) missed.push(`${name}: ${keyword} was not found`);
}
