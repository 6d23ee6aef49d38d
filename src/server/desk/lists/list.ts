import type { Selectable } from 'kysely';
import type { TimeRange } from '../../../domain/kit/text/time.ts';
import type { Tables } from '../../platform/db/tables.ts';

/**
 * Declares a list over a table with the key `id`. A migration must declare what is `counted` to the database too, by `declare_list`:
 * the list itself under `name`, each range under `name:column`.
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
  /** A literal part of one of the keyword columns. ASCII letters match case-insensitively. */
  readonly keyword?: string | undefined;
  /** A range of the list's own time. Counters cover whole Shanghai days; other instants work too. */
  readonly time?: TimeRange | undefined;
  readonly ranges?: { readonly [K in Range]?: TimeRange | undefined };
  readonly except?: Except | undefined;
}

/**
 * Leaves out the rows under `facets` that have one of the `values` in `column`. For lists without sums whose counters know these together
 * with any facets that are asked for: the total is then a difference of counters.
 */
export interface Except {
  readonly facets: Readonly<Record<string, string>>;
  readonly column: string;
  readonly values: readonly string[];
}

export interface Page<Row> {
  /** Shared between callers with equal concurrent requests; must not be modified. */
  readonly rows: readonly Row[];
  readonly total: number;
  /** Sums of the summed columns over all `total` rows, in the declaration's order, from the page's snapshot. */
  readonly sums: readonly number[];
}

export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

export interface ListDeclaration<T extends keyof Tables, C, F extends string, R> {
  readonly name: string;
  /**
   * Another declared list, of the same table and time, whose counters this one reads. Default: its own.
   */
  readonly counters?: string;
  readonly table: T;
  /** The list's own time, which orders it. Every counted set of facets needs an index (facets…, time desc, id desc). */
  readonly time: Column<T>;
  /** Row field → column. */
  readonly columns: C;
  /**
   * The sets of filter columns that have counters: `[['type'], ['type', 'status']]`. The empty set counts all rows together.
   */
  readonly counted: readonly (readonly F[])[];
  readonly keyword?: {
    /** As in the index `gin (search_terms(facet, columns…))` and in `declare_list`. */
    readonly columns: readonly Column<T>[];
    /**
     * An ASCII number, indexed by n-grams of three characters only. In any field, eleven digits that could be a mobile number, and eight
     * that could be a day, are also one term each, except a day at the beginning of the number. The index and the declaration must then use
     * `numbered_terms(facet, number, columns…)`.
     */
    readonly number?: Column<T>;
    /** The facet that keywords are searched under; a keyword without it is an error. If unset, all rows are searched, in an empty scope. */
    readonly facet?: F;
    /** A keyword of this form is the whole value of `column`, which has an index on its non-empty values. */
    readonly exact?: {
      readonly column: Column<T>;
      /** Another indexed column whose whole value a keyword of this form may be. */
      readonly other?: Column<T>;
      readonly form: RegExp;
      /** The beginning of the value suffices; the column is upper-case ASCII with collation C. */
      readonly isBeginning?: boolean;
      /** Rows that contain the keyword in a keyword column are hits as well. */
      readonly isEither?: boolean;
      /** The spellings that the column may have; without it, the keyword in upper case. */
      readonly spellings?: (keyword: string) => readonly string[];
    };
    /** How a whole mobile number is found: without its n-grams, which are in one row of a hundred each. */
    readonly mobile?: {
      /** The first column of a unique index is `scope`, which has these values; the second is this one. */
      readonly column: Column<T>;
      readonly scope: Column<T>;
      readonly scopes: readonly string[];
      /** A text that may contain a mobile number, and its index, which may be built late: `gin (mobiles_in(text)) where text ~ …`. */
      readonly text: Column<T>;
      readonly index: string;
      /** The index of numbers in other spellings, which may be built late: `(scope, telephone_number(column)) where column !~ …`. */
      readonly spelled: string;
    };
    /**
     * Alternative to all of the above: a keyword is the whole or the beginning of this column, which is upper-case ASCII with collation C.
     * It needs its own index that includes the counted facets, the list's time and the id, and must be declared to `declare_list` with
     * `beginning_terms` and the one other counted facet.
     */
    readonly beginning?: Column<T>;
    /** A keyword of this form may be the end of that column too. Its index, of `reverse(column)`, may be built late. */
    readonly ends?: { readonly form: RegExp; readonly index: string };
  };
  /** Range filter → its time column. */
  readonly ranges: R;
  /** At most two integer columns that are summed over all rows under the filters; declared to the database in this order. */
  readonly summed?: readonly Column<T>[];
}

/**
 * Columns of another table with at most one row for each row of the list: its unique column `key` equals the list's column `of`.
 */
export interface Join<T extends keyof Tables, B extends keyof Tables, D> {
  readonly table: B;
  readonly key: Column<B>;
  readonly of: Column<T>;
  /** Row field → column; the field is null if the other table has no row. */
  readonly columns: D;
}

/** A declaration with widened types, as the engine's own modules read it. */
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
    readonly mobile?: {
      readonly column: string;
      readonly scope: string;
      readonly scopes: readonly string[];
      readonly text: string;
      readonly index: string;
      readonly spelled: string;
    };
    readonly exact?: {
      readonly column: string;
      readonly other?: string;
      readonly form: RegExp;
      readonly isBeginning?: boolean;
      readonly isEither?: boolean;
      readonly spellings?: (keyword: string) => readonly string[];
    };
    readonly beginning?: string;
    readonly ends?: { readonly form: RegExp; readonly index: string };
  };
};

export interface List<Row, Facets extends object, Range extends string> {
  readonly spec: ListSpec;
  /** These three carry types only and are never set. */
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
