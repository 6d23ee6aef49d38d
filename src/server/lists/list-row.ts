import type { List } from './list.ts';

/** A row as a list gives it: the type of its declaration. */
export type ListRow<L> = L extends List<infer Row, infer _Facets, infer _Range> ? Row : never;

/** Those fields of a row that are named, in the order of the names. */
export function pick<Row extends object, Name extends keyof Row & string>(row: Row, names: readonly Name[]): Pick<Row, Name> {
  const picked: Partial<Pick<Row, Name>> = {};
  for (const name of names) picked[name] = row[name];
  return picked as Pick<Row, Name>;
}
