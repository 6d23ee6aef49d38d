import type { PoolClient } from 'pg';
import { filterConditions, keywordConditions, where, type Filters } from './list-filters.ts';
import type { Lists } from './list-pools.ts';
import { exactTotal, foundColumns, searchPage, walkPage } from './list-searches.ts';
import { readRows, readSums, Statement, sumColumns } from './list-statement.ts';
import type { ListSpec, Page, Slice } from './list.ts';

/** A page under a keyword or further ranges: looked for at once, or in the slow lane. */
export async function narrowedPage(lists: Lists, spec: ListSpec, filters: Filters, slice: Slice): Promise<Page<Row>> {
  const page = await searchOrWalk(lists, spec, filters, slice);
  return page ?? lists.slow.run(JSON.stringify([spec.name, filters, slice]), () => heavyPage(lists, spec, filters, slice));
}

/**
 * One statement asks the counters how many rows an index would find and, when they are few, finds them all. When they are many, the
 * list's order is walked, if hits are to be met soon. Null: there is no quick way.
 */
async function searchOrWalk(lists: Lists, spec: ListSpec, filters: Filters, slice: Slice): Promise<Page<Row> | null> {
  const isExact = exactTotal(spec, filters, new Statement()) !== null;
  const { sorted, confirmed, hot } = lists.turns;
  const mayWalk = isExact && filters.keyword !== null;
  // Several pieces together find fewer rows than the rarest of them, which is what the counters know.
  // A beginning's hits are read from its index alone.
  const most = ['terms', 'beginning'].includes(filters.keyword?.kind ?? '') ? confirmed : hot;
  const { page, known, reach } = await search(lists, spec, filters, slice, mayWalk ? sorted : most);
  if (page || !mayWalk || known === null) return page;
  if (walkCost(slice, known, reach ?? known) <= hot) return walk(lists.hot, spec, filters, slice, { total: known, sums: [] }, hot * 2);
  return filters.keyword?.kind === 'beginning' ? (await search(lists, spec, filters, slice, most)).page : null;
}

/** The page when the counters say that the index finds no more than `few`; what it would find, and the rows under the other filters. */
async function search(lists: Lists, spec: ListSpec, filters: Filters, slice: Slice, few: number): Promise<{ page: Page<Row> | null; known: number | null; reach: number | null }> {
  const statement = new Statement();
  const { rows } = await lists.hot.query<unknown[]>(statement.prepared(searchPage(spec, filters, slice, statement, few)));
  const [found = null, known = null, reach = null] = (rows[0] ?? []).slice(0, 3).map((value) => (value === null ? null : Number(value)));
  return { page: found === null ? null : { rows: foundRows(spec, rows), total: found, sums: readSums(spec, rows[0], 3) }, known, reach };
}

/** Counts first, then reads the page the cheaper way, all in one snapshot. */
async function heavyPage(lists: Lists, spec: ListSpec, filters: Filters, slice: Slice): Promise<Page<Row>> {
  const client = await lists.heavy.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const counting = new Statement();
    const conditions = [...filterConditions(spec, filters, counting), ...keywordConditions(spec, filters, counting, 'search')];
    const counted = await client.query<unknown[]>(counting.once(`select count(*)${sumColumns(spec, (column) => `coalesce(sum(u.${column}), 0)`)} from ${spec.table} u ${where(conditions)}`));
    const total = Number(counted.rows[0]?.[0]);
    const sums = readSums(spec, counted.rows[0], 1);
    // Walking further than this would cost more than the search; a power of two, so that shapes stay few.
    const atMost = 2 ** Math.ceil(Math.log2(2 * total + 1000));
    const walked = filters.keyword && filters.ranges.length === 0 ? await walk(client, spec, filters, slice, { total, sums }, atMost) : null;
    if (walked) return walked;
    const statement = new Statement();
    const { rows } = await client.query<unknown[]>(statement.once(searchPage(spec, filters, slice, statement, null)));
    return { rows: foundRows(spec, rows), total, sums };
  } finally {
    // Ends a failed transaction as well.
    await client.query('commit').finally(() => client.release());
  }
}

/** Null when the page was not to be found within `atMost` rows from the nearer end. */
async function walk(on: Pick<PoolClient, 'query'>, spec: ListSpec, filters: Filters, slice: Slice, counted: { readonly total: number; readonly sums: readonly number[] }, atMost: number): Promise<Page<Row> | null> {
  const { total } = counted;
  const fromEnd = total - slice.offset - slice.limit < slice.offset;
  const statement = new Statement();
  const { rows } = await on.query<unknown[]>(statement.prepared(walkPage(spec, filters, slice, statement, { ...counted, fromEnd, atMost })));
  const sum = Number(rows[0]?.[0] ?? total);
  // After the end no row carries the sums; whoever has not counted them must.
  if (rows.length === 0 && counted.sums.length < (spec.summed?.length ?? 0)) return null;
  if (rows.length < Math.min(slice.limit, sum - slice.offset)) return null;
  const first = 1 + (spec.summed?.length ?? 0);
  return { rows: readRows(spec, fromEnd ? rows.toReversed() : rows, first), total: sum, sums: rows.length > 0 ? readSums(spec, rows[0], 1) : counted.sums };
}

/** Rows to walk past, if hits lie evenly among the rows within reach. */
function walkCost(slice: Slice, total: number, reach: number): number {
  const passed = Math.min(slice.offset, Math.max(0, total - slice.offset - slice.limit)) + slice.limit;
  return (passed * reach) / Math.max(total, 1);
}

function foundRows(spec: ListSpec, rows: unknown[][]): Row[] {
  // The statement answers one row without a key when the page is empty.
  const key = foundColumns(spec);
  return rows[0]?.[key] === null ? [] : readRows(spec, rows, key + 2);
}

type Row = Record<string, unknown>;
