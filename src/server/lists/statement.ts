import type { ListSpec } from './list.ts';

/** A statement under construction: values are only ever parameters; its text stands for its shape. */
export class Statement {
  readonly values: unknown[] = [];

  /** Adds a value and returns the placeholder that stands for it. */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** As a prepared statement, rows as arrays: each connection parses and plans a shape once. */
  prepared(text: string): { name: string; text: string; values: unknown[]; rowMode: 'array' } {
    let name = names.get(text);
    if (name === undefined) {
      name = `list_${names.size + 1}`;
      names.set(text, name);
    }
    return { name, text, values: this.values, rowMode: 'array' };
  }

  /** To be planned for these very values. */
  once(text: string): { text: string; values: unknown[]; rowMode: 'array' } {
    return { text, values: this.values, rowMode: 'array' };
  }
}

/** The columns of a list's rows, in the declaration's order; the table's alias is `u` in every statement, that of the joined one `b`. */
export function selectColumns(spec: ListSpec): string {
  const own = Object.values(spec.columns).map((column) => `u.${column}`);
  return [...own, ...Object.values(spec.join?.columns ?? {}).map((column) => `b.${column}`)].join(', ');
}

/** What every statement of a page adds up: one expression a summed column, each with the comma before it. */
export function sumColumns(spec: ListSpec, expression: (column: string, nth: number) => string): string {
  return (spec.summed ?? []).map((column, at) => `, ${expression(column, at + 1)}`).join('');
}

/** The sums of a row whose sums start at `start`; PostgreSQL adds bigints up to numerics, which come as texts. */
export function readSums(spec: ListSpec, values: readonly unknown[] | undefined, start: number): number[] {
  return (spec.summed ?? []).map((_, at) => Number(values?.[start + at] ?? 0));
}

/**
 * The FROM of a page, whose rows `from` finds, orders and limits; the other table is joined to those alone, for what is joined first is
 * joined for every row that is passed over.
 */
export function fromPage(spec: ListSpec, from: string, direction: 'desc' | 'asc' = 'desc'): string {
  return spec.join ? `from (select u.* from ${from}) u ${withJoin(spec)} ${orderBy(spec, direction)}` : `from ${from}`;
}

/** Joins the other table's row to each, in a FROM: at most one, so that neither number nor order of the rows change. */
export function withJoin({ join }: ListSpec): string {
  return join ? `left join ${join.table} b on b.${join.key} = u.${join.of}` : '';
}

/** The name that the list's counters are kept under, as an SQL literal; `range` for those of a further time column. */
export function countersOf(spec: ListSpec, range?: string): string {
  return literal(counterName(spec, range));
}

/** The same as it is. */
export function counterName(spec: ListSpec, range?: string): string {
  const name = spec.counters ?? spec.name;
  return range === undefined ? name : `${name}:${range}`;
}

/** Rows as objects, from arrays whose columns start at `start`. */
export function readRows(spec: ListSpec, arrays: readonly unknown[][], start: number): Record<string, unknown>[] {
  const fields = [...Object.keys(spec.columns), ...Object.keys(spec.join?.columns ?? {})];
  return arrays.map((values) => {
    const row: Record<string, unknown> = {};
    for (let i = 0; i < fields.length; i += 1) row[fields[i] ?? ''] = values[start + i];
    return row;
  });
}

/** The list's order, or the reverse of it to walk from the end. */
export function orderBy(spec: ListSpec, direction: 'desc' | 'asc' = 'desc'): string {
  return `order by u.${spec.time} ${direction}, u.id ${direction}`;
}

/** An SQL literal of a name that a declaration gives; never of a caller's value. */
function literal(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}

// Shapes are few: sets of filters times the sizes of roundedUp.
const names = new Map<string, string>();
