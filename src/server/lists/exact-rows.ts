import { createLoader } from '../db/loader.ts';
import type { List, ListSpec } from './list.ts';
import type { Lists } from './pools.ts';
import { orderBy, readRows, selectColumns, Statement, withJoin } from './statement.ts';

/** What one look-up asks for: the whole value of a column, under the facets that were declared for it. */
export type ExactLookUp<Row, Facets extends object> = (value: string, facets?: Facets) => Promise<readonly Row[]>;

/**
 * Finds rows of a list by the whole of a column that has an index, the first `limit` in the list's order. Calls that arrive together share
 * one statement. Of an indexed text the empty one is nothing to be found by; the condition lets partial indexes serve.
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
      // Apart from what may be left open: an index whose first column is a facet serves equality alone.
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
    const key = JSON.stringify([value, ...names.map((name) => given?.[name] ?? null)]);
    return (await load(key)) ?? [];
  };
}

/**
 * Where a value has few rows, they are sorted after they were found: the plain order would invite to walk the list's own index until one
 * is met, as long as nobody has counted the values.
 */
const orders: Record<'one' | 'few' | 'many', (spec: ListSpec) => string> = {
  one: () => '',
  few: (spec) => `order by u.${spec.time} + interval '0' desc, u.id desc`,
  many: (spec) => orderBy(spec),
};

interface ExactOptions<Facets extends object> {
  /** Given with every look-up, and the first columns of the index that serves it. */
  readonly facets?: readonly (keyof Facets & string)[];
  /** Only looked at in what was found; without it, rows of all its values are. As a plain condition it would invite another index. */
  readonly narrowing?: readonly (keyof Facets & string)[];
  readonly limit: number;
  /** How many rows a value may have: it decides which index the statement may be planned by. `many` has one in the list's order. */
  readonly rows?: 'one' | 'few' | 'many';
  /** The column is the list's key, a number. */
  readonly isKey?: boolean;
}
