import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { startWithOrders } from './lists-data.ts';
import type { Ready } from './lists-server.ts';
import { measureServer } from './measured-server.ts';
import { load } from '../load.ts';
import { memoryMb } from '../measure.ts';

/**
 * Measures the list of orders with its sums, the months of a year and an export, at five million orders, each against a bound of its own.
 * Every total and sum is compared with count(*) and sum(). Exit code 1 if a bound is missed or a number is not exact.
 */
const rows = Number(process.env['BENCH_ORDERS'] ?? 5_000_000);
const users = Number(process.env['BENCH_ROWS'] ?? 100_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 2);
const exported = Math.min(200_000, rows);
const connections = 4;
const missed: string[] = [];

process.once('SIGINT', () => process.exit(130));
const loaded = await startWithOrders(users, rows, (line) => console.log(line));
await measureServer(loaded, missed, async (ready, pool, server) => {
  await measureLists(ready, pool);
  await measureCommon(ready, pool);
  await measureExport(ready, pool, server);
});

interface Case {
  readonly name: string;
  readonly path: string;
  /** The condition for the comparison query on the database. */
  readonly where?: string;
  readonly p95Ms: number;
}

function casesOf(order: string): Case[] {
  const list = (query: Record<string, string>): string => `/api/ajax/data/getOrderList?${new URLSearchParams(query)}`;
  const has = (piece: string): string =>
    `(position('${piece}' in order_no) > 0 or position('${piece}' in coalesce(trade_no, '')) > 0
    or position('${piece}' in mobile) > 0 or position('${piece}' in name) > 0)`;
  const paid = "pay_status = 'paid'";
  const noon = { datetime: '2025-03-01 12:00:00 - 2025-03-31 11:59:59' };
  const inNoon = "created_at >= '2025-03-01 12:00:00+08' and created_at < '2025-03-31 12:00:00+08'";
  return [
    { name: 'page 1', path: list({}), where: 'true', p95Ms: 20 },
    { name: 'page 1000', path: list({ page: String(Math.min(1000, rows / 20)) }), where: 'true', p95Ms: 20 },
    { name: 'the last page', path: list({ page: String(Math.ceil(rows / 10)) }), where: 'true', p95Ms: 20 },
    { name: 'paid, page 1000', path: list({ pay: '2', page: String(Math.min(1000, rows / 40)) }), where: paid, p95Ms: 20 },
    { name: 'a month from noon to noon', path: list(noon), where: inNoon, p95Ms: 60 },
    { name: 'paid, that month', path: list({ ...noon, pay: '2' }), where: `${paid} and ${inNoon}`, p95Ms: 60 },
    { name: 'an order number', path: list({ keyword: order }), where: `order_no = '${order}'`, p95Ms: 20 },
    { name: 'the beginning of one', path: list({ keyword: order.slice(0, 12) }), where: has(order.slice(0, 12)), p95Ms: 20 },
    { name: 'a day, as one', path: list({ keyword: order.slice(0, 8) }), where: has(order.slice(0, 8)), p95Ms: 60 },
    { name: 'six characters of one', path: list({ keyword: order.slice(12, 18) }), where: has(order.slice(12, 18)), p95Ms: 20 },
    { name: 'its last four', path: list({ keyword: order.slice(-4) }), where: has(order.slice(-4)), p95Ms: 20 },
    { name: 'its last three', path: list({ keyword: order.slice(-3) }), where: has(order.slice(-3)), p95Ms: 60 },
    { name: 'rare keyword', path: list({ keyword: '禤' }), where: "name like '%禤%'", p95Ms: 20 },
    { name: 'keyword of a tenth', path: list({ keyword: '王' }), where: "name like '%王%'", p95Ms: 60 },
    { name: 'a mobile', path: list({ keyword: '10000007919' }), where: "mobile = '10000007919'", p95Ms: 20 },
    { name: 'the months of a year', path: '/api/ajax/data/getReconciliation?year=2025', p95Ms: 200 },
  ];
}

