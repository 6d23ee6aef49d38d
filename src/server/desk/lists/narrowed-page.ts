import { inThisCall, orFromPrimary, readingCall } from '../../platform/db/replica/call-reads.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { filterConditions, keywordConditions, where, type Filters } from './filters.ts';
import type { Lists } from './pools.ts';
import { exactTotal, foundColumns, searchPage, walkPage } from './searches.ts';
import { readRows, readSums, Statement, sumColumns } from './statement.ts';
import type { ListSpec, Page, Slice } from './list.ts';

/** Reads a page under a keyword or further ranges, at once if that is cheap, else in the heavy-query queue. */
export async function narrowedPage(lists: Lists, spec: ListSpec, filters: Filters, slice: Slice, by?: string): Promise<Page<Row>> {
  const { page, known, filtered } = await searchOrWalk(lists, spec, filters, slice);
  if (page) return page;
  // A keyword of several n-grams is confirmed row by row, so one with too many candidates is refused at once.
  const candidates = filters.keyword?.kind === 'terms' ? Math.min(known ?? 0, filtered ?? Infinity) : 0;
  if (candidates > lists.turns.searched) throw refuse('关键字过于常见，请补充关键字或缩小时间范围后重试');
  const read = inThisCall(() => orFromPrimary(() => heavyPage(lists, spec, filters, slice, known)));
  return lists.slow.run(JSON.stringify([spec.name, filters, slice, readingCall() ?? null]), read, by);
}

/**
 * One statement asks the counters how many rows an index would find and, if they are few, finds them all. If they are many, the rows are
 * walked in the list's order, provided that hits are expected soon. `page` is null if neither way is quick.
 */
export async function searchOrWalk(lists: Lists, spec: ListSpec, filters: Filters, slice: Slice): Promise<Found> {
  const isExact = exactTotal(spec, filters, new Statement()) !== null;
  const { sorted, confirmed, hot } = lists.turns;
  const prepared: Send = async (statement, text) => (await lists.reads.hot.query<unknown[]>(statement.prepared(text))).rows;
  const mayWalk = isExact && filters.keyword !== null;
  // Several n-grams together find fewer rows than the rarest one, which the counters know.
  // The hits of a beginning are read by an index-only scan.
  const most = ['terms', 'beginning'].includes(filters.keyword?.kind ?? '') ? confirmed : hot;
  const found = await search(lists, spec, filters, slice, mayWalk ? sorted : most);
  const { page, known, filtered } = found;
  if (page || !mayWalk || known === null) return found;
  if (walkCost(slice, known, filtered ?? known) <= hot)
    return { page: await walk(prepared, spec, filters, slice, { total: known, sums: [] }, hot * 2), known, filtered };
  return filters.keyword?.kind === 'beginning' ? search(lists, spec, filters, slice, most) : found;
}

/**
 * `page` is null if it was not found quickly. `known` is the number of rows that the index would find, and `filtered` that of rows under
 * the other filters; both are null if the counters do not know them.
 */
interface Found {
  readonly page: Page<Row> | null;
  readonly known: number | null;
  readonly filtered: number | null;
}

/** Searches if the counters say that the index finds at most `few` rows; otherwise `page` is null. */
async function search(lists: Lists, spec: ListSpec, filters: Filters, slice: Slice, few: number): Promise<Found> {
  const statement = new Statement();
  const { rows } = await lists.reads.hot.query<unknown[]>(statement.prepared(searchPage(spec, filters, slice, statement, few)));
  const [found = null, known = null, filtered = null] = (rows[0] ?? []).slice(0, 3).map((value) => (value === null ? null : Number(value)));
  return { page: found === null ? null : { rows: foundRows(spec, rows), total: found, sums: readSums(spec, rows[0], 3) }, known, filtered };
}

/**
 * Counts the hits, unless the counters know the total, then reads the page in the cheaper way; in one snapshot, within `heavyMs`.
 */
