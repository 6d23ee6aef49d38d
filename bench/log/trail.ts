import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { type Database, openDatabase } from '../../src/server/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../src/server/platform/postgres/embedded.ts';
import { compactListCounts } from '../../src/server/desk/lists/feature.ts';
import { type Lists, openLists } from '../../src/server/desk/lists/pools.ts';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import { checkTrailEnd, extendTrailChain } from '../../src/server/desk/trail/chain.ts';
import { listTrail, type TrailFilters } from '../../src/server/desk/trail/trail-list.ts';
import { recordTrail } from '../../src/server/desk/trail/trail.ts';
import { loadTrail } from './trail-data.ts';

/** Measures the trail's list against count(*) and OFFSET, and the cost of writing a row. Exit code 1 if it takes longer than allowed. */
const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const calls = 200;
const mostMs = 20;
const missed: string[] = [];

process.once('SIGINT', () => process.exit(130));
const folder = await mkdtemp(join(tmpdir(), 'notary-bench-trail-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder });
const { db, pool } = openDatabase(postgres.address);
const lists = openLists(pool.options);
try {
  console.log(`Loading ${rows} rows.`);
  await migrate(pool);
  await loadTrail(pool, rows);
  // The newest links are real, so that viewing them has its real cost.
  while ((await extendTrailChain(db)) > 0);
  await measureLists(lists, pool);
  const end = await timed(50, () => checkTrailEnd(db));
  report('the newest 500 links', end, mostMs * 2);
  await measureWrites(db, pool);
} finally {
  await lists.close();
  await db.destroy();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
for (const line of missed) console.log(`MISSED  ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;

async function measureLists(lists: Lists, pool: Pool): Promise<void> {
  const last = Math.ceil(rows / 10);
  const month = { from: new Date('2025-03-01T00:00:00+08:00'), until: new Date('2025-04-01T00:00:00+08:00') };
  const cases: { name: string; filters: Partial<TrailFilters>; page?: number; where: string }[] = [
    { name: 'page 1', filters: {}, where: 'true' },
    { name: `page ${last / 2}`, filters: {}, page: last / 2, where: 'true' },
    { name: 'the last page', filters: {}, page: last, where: 'true' },
    { name: 'an operator', filters: { operator: '操作员7' }, where: "actor_name = '操作员7'" },
    { name: 'an action', filters: { action: '实名审核' }, where: "action = '实名审核'" },
    {
      name: 'both and a month',
      filters: { operator: '操作员7', action: '实名审核', time: month },
      where: "actor_name = '操作员7' and action = '实名审核' and at >= '2025-03-01+08' and at < '2025-04-01+08'",
    },
    { name: 'one object', filters: { keyword: 'user/54321' }, where: "object like '%user/54321%'" },
    { name: 'an evidence number', filters: { keyword: `${'0'.repeat(26)}000ABC` }, where: "object like '%000ABC'" },
    {
      name: 'a tenth by keyword',
      filters: { keyword: '审核' },
      where: "(action like '%审核%' or actor_name like '%审核%' or object like '%审核%')",
    },
  ];
  console.log(`p50 and p95 of ${calls} calls one after the other; beside them count(*) and OFFSET:`);
  for (const { name, filters, page = 1, where } of cases) {
    const mine = await timed(calls, () => listTrail(lists, { keyword: '', ...filters }, { page, limit: 10 }));
    const usual = await timed(3, async () => {
      await pool.query(`select count(*) from trail where ${where}`);
      await pool.query(
        `select * from trail left join trail_chain c on c.trail_id = trail.id
      where ${where} order by at desc, id desc limit 10 offset ${(page - 1) * 10}`,
      );
    });
    report(name, mine, mostMs, `usual ${usual.p50.toFixed(0)} ms`);
  }
}

/** Writes a row in an open transaction, with the list's counters and without. */
async function measureWrites(db: Database, pool: Pool): Promise<void> {
  const actor = { kind: 'operator', id: '7', name: '操作员7', ip: '203.0.113.10' } as const;
  const write = () =>
    db.transaction().execute((tx) =>
      timed(1000, () =>
        recordTrail(tx, actor, {
          action: '实名审核',
          object: 'user/54321',
          before: { status: 'pending' },
          after: { status: 'approved' },
        }),
      ),
    );
  report('a row for its writer', await write(), 2);
  await compactListCounts(db);
  await pool.query('alter table trail disable trigger count_trail_insert');
  report('the same uncounted', await write(), 2);
}

async function timed(times: number, run: () => Promise<unknown>): Promise<{ p50: number; p95: number }> {
  const taken: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const started = performance.now();
    await run();
    taken.push(performance.now() - started);
  }
  const sorted = taken.toSorted((a, b) => a - b);
  return { p50: sorted[Math.floor(times / 2)] ?? 0, p95: sorted[Math.floor(times * 0.95)] ?? 0 };
}

function report(name: string, { p50, p95 }: { p50: number; p95: number }, most: number, beside = ''): void {
  console.log(`${name.padEnd(24)} ${p50.toFixed(2).padStart(7)} ms ${p95.toFixed(2).padStart(7)} ms  ${beside}`);
  if (p95 > most) missed.push(`${name}: p95 ${p95.toFixed(1)} ms, wanted at most ${most}`);
}
