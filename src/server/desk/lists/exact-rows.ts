import { createLoader } from '../../platform/db/batches/loader.ts';
import type { List, ListSpec } from './list.ts';
import { mobileOfUsers } from './mobile-of-users.ts';
import type { Lists } from './pools.ts';
import { spelledPhones } from './stored-spellings.ts';
import { orderBy, readRows, selectColumns, Statement, withJoin } from './statement.ts';

/** Finds the rows whose column equals `value`, under the facets declared in `ExactOptions`. */
export type ExactLookUp<Row, Facets extends object> = (value: string, facets?: Facets) => Promise<readonly Row[]>;

/**
 * Creates a look-up of rows by the whole value of an indexed column; it returns the first `limit` in the list's order. Calls that arrive
 * together share one statement. An empty text finds nothing: the condition `<> ''` lets PostgreSQL use partial indexes.
 */
export function exactLookUp<Row, Facets extends object>(
  lists: Lists,
  { spec }: List<Row, Facets, string>,
  column: string,
  { facets = [], narrowing = [], limit, rows: expected = 'few', isKey = false }: ExactOptions<Facets>,
): ExactLookUp<Row, Facets> {
  const names = [...facets, ...narrowing];
  const facetColumns = names.map((_, at) => `f${at}`);
  const load = createLoader<string, Row[]>(async (keys) => {
    const asked = keys.map((key) => JSON.parse(key) as (string | null)[]);
    const statement = new Statement();
    // Behind a subquery the planner counts every array alike, so that one plan serves all of them and is made once a connection.
    const values = ['value', ...facetColumns].map((_, at) => `(select ${statement.add(asked.map((one) => one[at] ?? null))}::text[])`);
    const conditions = [
      isKey ? `u.${column} = v.value::bigint` : `u.${column} = v.value and u.${column} <> ''`,
      // Plain equality, unlike `narrowing`: an index whose first column is a facet needs it.
      ...facets.map((name, at) => `u.${name} = v.f${at}`),
      ...narrowing.map((name, at) => `(v.f${facets.length + at} is null or u.${name} = v.f${facets.length + at})`),
    ];
    const text = `select v.at, ${selectColumns(spec)}
      from unnest(${values.join(', ')}) with ordinality v (${['value', ...facetColumns, 'at'].join(', ')})
      cross join lateral (select u.* from ${spec.table} u where ${conditions.join(' and ')} ${orders[expected](spec)} limit ${limit}) u
      ${withJoin(spec)} order by v.at, u.${spec.time} desc, u.id desc`;
    const { rows } = await lists.hot.query<unknown[]>(statement.prepared(text));
    const found = new Map<string, Row[]>(keys.map((key) => [key, []]));
    const read = readRows(spec, rows, 1) as Row[];
    for (const [at, row] of read.entries()) found.get(keys[Number(rows[at]?.[0]) - 1] ?? '')?.push(row);
    return found;
  });
  return async (value, given) => {
    const by = async (one: string): Promise<Row[]> =>
      (await load(JSON.stringify([one, ...names.map((name) => given?.[name] ?? null)]))) ?? [];
    const others = column === mobileOfUsers.column ? await spelledPhones(lists, value) : [];
    if (others.length === 0) return by(value);
    return inOrder(spec, (await Promise.all([value, ...others].map(by))).flat()).slice(0, limit);
  };
}

/** In the list's order, which rows of several values have each for itself. */
function inOrder<Row>(spec: ListSpec, rows: readonly Row[]): Row[] {
  const [field = ''] = Object.entries(spec.columns).find(([, column]) => column === spec.time) ?? [];
  const timeOf = (row: Row): number => Number((row as Record<string, Date | undefined>)[field]);
  return rows.toSorted((a, b) => timeOf(b) - timeOf(a));
}

/**
 * If a value has few rows, they are sorted after being found. The plain order would tempt the planner, while it has no statistics of the
 * values, to walk the list's own index until it meets one.
 */
const orders: Record<'one' | 'few' | 'many', (spec: ListSpec) => string> = {
  one: () => '',
  few: (spec) => `order by u.${spec.time} + interval '0' desc, u.id desc`,
  many: (spec) => orderBy(spec),
};

interface ExactOptions<Facets extends object> {
  /** Facets that every look-up gives; the first columns of the index. */
  readonly facets?: readonly (keyof Facets & string)[];
  /** Optional facets, checked on the rows found. As plain equality they could make the planner choose another index. */
  readonly narrowing?: readonly (keyof Facets & string)[];
  readonly limit: number;
  /** How many rows a value may have, which decides the ordering that the index must serve. `many` needs an index in the list's order. */
  readonly rows?: 'one' | 'few' | 'many';
  /** True if the column is the list's numeric key. */
  readonly isKey?: boolean;
}
