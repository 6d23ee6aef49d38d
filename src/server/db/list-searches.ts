import { dayArguments } from './list-counted.ts';
import { cutAtMidnights, daysAround } from './list-days.ts';
import { facetConditions, filterConditions, keywordConditions, rangeConditions, where, type Filters } from './list-filters.ts';
import { countersOf, fromPage, joinBeside, orderBy, selectColumns, type Statement } from './list-statement.ts';
import type { ListSpec, Slice } from './list.ts';

/** The total as an expression, when one counter knows it: a keyword of one piece alone, or one further range of whole days alone. */
export function exactTotal(spec: ListSpec, filters: Filters, statement: Statement): string | null {
  const { keyword, ranges, counter, isKeywordAlone } = filters;
  if (filters.time) return null;
  if (countedTerm(keyword) !== null && isKeywordAlone && ranges.length === 0) return termTotal(spec, filters, statement);
  const [only, ...more] = ranges;
  if (keyword || !only || more.length > 0 || !counter?.isExact) return null;
  const pieces = cutAtMidnights(only.range);
  return pieces.days && !pieces.head && !pieces.tail ? rangeTotal(spec, filters, only, statement) : null;
}

/**
 * Every hit found by one index (of the keyword, or of a further range), what it finds filtered, then sorted. With `few`, only when the
 * counters say that the index can find no more than that. Columns: the number of hits (null when the index would find too many), what
 * it would find, the rows under facets and time, the row's id and time (null when the page is empty), its columns.
 */
export function searchPage(spec: ListSpec, filters: Filters, slice: Slice, statement: Statement, few: number | null): string {
  const driver = driverOf(spec, filters, statement);
  const gate = few === null ? 'true' : `(select known.n from known) <= ${few}`;
  const kept = [...new Set(['id', spec.time, ...filters.facets.map(([column]) => column), ...filters.ranges.map(({ column }) => column)])];
  // A search under the scope alone has nothing left to filter.
  const rest = filters.keyword && ['term', 'terms'].includes(filters.keyword.kind) && filters.isKeywordAlone && !filters.time && filters.ranges.length === 0 ? [] : filterConditions(spec, filters, statement);
  return `with known as materialized (select ${driver.known}, ${reachTotal(spec, filters, statement)} as reach ${driver.from}),
    found as materialized (select ${kept.map((column) => `u.${column}`).join(', ')} from ${spec.table} u ${where([gate, ...driver.conditions])}),
    hits as (select u.id, u.${spec.time} as list_time from found u ${where(rest)})
    select case when ${gate} then (select count(*) from hits) end, known.n, known.reach, listed.*
    from known left join (
      select page.id as list_key, page.list_time, ${selectColumns(spec)}
      from (select hits.id, hits.list_time from hits order by hits.list_time desc, hits.id desc
        offset ${statement.add(slice.offset)}::bigint limit ${slice.limit}) page
      join ${spec.table} u on u.id = page.id ${joinBeside(spec)}) listed on true
    order by listed.list_time desc, listed.list_key desc`;
}

/**
 * The list's order walked from the nearer end, past rows that the keyword is not in; `total` was counted just before. Ends after
 * `atMost` rows, for hits may lie in a heap at the other end; then the page is short of rows.
 */
export function walkPage(spec: ListSpec, filters: Filters, slice: Slice, statement: Statement, walk: { total: number; fromEnd: boolean; atMost: number }): string {
  const sum = exactTotal(spec, filters, statement) ?? `${statement.add(walk.total)}::bigint`;
  const direction = walk.fromEnd ? 'asc' : 'desc';
  const order = orderBy(spec, direction);
  const walked = `(select * from ${spec.table} u ${where(filterConditions(spec, filters, statement))} ${order} limit ${walk.atMost}) u`;
  const offset = `${statement.add(slice.offset)}::bigint`;
  // The page's place from the end follows from the total of this snapshot, not from an earlier one.
  const part = walk.fromEnd
    ? `offset greatest(sum.n - ${offset} - ${slice.limit}, 0) limit greatest(least(${slice.limit}, sum.n - ${offset}), 0)`
    : `offset ${offset} limit ${slice.limit}`;
  return `select sum.n, page.* from (select ${sum} as n) sum cross join lateral (
    select ${selectColumns(spec)} ${fromPage(spec, `${walked} ${where(keywordConditions(spec, filters, statement, 'walk'))} ${order} ${part}`, direction)}) page`;
}

/** The index that finds candidates, kept apart from the other filters lest the planner look for those as well; and how many it finds. */
function driverOf(spec: ListSpec, filters: Filters, statement: Statement): { known: string; from: string; conditions: string[] } {
  const { keyword } = filters;
  const [range] = filters.ranges;
  if (keyword?.kind === 'terms') {
    const from = `from list_rarest_terms(${countersOf(spec)}, ${statement.add(keyword.terms)}::text[]) r`;
    return { known: 'r.n, r.rarest', from, conditions: keywordConditions(spec, filters, statement, 'search', '(select known.rarest from known)') };
  }
  if (keyword) {
    const bound = boundOf(spec, filters, statement);
    // The index of beginnings holds the facets too: what they refuse is not kept at all.
    const facets = keyword.kind === 'beginning' ? facetConditions(filters, statement) : [];
    return { known: `${bound} as n`, from: '', conditions: [...facets, ...keywordConditions(spec, filters, statement, 'search')] };
  }
  if (range) {
    const conditions = [...facetConditions(filters, statement), ...rangeConditions(range.column, range.range, statement)];
    return { known: `${filters.counter ? rangeTotal(spec, filters, range, statement) : 'null::bigint'} as n`, from: '', conditions };
  }
  return { known: `${reachTotal(spec, filters, statement)} as n`, from: '', conditions: filterConditions(spec, filters, statement) };
}

/** How many rows the keyword's index can find. */
function boundOf(spec: ListSpec, filters: Filters, statement: Statement): string {
  return countedTerm(filters.keyword) === null ? '0::bigint' : termTotal(spec, filters, statement);
}

/** The piece that is the whole keyword, so that the number of its rows is the keyword's; null where there is none, and then hits are few. */
function countedTerm(keyword: Filters['keyword']): string | null {
  if (keyword?.kind !== 'term' && keyword?.kind !== 'beginning') return null;
  return keyword.terms[0] ?? null;
}

function reachTotal(spec: ListSpec, filters: Filters, statement: Statement): string {
  if (!filters.counter) return 'null::bigint';
  const days = filters.time ? daysAround(filters.time) : null;
  return `list_total(${countersOf(spec)}, ${statement.add(filters.counter.facet)}, ${dayArguments(days, statement)})`;
}

function termTotal(spec: ListSpec, filters: Filters, statement: Statement): string {
  return `list_term_total(${countersOf(spec)}, ${statement.add(countedTerm(filters.keyword) ?? '')})`;
}

function rangeTotal(spec: ListSpec, filters: Filters, range: Filters['ranges'][number], statement: Statement): string {
  return `list_total(${countersOf(spec, range.column)}, ${statement.add(filters.counter?.facet)}, ${dayArguments(daysAround(range.range), statement)})`;
}
