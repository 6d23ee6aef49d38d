import type { TimeRange } from '../../../domain/kit/text/time.ts';
import { splitAtMidnights, type Days } from './days.ts';
import { readFilters } from './filters.ts';
import type { List, ListFilters } from './list.ts';
import type { Lists } from './pools.ts';
import { counterName, Statement } from './statement.ts';

/** A total that the counters know: the rows of a facet, all of them or only those of `days`. */
export interface CountedTotal {
  readonly list: string;
  readonly facet: string;
  readonly days: Days | null;
}

/**
 * The counter that holds the number of rows under filters; null if only the rows can be counted: with a keyword, with facets that are not
 * counted together, with more than one range, with a range that does not consist of whole days, and with an exception.
 */
export function countedTotalOf<Row, Facets extends object, Range extends string>(
  { spec }: List<Row, Facets, Range>,
  { facets, keyword = '', time, ranges = {}, except }: ListFilters<Facets, Range>,
): CountedTotal | null {
  const { counter } = readFilters(spec, { facets });
  const given: readonly (readonly [column: string | undefined, range: TimeRange])[] = [
    ...(time ? [[undefined, time] as const] : []),
    ...Object.entries<TimeRange | undefined>(ranges).flatMap(([name, range]) => (range ? [[spec.ranges[name], range] as const] : [])),
  ];
  const [first, second] = given;
  if (keyword !== '' || !counter?.isExact || second || except) return null;
  if (!first) return { list: counterName(spec), facet: counter.facet, days: null };
  const { days, head, tail } = splitAtMidnights(first[1]);
  return days && !head && !tail ? { list: counterName(spec, first[0]), facet: counter.facet, days } : null;
}

/** Reads the totals in one statement, in the given order. Its cost does not depend on the size of the tables. */
export async function readCountedTotals(lists: Lists, asked: readonly CountedTotal[]): Promise<number[]> {
  if (asked.length === 0) return [];
  const statement = new Statement();
  const texts = (values: readonly (string | null)[]): string => `${statement.add(values)}::text[]`;
  const named = [
    texts(asked.map(({ list }) => list)),
    texts(asked.map(({ facet }) => facet)),
    texts(asked.map(({ days }) => days?.from ?? null)),
    texts(asked.map(({ days }) => days?.until ?? null)),
  ].join(', ');
  const { rows } = await lists.reads.hot.query<unknown[]>(
    statement.prepared(`select list_total(a.list, a.facet, a.since::date, a.until::date)
      from unnest(${named}) with ordinality a (list, facet, since, until, at) order by a.at`),
  );
  return rows.map(([total]) => Number(total));
}
