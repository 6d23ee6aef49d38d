import { splitAtMidnights, type RangeSegments } from './days.ts';
import { exceptConditions, facetConditions, filterConditions, rangeConditions, where, type Filters } from './filters.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Lists } from './pools.ts';
import { countersOf, withJoin, orderBy, readRows, readSums, selectColumns, Statement, sumColumns, fromPage } from './statement.ts';
import type { ListSpec, Page, Slice } from './list.ts';

/** Reads a page whose filters the counters cover: one statement, of about the same cost for every page. */
export async function countedPage(lists: Lists, spec: ListSpec, filters: Filters, slice: Slice): Promise<Page<Record<string, unknown>>> {
  const segments = filters.time ? splitAtMidnights(filters.time) : null;
  const statement = new Statement();
  // The counters cannot find the place of a page among rows without those that are left out.
  const isNear = slice.offset <= lists.turns.near || filters.except !== null || (segments !== null && segments.days === null);
  if (filters.except && slice.offset > lists.turns.hot) throw refuse('翻页过深，请缩小时间范围');
  const text = isNear ? nearPage(spec, filters, segments, slice, statement) : farPage(spec, filters, segments, slice, statement);
  const { rows } = await lists.reads.hot.query<unknown[]>(statement.prepared(text));
  if (rows.length > 0 || slice.offset === 0)
    return {
      rows: readRows(spec, rows, 1 + (spec.summed?.length ?? 0)),
      total: Number(rows[0]?.[0] ?? 0),
      sums: readSums(spec, rows[0], 1),
    };
  // A page after the end has no row to carry the total.
  const counting = new Statement();
  const counted = await lists.reads.hot.query<unknown[]>(counting.prepared(`select ${countedTotal(spec, filters, segments, counting)}`));
  return { rows: [], total: Number(counted.rows[0]?.[0]), sums: readSums(spec, counted.rows[0], 1) };
}

/** The exact total and sums as SQL expressions: counters for whole days, the index for the ends of a range. */
function countedTotal(spec: ListSpec, filters: Filters, segments: RangeSegments | null, statement: Statement): string {
  const days = segments?.days;
  const counted =
    segments && !days ? null : `${countersOf(spec)}, ${statement.add(filters.counter?.facet)}, ${dayArguments(days, statement)}`;
  const ends = [segments?.head, segments?.tail].flatMap((end) => {
    if (!end) return [];
    const conditions = [
      ...facetConditions(filters, statement),
      ...rangeConditions(spec.time, end, statement),
      ...exceptConditions(filters, statement),
    ];
    return [`from ${spec.table} u ${where(conditions)}`];
  });
  const total = [
    ...(counted === null ? [] : [`list_total(${counted})${exceptedTotal(spec, filters, days, statement)}`]),
    ...ends.map((end) => `(select count(*) ${end})`),
  ];
  const sumOf = (column: string, nth: number): string =>
    [
      ...(counted === null ? [] : [`list_sum(${counted}, ${nth})`]),
      ...ends.map((end) => `(select coalesce(sum(u.${column}), 0) ${end})`),
    ].join(' + ');
  return total.join(' + ') + sumColumns(spec, sumOf);
}

/** What counters know of the rows that are left out, to be subtracted. */
function exceptedTotal(spec: ListSpec, { except }: Filters, days: RangeSegments['days'] | undefined, statement: Statement): string {
  if (!except) return '';
  const facets = `unnest(${statement.add(except.counters)}::text[])`;
  const total = `list_total(${countersOf(spec)}, left_out.facet, ${dayArguments(days, statement)})`;
  return ` - (select coalesce(sum(${total}), 0) from ${facets} as left_out (facet))`;
}

export function dayArguments(days: { from: string; until: string } | null | undefined, statement: Statement): string {
  return days ? `${statement.add(days.from)}::date, ${statement.add(days.until)}::date` : 'null, null';
}

/** A page near the start: walks the index directly. */
function nearPage(spec: ListSpec, filters: Filters, segments: RangeSegments | null, slice: Slice, statement: Statement): string {
  const total = countedTotal(spec, filters, segments, statement);
  const offset = slice.offset > 0 ? `offset ${statement.add(slice.offset)}::bigint` : '';
  const page = `${spec.table} u ${where(filterConditions(spec, filters, statement))} ${orderBy(spec)} ${offset} limit ${slice.limit}`;
  return `select ${total}, ${selectColumns(spec)} ${fromPage(spec, page)}`;
}

/** A page further on: counters find the page's day; only rows of that day are skipped, from its nearer end, by an index-only scan. */
function farPage(spec: ListSpec, filters: Filters, segments: RangeSegments | null, slice: Slice, statement: Statement): string {
  const total = countedTotal(spec, filters, segments, statement);
  const start = startOf(spec, filters, segments, slice, statement);
  const rows = filterConditions(spec, filters, statement);
  const key = `u.id, u.${spec.time}`;
  const before = where([...rows, `u.${spec.time} < coalesce(start.until, 'infinity')`, 'not start.is_from_end']);
  const since = where([...rows, `u.${spec.time} >= start.since`, 'start.is_from_end']);
  return `select ${total}, ${selectColumns(spec)}
    from ${start} start
    cross join lateral (
      (select ${key} from ${spec.table} u ${before} ${orderBy(spec)} offset start.rest limit ${slice.limit})
      union all
      (select ${key} from ${spec.table} u ${since} ${orderBy(spec, 'asc')}
        offset greatest(start.behind, 0) limit ${slice.limit})) page
    join ${spec.table} u on u.id = page.id ${withJoin(spec)}
    order by page.${spec.time} desc, page.id desc`;
}

/**
 * Where a far page starts: after the `rest` newest rows before `until`; or, if the page lies within one day and nearer to the day's end,
 * after the `behind` oldest rows since `since`, in ascending order. The counters do not cover the newest end of a range (`head`), whose
 * rows come before those of its whole days, so these are counted here.
 */
function startOf(spec: ListSpec, filters: Filters, segments: RangeSegments | null, { offset, limit }: Slice, statement: Statement): string {
  const skip = `${statement.add(offset)}::bigint`;
  const seek = (after: string): string =>
    `list_seek(${countersOf(spec)}, ${statement.add(filters.counter?.facet)}, ${after}, ${dayArguments(segments?.days, statement)})`;
  const behind = `s.n - s.rest - ${limit}`;
  const isFromEnd = `coalesce(${behind} between 0 and s.rest - 1, false)`;
  if (!segments?.head) return `(select s.until, s.rest, s.since, ${behind} as behind, ${isFromEnd} as is_from_end from ${seek(skip)} s)`;
  const head = where([...facetConditions(filters, statement), ...rangeConditions(spec.time, segments.head, statement)]);
  return `(select case when isin.head then null else s.until end as until, case when isin.head then ${skip} else s.rest end as rest,
    s.since, ${behind} as behind, not isin.head and ${isFromEnd} as is_from_end
    from (select count(*) as n from ${spec.table} u ${head}) head
    cross join lateral (select ${skip} < head.n as head) isin
    cross join lateral ${seek(`greatest(${skip} - head.n, 0)`)} s)`;
}
