import { dayArguments } from './counted-page.ts';
import { splitAtMidnights, daysAround } from './days.ts';
import { facetConditions, filterConditions, keywordArms, keywordConditions, rangeConditions, where, type Filters } from './filters.ts';
import { countersOf, withJoin, orderBy, selectColumns, sumColumns, type Statement, fromPage } from './statement.ts';
import type { ListSpec, Slice } from './list.ts';

/** The total as an SQL expression, if one counter knows it: for a keyword of one n-gram alone, or one range of whole days alone. */
export function exactTotal(spec: ListSpec, filters: Filters, statement: Statement): string | null {
  const { keyword, ranges, counter, isKeywordAlone } = filters;
  if (filters.time || filters.except) return null;
  if (countedTerm(keyword) !== null && !isEither(keyword) && isKeywordAlone && ranges.length === 0)
    return termTotal(spec, filters, statement);
  const [only, ...more] = ranges;
  if (keyword || !only || more.length > 0 || !counter?.isExact) return null;
  const segments = splitAtMidnights(only.range);
  return segments.days && !segments.head && !segments.tail ? rangeTotal(spec, filters, only, statement) : null;
}

/** The sum from the same counter as `exactTotal`; valid only if that is not null. */
function exactSum(spec: ListSpec, filters: Filters, statement: Statement, nth: number): string {
  const [only] = filters.ranges;
  if (filters.keyword) return `list_term_sum(${countersOf(spec)}, ${statement.add(countedTerm(filters.keyword) ?? '')}, ${nth})`;
  return only ? `list_sum(${rangeCounter(spec, filters, only, statement)}, ${nth})` : 'null';
}

/** The number of columns of `searchPage` before the row's key: hits, rows that the index finds, reach, sums. */
export function foundColumns(spec: ListSpec): number {
  return 3 + (spec.summed?.length ?? 0);
}

/**
 * Finds all candidates by one index (of the keyword or of a range; or the union of two), then filters and sorts them. With `few`, it does
 * so only if the counters say that the index finds at most that many. Columns: the number of hits (null if the index would find too many),
 * the number of candidates, the number of rows under facets and time, the sums of the hits, the row's id and time (null if the page is
 * empty), the row's columns.
 */
export function searchPage(spec: ListSpec, filters: Filters, slice: Slice, statement: Statement, few: number | null): string {
  const driver = driverOf(spec, filters, statement);
  const gate = few === null ? 'true' : `(select known.n from known) <= ${few}`;
  const kept = [
    ...new Set([
      'id',
      spec.time,
      ...filters.facets.map(([column]) => column),
      ...filters.ranges.map(({ column }) => column),
      ...(filters.except ? [...Object.keys(filters.except.facets), filters.except.column] : []),
      ...(spec.summed ?? []),
    ]),
  ];
  // If the keyword's scope is the only other filter, the index has applied it already; an exact value's index has no scope.
  const rest =
    filters.keyword &&
    ['term', 'terms'].includes(filters.keyword.kind) &&
    !isEither(filters.keyword) &&
    filters.isKeywordAlone &&
    !filters.time &&
    filters.ranges.length === 0
      ? []
      : filterConditions(spec, filters, statement);
  // `union` merges a row that both indexes find, since the key is among the columns.
  const found = driver.arms
    .map((conditions) => `select ${kept.map((column) => `u.${column}`).join(', ')} from ${spec.table} u ${where([gate, ...conditions])}`)
    .join(' union ');
  return `with known as materialized (select ${driver.known}, ${filteredTotal(spec, filters, statement)} as reach ${driver.from}),
    found as materialized (${found}),
    hits as (select u.id, u.${spec.time} as list_time${sumColumns(spec, (column, nth) => `u.${column} as list_s${nth}`)}
      from found u ${where(rest)})
    select case when ${gate} then (select count(*) from hits) end, known.n,
      known.reach${sumColumns(spec, (_, nth) => `(select coalesce(sum(hits.list_s${nth}), 0) from hits)`)}, listed.*
    from known left join (
      select page.id as list_key, page.list_time, ${selectColumns(spec)}
      from (select hits.id, hits.list_time from hits order by hits.list_time desc, hits.id desc
        offset ${statement.add(slice.offset)}::bigint limit ${slice.limit}) page
      join ${spec.table} u on u.id = page.id ${withJoin(spec)}) listed on true
    order by listed.list_time desc, listed.list_key desc`;
}

/**
 * Walks the rows in the list's order from the nearer end and skips those without the keyword; `total` was counted just before. Stops after
 * `atMost` rows, because all hits may be at the other end; then the page has too few rows.
 */