async function measureLists(ready: Ready, pool: Pool): Promise<void> {
  const headers = { authorization: `Bearer ${ready.token}` };
  const { rows: found } = await pool.query<{ order_no: string }>('select order_no from notarization_order where id = $1', [
    Math.floor(rows / 2),
  ]);
  const cases = casesOf(found[0]?.order_no ?? '');
  console.log(`${rows} orders of ${users} users, concurrency ${connections}, ${seconds} s each. p95 and calls/s:`);
  await load(ready.ours + (cases[0]?.path ?? ''), headers, { connections, seconds: 1 });
  for (const { name, path, where, p95Ms: bound } of cases) {
    if (where !== undefined) await checkTotals(pool, name, ready.ours + path, headers, where);
    const { perSecond, p95Ms } = await load(ready.ours + path, headers, { connections, seconds });
    console.log(`${name.padEnd(28)} ${p95Ms.toFixed(1).padStart(8)} ms ${perSecond.toFixed(0).padStart(6)}/s`);
    if (p95Ms > bound) missed.push(`${name}: p95 ${p95Ms.toFixed(1)} ms, wanted at most ${bound}`);
  }
}

/** A search that matches all numbers: either refused at once as too common, or answered within the time limit of a slow search. */
async function measureCommon(ready: Ready, pool: Pool): Promise<void> {
  const { rows: found } = await pool.query<{ year: string }>('select left(order_no, 4) as year from notarization_order where id = $1', [
    Math.floor(rows / 2),
  ]);
  const url = `${ready.ours}/api/ajax/data/getOrderList?${new URLSearchParams({ keyword: found[0]?.year ?? '' })}`;
  const started = performance.now();
  const { code, data } = (await (await fetch(url, { headers: { authorization: `Bearer ${ready.token}` } })).json()) as {
    code: number;
    data: { msg?: string };
  };
  const ms = performance.now() - started;
  console.log(`${'the year, which all have'.padEnd(28)} ${ms.toFixed(1).padStart(8)} ms ${code} ${data.msg ?? ''}`);
  if (ms > 6000) missed.push(`the year, which all have: ${ms.toFixed(0)} ms, wanted at most 6000`);
}

async function checkTotals(pool: Pool, name: string, url: string, headers: Record<string, string>, where: string): Promise<void> {
  const { data } = (await (await fetch(url, { headers })).json()) as { data: { count: number; money: string } };
  const { rows: counted } = await pool.query<{ n: string; money: string }>(
    `select count(*) as n, trim(to_char(coalesce(sum(amount_fen), 0) / 100.0, '999999999999990.00')) as money
      from notarization_order where ${where}`,
  );
  if (String(data.count) !== counted[0]?.n || data.money !== counted[0].money)
    missed.push(`${name}: says ${data.count} and ${data.money}, the database ${counted[0]?.n ?? '?'} and ${counted[0]?.money ?? '?'}`);
}

/** Exports this many of the newest orders, selected by their earliest time. */
async function measureExport(ready: Ready, pool: Pool, server: ChildProcess): Promise<void> {
  const { rows: found } = await pool.query<{ since: string }>(
    "select to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as since from notarization_order where id = $1",
    [rows - exported + 1],
  );
  const url = `${ready.ours}/api/export/orderExport?${new URLSearchParams({ datetime: `${found[0]?.since ?? ''} - 2999-12-31 23:59:59` })}`;
  const before = await memoryMb(server);
  let most = before;
  const over = new AbortController();
  const watch = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, await memoryMb(server));
      await sleep(20);
    }
  })();
  const started = performance.now();
  let bytes = 0;
  for await (const chunk of (await fetch(url, { headers: { cookie: `token=${ready.token}` } })).body ?? [])
    bytes += (chunk as Uint8Array).length;
  const taken = (performance.now() - started) / 1000;
  over.abort();
  await watch;
  console.log(
    `export of ${exported} orders: ${taken.toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB, ${(most - before).toFixed(0)} MB of memory more`,
  );
  if (taken > 6) missed.push(`export: ${taken.toFixed(1)} s, wanted at most 6`);
  if (most - before > 57) missed.push(`export: ${(most - before).toFixed(0)} MB more, wanted at most 57`);
}
