import { limits } from '../../../domain/business/codes/limits.ts';
import type { Permission } from '../../../domain/business/access/access.ts';
import type { FieldsOf, PathOf, ReplyOf } from '../net/call.ts';
import type { Fields, Method } from '../net/request.ts';

/** Paths of the calls that return a list. The seeds define some of them as posted forms. */
export type ListPath = ListPathOf<'GET'> | ListPathOf<'POST'>;
type ListPathOf<M extends Method> = { [P in PathOf<M>]: ReplyOf<M, P> extends ListReply ? P : never }[PathOf<M>];
type ListReply = { list: readonly unknown[]; count: number } | { data: readonly unknown[]; count: number };
/** `data` of a list call: its rows, their number, and facts about all of them. */
export type ListReplyOf<P extends ListPath> =
  P extends PathOf<'GET'> ? ReplyOf<'GET', P> : P extends PathOf<'POST'> ? ReplyOf<'POST', P> : never;
type ListFieldsOf<P extends ListPath> =
  P extends PathOf<'GET'> ? FieldsOf<'GET', P> : P extends PathOf<'POST'> ? FieldsOf<'POST', P> : never;
export type RowOf<P extends ListPath> =
  ListReplyOf<P> extends { list: readonly (infer Row)[] } | { data: readonly (infer Row)[] } ? Row : never;

/**
 * Where a list's rows come from: everything that its first request needs. It is free of React, so that the request is sent before the
 * screen has loaded.
 */
export interface ListSource<P extends ListPath = ListPath> {
  readonly path: P;
  readonly method: Method;
  /** Fields that every request of this list sends. */
  readonly fixed: Fields;
  readonly filters: readonly Filter[];
  /** Identifies the list in stored settings, regardless of the address's parameters. */
  readonly id: string;
  /** Rows per page if the address names neither page nor size; default is the usual number, unless the operator chose another. */
  readonly size?: number;
  /** The view in the address; '0' for none, even if the list has a default view. */
  readonly view?: string;
}

/**
 * A filter; `field` is its name on the wire and in the address. `initial` is its value until the address contains another. A filter with
 * `permission` is shown only to operators who have it.
 */
export type Filter = { readonly initial?: string; readonly permission?: Permission } & FilterKind;
type FilterKind =
  | { readonly kind: 'text'; readonly field: string; readonly label: string; readonly placeholder: string }
  | {
      readonly kind: 'select';
      readonly field: string;
      readonly label: string;
      readonly options: readonly Option[];
      /** Its values stand above the rows too, each with its number of rows. */
      readonly isTabs?: boolean;
    }
  /** A select whose options come from the server, fetched after the list's answer. */
  | {
      readonly kind: 'known';
      readonly field: string;
      readonly label: string;
      /** Cache key of the options, unique among all lists. */
      readonly key: string;
      readonly options: (signal: AbortSignal) => Promise<readonly Option[]>;
    }
  /** A range of whole days, sent as `start - end`. */
  | { readonly kind: 'days'; readonly field: string; readonly label: string }
  /** The same with times; a picked day runs from 00:00:00 to 23:59:59. */
  | { readonly kind: 'times'; readonly field: string; readonly label: string }
  /** An alternative order of the rows, switched at the title of a column that names this field; `value` requests it. */
  | { readonly kind: 'order'; readonly field: string; readonly label: string; readonly value: string };
export interface Option {
  readonly value: number | string;
  readonly label: string;
}

/** Declares a source; fields that the call does not have do not compile. `purpose` distinguishes two lists of the same call. */
export function listSource<P extends ListPathOf<'GET'>>(
  path: P,
  fixed: Partial<ListFieldsOf<P>>,
  filters: readonly FilterOf<P>[],
  purpose = '',
): ListSource<P> {
  return sourceOf(path, 'GET', fixed, filters, purpose);
}

/** The same for a list that the specification defines as a posted form. */
export function postedListSource<P extends ListPathOf<'POST'>>(
  path: P,
  fixed: Partial<ListFieldsOf<P>>,
  filters: readonly FilterOf<P>[],
): ListSource<P> {
  return sourceOf(path, 'POST', fixed, filters);
}

type FilterOf<P extends ListPath> = Filter & { field: keyof ListFieldsOf<P> & string };

function sourceOf<P extends ListPath>(
  path: P,
  method: Method,
  given: Partial<ListFieldsOf<P>>,
  filters: readonly Filter[],
  purpose = '',
): ListSource<P> {
  const fixed = given as Fields;
  const id = [path.slice(path.lastIndexOf('/') + 1), fixed['type'] ?? '', purpose].filter((part) => part !== '').join('-');
  return { path, method, fixed, filters, id };
}

/** The request fields that an address stands for. Values stay strings: an id is never parsed as a number. */
export function listFields(source: ListSource, search: URLSearchParams): Fields {
  return { ...source.fixed, ...filterFields(source, search), page: pageOf(search), limit: limitOf(source, search) };
}

/** The same without page and limit, as an export takes them. */
export function filterFields(source: ListSource, search: URLSearchParams): Fields {
  const given = source.filters.map((filter) => [filter.field, valueOf(filter, search)] as const);
  return { ...source.fixed, ...Object.fromEntries(given.filter(([, value]) => value !== '')) };
}

/**
 * A filter's value in the address; a filter with `initial` has that value until the address contains another, including an empty string for
 * 全部.
 */
export function valueOf(filter: Filter, search: URLSearchParams): string {
  return search.get(filter.field) ?? filter.initial ?? '';
}

/** The page in the address; anything but a positive integer means the first. */
export function pageOf(search: URLSearchParams): number {
  const text = search.get('page') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/** Rows per page that an operator may choose (desk, Marking many). */
export const pageSizes: readonly number[] = [limits.pageSize, 20, 50, limits.pageSizeMax];

/**
 * Rows per page for an address. With a page but no size it is the usual number, whatever the operator chose since, so that the page still
 * has the same rows.
 */
export function limitOf({ size = limits.pageSize }: Pick<ListSource, 'size'>, search: URLSearchParams): number {
  const asked = search.get('limit');
  if (asked === null && pageOf(search) === 1) return size;
  return pageSizes.find((one) => String(one) === asked) ?? limits.pageSize;
}

/** The address for filter values and a page; initial values are left out. */
export function searchOf(
  source: ListSource,
  values: Readonly<Record<string, string>>,
  { page = 1, limit = limits.pageSize }: { page?: number; limit?: number } = {},
): URLSearchParams {
  const search = new URLSearchParams(source.view === undefined ? '' : { view: source.view });
  for (const filter of source.filters) {
    const value = (values[filter.field] ?? '').trim();
    if (value !== valueOf(filter, new URLSearchParams())) search.set(filter.field, value);
  }
  if (limit !== limits.pageSize || (page === 1 && limit !== (source.size ?? limit))) search.set('limit', String(limit));
  if (page > 1) search.set('page', String(page));
  return search;
}

/** The filter values in an address. */
export function valuesOf(source: ListSource, search: URLSearchParams): Record<string, string> {
  return Object.fromEntries(source.filters.map((filter) => [filter.field, valueOf(filter, search)]));
}