export function walkPage(
  spec: ListSpec,
  filters: Filters,
  slice: Slice,
  statement: Statement,
  walk: { total: number; sums: readonly number[]; fromEnd: boolean; atMost: number },
): string {
  const exact = exactTotal(spec, filters, statement);
  const sum = exact ?? `${statement.add(walk.total)}::bigint`;
  const sums = sumColumns(
    spec,
    (_, nth) => `${exact === null ? `${statement.add(walk.sums[nth - 1])}::bigint` : exactSum(spec, filters, statement, nth)} as s${nth}`,
  );
  const direction = walk.fromEnd ? 'asc' : 'desc';
  const order = orderBy(spec, direction);
  const walked = `(select * from ${spec.table} u ${where(filterConditions(spec, filters, statement))} ${order} limit ${walk.atMost}) u`;
  const offset = `${statement.add(slice.offset)}::bigint`;
  // The page's offset from the end is computed from the total of this snapshot, not from an earlier one.
  const part = walk.fromEnd
    ? `offset greatest(sum.n - ${offset} - ${slice.limit}, 0) limit greatest(least(${slice.limit}, sum.n - ${offset}), 0)`
    : `offset ${offset} limit ${slice.limit}`;
  const page = `${walked} ${where(keywordConditions(spec, filters, statement, 'walk'))} ${order} ${part}`;
  return `select sum.n${sumColumns(spec, (_, nth) => `sum.s${nth}`)}, page.* from (select ${sum} as n${sums}) sum cross join lateral (
    select ${selectColumns(spec)} ${fromPage(spec, page, direction)}) page`;
}

/** The conditions for the index that finds candidates, and how many it finds. Other filters are kept out, lest the planner use them too. */
function driverOf(spec: ListSpec, filters: Filters, statement: Statement): { known: string; from: string; arms: string[][] } {
  const { keyword } = filters;
  const [range] = filters.ranges;
  if (keyword?.kind === 'terms') {
    const from = `from list_rarest_terms(${countersOf(spec)}, ${statement.add(keyword.terms)}::text[]) r`;
    return { known: 'r.n, r.rarest', from, arms: keywordArms(spec, filters, statement, 'search', '(select known.rarest from known)') };
  }
  if (keyword) {
    const bound = boundOf(spec, filters, statement);
    // The index of beginnings includes the facets, so they are applied in it.
    const facets = keyword.kind === 'beginning' ? facetConditions(filters, statement) : [];
    return {
      known: `${bound} as n`,
      from: '',
      arms: keywordArms(spec, filters, statement, 'search').map((conditions) => [...facets, ...conditions]),
    };
  }
  if (range) {
    const conditions = [...facetConditions(filters, statement), ...rangeConditions(range.column, range.range, statement)];
    return {
      known: `${filters.counter ? rangeTotal(spec, filters, range, statement) : 'null::bigint'} as n`,
      from: '',
      arms: [conditions],
    };
  }
  return { known: `${filteredTotal(spec, filters, statement)} as n`, from: '', arms: [filterConditions(spec, filters, statement)] };
}

/** How many rows the keyword's n-grams find at most; an exact value adds only few. */
function boundOf(spec: ListSpec, filters: Filters, statement: Statement): string {
  const { keyword } = filters;
  if (keyword?.kind === 'spellings') return keyword.of.map((one) => boundOf(spec, { ...filters, keyword: one }, statement)).join(' + ');
  if (keyword?.kind === 'terms')
    return `(select r.n from list_rarest_terms(${countersOf(spec)}, ${statement.add(keyword.terms)}::text[]) r)`;
  if (keyword?.kind === 'folded') return `${statement.add(keyword.most)}::bigint`;
  return countedTerm(filters.keyword) === null ? '0::bigint' : termTotal(spec, filters, statement);
}

/**
 * The n-gram that is the whole keyword, so that its counter is the keyword's. Null if there is none; such a keyword has few hits.
 */
function countedTerm(keyword: Filters['keyword']): string | null {
  if (keyword?.kind !== 'term' && keyword?.kind !== 'beginning') return null;
  return keyword.terms[0] ?? null;
}

/** Whether rows of an exact value are hits in addition to those that contain the keyword. No counter knows how many are both. */
function isEither(keyword: Filters['keyword']): boolean {
  return keyword !== null && 'either' in keyword;
}

function filteredTotal(spec: ListSpec, filters: Filters, statement: Statement): string {
  if (!filters.counter) return 'null::bigint';
  const days = filters.time ? daysAround(filters.time) : null;
  return `list_total(${countersOf(spec)}, ${statement.add(filters.counter.facet)}, ${dayArguments(days, statement)})`;
}

function termTotal(spec: ListSpec, filters: Filters, statement: Statement): string {
  return `list_term_total(${countersOf(spec)}, ${statement.add(countedTerm(filters.keyword) ?? '')})`;
}

function rangeTotal(spec: ListSpec, filters: Filters, range: Filters['ranges'][number], statement: Statement): string {
  return `list_total(${rangeCounter(spec, filters, range, statement)})`;
}

function rangeCounter(spec: ListSpec, filters: Filters, range: Filters['ranges'][number], statement: Statement): string {
  return `${countersOf(spec, range.column)}, ${statement.add(filters.counter?.facet)}, ${dayArguments(daysAround(range.range), statement)}`;
}
