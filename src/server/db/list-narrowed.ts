import type { PoolClient } from 'pg';
import { exactTotal, searchPage, walkPage } from './list-searches.ts';
import { filterConditions, keywordConditions, where, type Filters } from './list-filters.ts';
import type { Lists } from './list-pools.ts';
import { readRows, Statement } from './list-statement.ts';
import type { ListSpec, Page, Slice } from './list.ts';

/**
 * A page under a keyword or further ranges. One statement asks the counters how many rows there can be and, when they are few,
 * finds them all. When they are many, their number decides between walking the list's order and the slow lane.
 */
export async function narrowedPage(lists: Lists, spec: ListSpec, filters: Filters, slice: Slice): Promise<Page<Row>> {
  const statement = new Statement();
  const isExact = exactTotal(spec, filters, new Statement()) !== null;
  const text = searchPage(spec, filters, slice, statement, isExact ? lists.turns.sorted : lists.turns.confirmed);
  const { rows } = await lists.hot.query<unknown[]>(statement.prepared(text));
  const [found, bound, reach] = (rows[0] ?? []).slice(0, 3).map((value) => (value === null ? null : Number(value)));
  if (typeof found === 'number') return { rows: foundRows(spec, rows), total: found };
  if (isExact && typeof bound === 'number' && costs(slice, bound, reach ?? bound).walk <= lists.turns.hot) {
    return walk(lists.hot, spec, filters, slice, bound);
  }
  return lists.slow.run(JSON.stringify([spec.name, filters, slice]), (client) => heavyPage(client, spec, filters, slice, reach ?? null));
}

/** Counts first, then reads the page the cheaper way, both in one snapshot. */
async function heavyPage(client: PoolClient, spec: ListSpec, filters: Filters, slice: Slice, reach: number | null): Promise<Page<Row>> {
  await client.query('begin isolation level repeatable read read only');
  try {
    const counting = new Statement();
    const conditions = [...filterConditions(spec, filters, counting), ...keywordConditions(spec, filters, counting, 'search')];
    const counted = await client.query<unknown[]>(counting.once(`select count(*) from ${spec.table} u ${where(conditions)}`));
    const total = Number(counted.rows[0]?.[0]);
    const cost = costs(slice, total, reach ?? total);
    if (cost.walk <= cost.search) return await walk(client, spec, filters, slice, total);
    const statement = new Statement();
    const { rows } = await client.query<unknown[]>(statement.once(searchPage(spec, filters, slice, statement, null)));
    return { rows: foundRows(spec, rows), total };
  } finally {
    await client.query('commit');
  }
}

async function walk(on: Pick<PoolClient, 'query'>, spec: ListSpec, filters: Filters, slice: Slice, total: number): Promise<Page<Row>> {
  const fromEnd = total - slice.offset - slice.limit < slice.offset;
  const statement = new Statement();
  const { rows } = await on.query<unknown[]>(statement.prepared(walkPage(spec, filters, slice, statement, total, fromEnd)));
  return { rows: readRows(spec, fromEnd ? rows.toReversed() : rows, 1), total: Number(rows[0]?.[0] ?? total) };
}

function foundRows(spec: ListSpec, rows: unknown[][]): Row[] {
  // The statement answers one row without a key when the page is empty.
  return rows[0]?.[3] === null ? [] : readRows(spec, rows, 5);
}

/** In rows looked at: to walk the list's order up to the page from its nearer end, or to find every hit and sort them. */
function costs(slice: Slice, total: number, reach: number): { walk: number; search: number } {
  const passed = Math.min(slice.offset, Math.max(0, total - slice.offset - slice.limit)) + slice.limit;
  return { walk: (passed * reach) / Math.max(total, 1), search: total * 2 };
}

type Row = Record<string, unknown>;
