import type { List, ListFilters } from './list.ts';
import { searchOrWalk } from './narrowed-page.ts';
import type { Lists } from './pools.ts';
import { readStoredFilters } from './stored-spellings.ts';

/**
 * The first `limit` rows of a list under a keyword, if they can be read quickly; null if the search would need the heavy-query queue.
 */
export async function firstRows<Row, Facets extends object, Range extends string>(
  lists: Lists,
  { spec }: List<Row, Facets, Range>,
  query: Pick<ListFilters<Facets, Range>, 'facets'> & { readonly keyword: string; readonly limit: number },
): Promise<readonly Row[] | null> {
  const quick = { ...lists, turns: { ...lists.turns, ...quickTurns } };
  const { page } = await lists.shared.read(JSON.stringify(['first', spec.name, query]), async () =>
    searchOrWalk(quick, spec, await readStoredFilters(lists, spec, query), { offset: 0, limit: query.limit }),
  );
  // The cast is safe: the rows were read by the declaration's columns, whose types a statement cannot carry.
  return page && (page.rows as readonly Row[]);
}

/** Tighter than for a page, which may take half a second: the search reads several lists at each keystroke, at about 20 ms each. */
const quickTurns = { sorted: 1_000, confirmed: 5_000, hot: 10_000 };
