/**
 * Defines an enumeration: inner name ↔ wire code ↔ Chinese label. Every enumeration of the product is defined once, in this folder.
 * Inside the program a status is `'pending'`; its number exists only here and on the wire.
 */
export function codeTable<const T extends Record<string, readonly [number, string]>>(rows: T): CodeTable<keyof T & string> {
  type Name = keyof T & string;
  const names = Object.keys(rows) as Name[];
  const byCode = new Map<number, Name>(names.map((name) => [rows[name]?.[0] ?? Number.NaN, name]));
  const row = (name: Name): readonly [number, string] => {
    const found = rows[name];
    if (!found) throw new RangeError(`no code for ${name}`);
    return found;
  };
  return {
    names,
    codes: names.map((name) => row(name)[0]),
    options: names.map((name) => ({ value: row(name)[0], label: row(name)[1] })),
    code: (name) => row(name)[0],
    label: (name) => row(name)[1],
    nameOf: (code) => byCode.get(code),
    labelOf: (code) => {
      const name = byCode.get(code);
      return name === undefined ? '' : row(name)[1];
    },
    is: (code, ...wanted) => {
      const name = byCode.get(code);
      return name !== undefined && wanted.includes(name);
    },
  };
}

export interface CodeTable<Name extends string> {
  readonly names: readonly Name[];
  readonly codes: readonly number[];
  /** Options of a select, in the table's order. */
  readonly options: readonly { value: number; label: string }[];
  code(name: Name): number;
  label(name: Name): string;
  /** The name of a wire code; undefined if the code is unknown. */
  nameOf(code: number): Name | undefined;
  /** The label of a wire code; empty if the code is unknown. */
  labelOf(code: number): string;
  /** Whether the wire code is one of these names. */
  is(code: number, ...names: Name[]): boolean;
}

export type NameOf<T> = T extends CodeTable<infer Name> ? Name : never;
