import { typedPhone } from '../../../domain/kit/text/typed.ts';
import type { ListSpec } from './list.ts';

/** A statement under construction. Values are always parameters, so that the text depends only on the statement's shape. */
export class Statement {
  readonly values: unknown[] = [];

  /** Adds a value and returns its placeholder. */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** As a prepared statement with rows as arrays: each connection parses and plans a shape once. */
  prepared(text: string): { name: string; text: string; values: unknown[]; rowMode: 'array' } {
    let name = names.get(text);
    if (name === undefined) {
      name = `list_${names.size + 1}`;
      names.set(text, name);
    }
    return { name, text, values: this.values, rowMode: 'array' };
  }

  /** As an unnamed statement, planned for these values. */
  once(text: string): { text: string; values: unknown[]; rowMode: 'array' } {
    return { text, values: this.values, rowMode: 'array' };
  }
}

/** The columns of a list's rows, in the declaration's order. In every statement the table's alias is `u`, the joined table's `b`. */
export function selectColumns(spec: ListSpec): string {
  const own = Object.values(spec.columns).map((column) => `u.${column}`);
  return [...own, ...Object.values(spec.join?.columns ?? {}).map((column) => `b.${column}`)].join(', ');
}

/** One expression per summed column, each with a leading comma. */
export function sumColumns(spec: ListSpec, expression: (column: string, nth: number) => string): string {
  return (spec.summed ?? []).map((column, at) => `, ${expression(column, at + 1)}`).join('');
}

/** Reads the sums of a row from index `start`. PostgreSQL's sum of bigints is a numeric, which arrives as text. */
export function readSums(spec: ListSpec, values: readonly unknown[] | undefined, start: number): number[] {
  return (spec.summed ?? []).map((_, at) => Number(values?.[start + at] ?? 0));
}

/**
 * The FROM of a page whose rows `from` finds, orders and limits. The other table is joined after that; joined before, it would be joined
 * for every skipped row too.
 */
export function fromPage(spec: ListSpec, from: string, direction: 'desc' | 'asc' = 'desc'): string {
  return spec.join ? `from (select u.* from ${from}) u ${withJoin(spec)} ${orderBy(spec, direction)}` : `from ${from}`;
}

/** The join of the other table for a FROM clause. At most one row matches, so neither number nor order of the rows change. */
export function withJoin({ join }: ListSpec): string {
  return join ? `left join ${join.table} b on b.${join.key} = u.${join.of}` : '';
}

/** The name of the list's counters as an SQL literal; with `range`, of the counters of another time column. */
export function countersOf(spec: ListSpec, range?: string): string {
  return literal(counterName(spec, range));
}

/** As `countersOf`, not quoted. */
export function counterName(spec: ListSpec, range?: string): string {
  const name = spec.counters ?? spec.name;
  return range === undefined ? name : `${name}:${range}`;
}

/** Converts arrays, whose columns start at index `start`, to row objects. Numbers of before are in the spelling of today. */
export function readRows(spec: ListSpec, arrays: readonly unknown[][], start: number): Record<string, unknown>[] {
  const fields = [...Object.entries(spec.columns), ...Object.entries(spec.join?.columns ?? {})];
  return arrays.map((values) => {
    const row: Record<string, unknown> = {};
    for (const [at, [field, column]] of fields.entries()) {
      const value = values[start + at];
      row[field] = column === 'mobile' && typeof value === 'string' ? typedPhone(value) : value;
    }
    return row;
  });
}

/** The list's order, or its reverse to walk from the end. */
export function orderBy(spec: ListSpec, direction: 'desc' | 'asc' = 'desc'): string {
  return `order by u.${spec.time} ${direction}, u.id ${direction}`;
}

/** An SQL literal for a declared name; never use it for a caller's value. */
function literal(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}

// There are few shapes: sets of filters times the sizes of `roundedUp`.
const names = new Map<string, string>();
