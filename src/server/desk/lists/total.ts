import { readFilters } from './filters.ts';
import type { Lists } from './pools.ts';
import { countersOf, Statement } from './statement.ts';
import type { List } from './list.ts';

/**
 * The exact number of rows under counted facets, at a cost that does not depend on the table's size.
 * @throws TypeError if these facets are not counted together.
 */
export async function listTotal<Facets extends object>(
  lists: Lists,
  { spec }: List<unknown, Facets, string>,
  facets: Facets,
): Promise<number> {
  const { counter } = readFilters(spec, { facets });
  if (!counter?.isExact) throw new TypeError(`${spec.name} does not count ${JSON.stringify(facets)}`);
  return lists.shared.read(JSON.stringify(['total', spec.name, counter.facet]), async () => {
    const statement = new Statement();
    const text = `select list_total(${countersOf(spec)}, ${statement.add(counter.facet)}, null, null)`;
    const { rows } = await lists.reads.hot.query<unknown[]>(statement.prepared(text));
    return Number(rows[0]?.[0]);
  });
}

/**
 * One line of a plot: the rows of a declared list under one facet, as its counters name it (`enterprise`, `enterprise/pending`).
 */
export interface CountedSeries {
  readonly list: string;
  readonly facet: string;
}

/**
 * The number of rows of each series on each day of a range (`yyyy-MM-dd`, `until` excluded), from the counters alone and one snapshot.
 * Days without rows are omitted.
 */
export async function dailyTotals(
  lists: Lists,
  series: readonly CountedSeries[],
  days: { readonly from: string; readonly until: string },
): Promise<ReadonlyMap<string, number>[]> {
  const totals = series.map(() => new Map<string, number>());
  const statement = new Statement();
  const [names, facets] = [statement.add(series.map(({ list }) => list)), statement.add(series.map(({ facet }) => facet))];
  const named = `unnest(${names}::text[], ${facets}::text[])`;
  const [from, until] = [`${statement.add(days.from)}::date`, `${statement.add(days.until)}::date`];
  const { rows } = await lists.reads.hot.query<[string, string, string]>(
    statement.prepared(`select s.at, c.day::text, sum(c.n) from ${named} with ordinality s (list, facet, at) cross join lateral (
        select k.bucket as day, k.n from list_count k where k.list = s.list and k.facet = s.facet and k.level = 'day'
          and k.bucket >= ${from} and k.bucket < ${until}
        union all
        select d.day, d.n from list_count_delta d where d.list = s.list and d.facet = s.facet and d.day >= ${from} and d.day < ${until}) c
      group by s.at, c.day`),
  );
  for (const [at, day, n] of rows) totals[Number(at) - 1]?.set(day, Number(n));
  return totals;
}