async function heavyPage(lists: Lists, spec: ListSpec, filters: Filters, slice: Slice, known: number | null): Promise<Page<Row>> {
  const client = await lists.reads.heavy.connect();
  const deadline = Date.now() + lists.turns.heavyMs;
  const planned: Send = async (statement, text) => {
    await client.query(`set local statement_timeout = ${Math.max(1, deadline - Date.now())}`);
    return (await client.query<unknown[]>(statement.once(text))).rows;
  };
  try {
    await client.query('begin isolation level repeatable read read only');
    const isExact = known !== null && exactTotal(spec, filters, new Statement()) !== null;
    const counted = isExact ? { total: known, sums: [] } : await countHits(planned, spec, filters);
    // Walking past more rows than this would cost more than the search.
    const atMost = 2 ** Math.ceil(Math.log2(2 * counted.total + 1000));
    const walked = filters.keyword && filters.ranges.length === 0 ? await walk(planned, spec, filters, slice, counted, atMost) : null;
    if (walked) return walked;
    const statement = new Statement();
    const rows = await planned(statement, searchPage(spec, filters, slice, statement, null));
    return { rows: foundRows(spec, rows), total: Number(rows[0]?.[0]), sums: readSums(spec, rows[0], 3) };
  } finally {
    // `commit` also ends a failed transaction. If it fails, the connection is lost and must be discarded.
    await client.query('commit').then(
      () => client.release(),
      () => client.release(true),
    );
  }
}

async function countHits(send: Send, spec: ListSpec, filters: Filters): Promise<{ total: number; sums: readonly number[] }> {
  const counting = new Statement();
  const conditions = [...filterConditions(spec, filters, counting), ...keywordConditions(spec, filters, counting, 'search')];
  const [counted] = await send(
    counting,
    `select count(*)${sumColumns(spec, (column) => `coalesce(sum(u.${column}), 0)`)} from ${spec.table} u ${where(conditions)}`,
  );
  return { total: Number(counted?.[0]), sums: readSums(spec, counted, 1) };
}

/** Sends a statement, prepared or planned for its values, and returns its rows as arrays. */
type Send = (statement: Statement, text: string) => Promise<unknown[][]>;

/** Null if the page was not found within `atMost` rows from the nearer end. */
async function walk(
  send: Send,
  spec: ListSpec,
  filters: Filters,
  slice: Slice,
  counted: { readonly total: number; readonly sums: readonly number[] },
  atMost: number,
): Promise<Page<Row> | null> {
  const { total } = counted;
  const fromEnd = total - slice.offset - slice.limit < slice.offset;
  const statement = new Statement();
  const rows = await send(statement, walkPage(spec, filters, slice, statement, { ...counted, fromEnd, atMost }));
  const sum = Number(rows[0]?.[0] ?? total);
  // A page after the end has no row to carry the sums; if they were not counted before, they are missing.
  if (rows.length === 0 && counted.sums.length < (spec.summed?.length ?? 0)) return null;
  if (rows.length < Math.min(slice.limit, sum - slice.offset)) return null;
  const first = 1 + (spec.summed?.length ?? 0);
  return {
    rows: readRows(spec, fromEnd ? rows.toReversed() : rows, first),
    total: sum,
    sums: rows.length > 0 ? readSums(spec, rows[0], 1) : counted.sums,
  };
}

/** The expected number of rows to walk past, if hits are evenly distributed among the filtered rows. */
function walkCost(slice: Slice, total: number, filtered: number): number {
  const passed = Math.min(slice.offset, Math.max(0, total - slice.offset - slice.limit)) + slice.limit;
  return (passed * filtered) / Math.max(total, 1);
}

function foundRows(spec: ListSpec, rows: unknown[][]): Row[] {
  // For an empty page the statement returns one row whose key is null.
  const key = foundColumns(spec);
  return rows[0]?.[key] === null ? [] : readRows(spec, rows, key + 2);
}

type Row = Record<string, unknown>;
