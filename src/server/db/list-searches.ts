import { dayArguments } from './list-counted.ts';
import { cutAtMidnights, daysAround } from './list-days.ts';
import { filterConditions, keywordConditions, where, type Filters } from './list-filters.ts';
import { literal, orderBy, selectColumns, type Statement } from './list-statement.ts';
import type { ListSpec, Slice } from './list.ts';

/** The total as an expression, when one counter knows it: a keyword of one piece alone, or one further range of whole days alone. */
export function exactTotal(spec: ListSpec, filters: Filters, statement: Statement): string | null {
  const { keyword, ranges, counter, termCounter } = filters;
  if (filters.time) return null;
  if (keyword?.kind === 'term' && termCounter?.isExact && ranges.length === 0) return termTotal(spec, filters, statement);
  const [only, ...more] = ranges;
  if (keyword || !only || more.length > 0 || !counter?.isExact) return null;
  const pieces = cutAtMidnights(only.range);
  return pieces.days && !pieces.head && !pieces.tail ? rangeTotal(spec, filters, only, statement) : null;
}

/**
 * Every hit found by the indexes, then sorted. With `few`, only when the counters say that there can be no more than that.
 * Columns: the number of hits (null when there may be too many), the counters' bound, the rows under facets and time, the row's id and
 * time (null when the page is empty), its columns.
 */
export function searchPage(spec: ListSpec, filters: Filters, slice: Slice, statement: Statement, few: number | null): string {
  const reach = reachTotal(spec, filters, statement);
  const gate = few === null ? 'true' : `(select bound.n from bound) <= ${few}`;
  const conditions = [gate, ...filterConditions(spec, filters, statement), ...keywordConditions(spec, filters, statement, 'search')];
  return `with bound as materialized (select ${boundTotal(spec, filters, reach, statement)} as n, ${reach} as reach),
    hits as materialized (select u.id, u.${spec.time} as at from ${spec.table} u ${where(conditions)})
    select case when ${gate} then (select count(*) from hits) end, bound.n, bound.reach, found.*
    from bound left join (
      select page.id as key, page.at, ${selectColumns(spec)}
      from (select hits.id, hits.at from hits order by hits.at desc, hits.id desc
        offset ${statement.add(slice.offset)}::bigint limit ${slice.limit}) page
      join ${spec.table} u on u.id = page.id) found on true
    order by found.at desc, found.key desc`;
}

/** The list's order walked past rows that do not match, from the nearer end; `total` was counted just before. */
export function walkPage(spec: ListSpec, filters: Filters, slice: Slice, statement: Statement, total: number, fromEnd: boolean): string {
  const sum = exactTotal(spec, filters, statement) ?? `${statement.add(total)}::bigint`;
  const conditions = [...filterConditions(spec, filters, statement), ...keywordConditions(spec, filters, statement, 'walk')];
  const rows = `select ${selectColumns(spec)} from ${spec.table} u ${where(conditions)}`;
  const offset = `${statement.add(slice.offset)}::bigint`;
  if (!fromEnd) {
    return `select sum.n, page.* from (select ${sum} as n) sum cross join lateral (
      ${rows} ${orderBy(spec)} offset ${offset} limit ${slice.limit}) page`;
  }
  // The page's place from the end follows from the total of this snapshot, not from an earlier one.
  return `select sum.n, page.* from (select ${sum} as n) sum cross join lateral (
    ${rows} ${orderBy(spec, 'asc')} offset greatest(sum.n - ${offset} - ${slice.limit}, 0) limit greatest(least(${slice.limit}, sum.n - ${offset}), 0)) page`;
}

/** At most so many rows can match: the least of what the counters know. Null: nothing is known. */
function boundTotal(spec: ListSpec, filters: Filters, reach: string, statement: Statement): string {
  if (filters.keyword?.kind === 'exact') return '0::bigint';
  const known = [
    reach,
    ...(filters.keyword && filters.termCounter ? [termTotal(spec, filters, statement)] : []),
    ...(filters.counter ? filters.ranges.map((range) => rangeTotal(spec, filters, range, statement)) : []),
  ];
  return `least(${known.join(', ')})`;
}

function reachTotal(spec: ListSpec, filters: Filters, statement: Statement): string {
  if (!filters.counter) return 'null::bigint';
  const days = filters.time ? daysAround(filters.time) : null;
  return `list_total(${literal(spec.name)}, ${statement.add(filters.counter.facet)}, ${dayArguments(days, statement)})`;
}

function termTotal(spec: ListSpec, filters: Filters, statement: Statement): string {
  const terms = filters.keyword && filters.keyword.kind !== 'exact' ? filters.keyword.terms : [];
  return `list_term_bound(${literal(spec.name)}, ${statement.add(filters.termCounter?.facet)}, ${statement.add(terms)}::text[])`;
}

function rangeTotal(spec: ListSpec, filters: Filters, range: Filters['ranges'][number], statement: Statement): string {
  const counters = literal(`${spec.name}:${range.column}`);
  return `list_total(${counters}, ${statement.add(filters.counter?.facet)}, ${dayArguments(daysAround(range.range), statement)})`;
}
