import { readFilters } from './filters.ts';
import type { List, ListFilters } from './list.ts';
import { searchOrWalk } from './narrowed-page.ts';
import type { Lists } from './pools.ts';

/**
 * The first rows of a list under a keyword where they are to be had at once, as many as `limit` or somewhat more; null where they would
 * have to wait in the heavy-query queue.
 */
export async function firstRows<Row, Facets extends object, Range extends string>(
  lists: Lists,
  { spec }: List<Row, Facets, Range>,
  query: Pick<ListFilters<Facets, Range>, 'facets'> & { readonly keyword: string; readonly limit: number },
): Promise<readonly Row[] | null> {
  const quick = { ...lists, turns: { ...lists.turns, ...quickTurns } };
  const { page } = await lists.shared.read(JSON.stringify(['first', spec.name, query]), () =>
    searchOrWalk(quick, spec, readFilters(spec, query), { offset: 0, limit: query.limit }),
  );
  // The declaration's columns are what the rows were read by; the statement cannot carry their types.
  return page && (page.rows as readonly Row[]);
}

/** Where a page may take half a second, several lists that are asked at every key may not: about 20 ms each. */
const quickTurns = { sorted: 1_000, confirmed: 5_000, hot: 10_000 };
