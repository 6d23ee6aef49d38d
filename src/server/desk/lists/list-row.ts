import type { List } from './list.ts';

/** The row type of a list's declaration. */
export type ListRow<L> = L extends List<infer Row, infer _Facets, infer _Range> ? Row : never;

/** Picks the named fields of a row, in the order of the names. */
export function pick<Row extends object, Name extends keyof Row & string>(row: Row, names: readonly Name[]): Pick<Row, Name> {
  const picked: Partial<Pick<Row, Name>> = {};
  for (const name of names) picked[name] = row[name];
  return picked as Pick<Row, Name>;
}
