import type { Selectable } from 'kysely';
import type { TimeRange } from '../../domain/text/time.ts';
import type { Tables } from '../db/tables.ts';

/**
 * Declares a list over a table that has the key `id`. What is `counted` must be declared to the database as well, by
 * `declare_list` in a migration: the list itself under `name`, each range under `name:column`.
 */
export function defineList<
  T extends keyof Tables,
  const C extends Record<string, Column<T>>,
  F extends Column<T>,
  const R extends Record<string, Column<T>> = Record<never, never>,
  B extends keyof Tables = never,
  const D extends Record<string, Column<B>> = Record<never, never>,
>(
  declaration: ListDeclaration<T, C, F, R> & { readonly join?: Join<T, B, D> },
): List<RowOf<T, C> & JoinOf<B, D>, FacetsOf<T, F>, keyof R & string> {
  return { spec: declaration };
}

export interface ListFilters<Facets extends object, Range extends string> {
  readonly facets: Facets;
  /** A literal part of one of the keyword columns; ASCII letters match in either case. */
  readonly keyword?: string | undefined;
  /** Of the list's own time. Whole Shanghai days are counted ahead; any other instants work too. */
  readonly time?: TimeRange | undefined;
  readonly ranges?: { readonly [K in Range]?: TimeRange | undefined };
}

export interface Page<Row> {
  /** Shared by the callers who asked for the same at the same time. */
  readonly rows: readonly Row[];
  readonly total: number;
  /** What the summed columns add up to over all those rows, in the declaration's order; of the page's own snapshot. */
  readonly sums: readonly number[];
}

export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

export interface ListDeclaration<T extends keyof Tables, C, F extends string, R> {
  readonly name: string;
  /**
   * The declared list whose counters this one reads, where another list of the same table and time keeps them already; its own unless
   * given.
   */
  readonly counters?: string;
  readonly table: T;
  /** The list's own time, which orders it. An index (facets…, time desc, id desc) is needed for every counted set of facets. */
  readonly time: Column<T>;
  /** Row field -> column. */
  readonly columns: C;
  /**
   * The sets of columns whose values are filters with counters: `[['type'], ['type', 'status']]`; the empty set counts all rows together.
   */
  readonly counted: readonly (readonly F[])[];
  readonly keyword?: {
    /** As in the index `gin (search_terms(facet, columns…))` and in `declare_list`. */
    readonly columns: readonly Column<T>[];
    /**
     * A number in ASCII, found by n-grams of three characters and more alone; eleven digits that could be a mobile are one term beside
     * their n-grams, wherever they stand, and eight that could be a day, but where the number begins with them. Then index and declaration
     * are of `numbered_terms(facet, number, columns…)`.
     */
    readonly number?: Column<T>;
    /** The facet that keywords are searched under; a keyword without it is an error. None: all rows are searched, under the empty scope. */
    readonly facet?: F;
    /** A keyword of this form is the whole value of another column, indexed where it is not empty. */
    readonly exact?: {
      readonly column: Column<T> /** Another column whose whole value a keyword of this form may be; indexed as well. */;
      readonly other?: Column<T>;
      readonly form: RegExp /** The beginning of the value will do; the column is upper-case ASCII in plain C order. */;
      readonly isBeginning?: boolean /** Rows that hold the keyword as a piece are hits as well. */;
      readonly isEither?: boolean;
    };
    /**
     * Instead of all that: a keyword is the whole or the beginning of this column, upper-case ASCII in plain C order, with an index of its
     * own that includes the counted facets, the list's time and the id; declared to `declare_list` under `beginning_terms` with the one
     * other counted facet beside it.
     */
    readonly beginning?: Column<T>;
  };
  /** Range filter -> its time column. */
  readonly ranges: R;
  /** Whole-number columns, two at most, that are added up over every row under the filters; declared to the database in this order. */
  readonly summed?: readonly Column<T>[];
}

/**
 * Columns of another table that has at most one row for each of the list's: `key` is unique there, `of` the list's column that it equals.
 */
export interface Join<T extends keyof Tables, B extends keyof Tables, D> {
  readonly table: B;
  readonly key: Column<B>;
  readonly of: Column<T>;
  /** Row field -> column; null where the other table has no row. */
  readonly columns: D;
}

/** A declaration with its types widened: what the engine's own modules read. */
export type ListSpec = Omit<
  ListDeclaration<keyof Tables, Record<string, string>, string, Record<string, string>>,
  'time' | 'keyword' | 'summed'
> & {
  readonly time: string;
  readonly summed?: readonly string[];
  readonly join?: { readonly table: string; readonly key: string; readonly of: string; readonly columns: Record<string, string> };
  readonly keyword?: {
    readonly columns: readonly string[];
    readonly number?: string;
    readonly facet?: string;
    readonly exact?: {
      readonly column: string;
      readonly other?: string;
      readonly form: RegExp;
      readonly isBeginning?: boolean;
      readonly isEither?: boolean;
    };
    readonly beginning?: string;
  };
};

export interface List<Row, Facets extends object, Range extends string> {
  readonly spec: ListSpec;
  /** Types only. */
  readonly row?: Row;
  readonly facets?: Facets;
  readonly range?: Range;
}

export type Column<T extends keyof Tables> = keyof Tables[T] & string;
type RowOf<T extends keyof Tables, C> = { [K in keyof C]: C[K] extends keyof Selectable<Tables[T]> ? Selectable<Tables[T]>[C[K]] : never };
type JoinOf<B extends keyof Tables, D> = {
  readonly [K in keyof D]: (D[K] extends keyof Selectable<Tables[B]> ? Selectable<Tables[B]>[D[K]] : never) | null;
};
type FacetsOf<T extends keyof Tables, F extends string> = {
  readonly [K in F]?: K extends keyof Selectable<Tables[T]> ? Selectable<Tables[T]>[K] : never;
};
