import { limits } from '../../domain/codes/limits.ts';
import type { Permission } from '../../domain/access/access.ts';
import type { FieldsOf, PathOf, ReplyOf } from '../net/call.ts';
import type { Fields, Method } from '../net/request.ts';

/** Paths of the reads that answer a list; the seeds send some of them as forms. */
export type ListPath = ListPathOf<'GET'> | ListPathOf<'POST'>;
type ListPathOf<M extends Method> = { [P in PathOf<M>]: ReplyOf<M, P> extends ListReply ? P : never }[PathOf<M>];
type ListReply = { list: readonly unknown[]; count: number } | { data: readonly unknown[]; count: number };
/** `data` of a list's call: its rows, their number, and what else is told of all of them. */
export type ListReplyOf<P extends ListPath> =
  P extends PathOf<'GET'> ? ReplyOf<'GET', P> : P extends PathOf<'POST'> ? ReplyOf<'POST', P> : never;
type ListFieldsOf<P extends ListPath> =
  P extends PathOf<'GET'> ? FieldsOf<'GET', P> : P extends PathOf<'POST'> ? FieldsOf<'POST', P> : never;
export type RowOf<P extends ListPath> =
  ListReplyOf<P> extends { list: readonly (infer Row)[] } | { data: readonly (infer Row)[] } ? Row : never;

/**
 * Where a list's rows come from: everything that its first request needs, free of React, so that the request leaves before the screen has
 * loaded.
 */
export interface ListSource<P extends ListPath = ListPath> {
  readonly path: P;
  readonly method: Method;
  /** Fields that are the same for every request of this list. */
  readonly fixed: Fields;
  readonly filters: readonly Filter[];
  /** Rows a page that the operator may choose between, the usual number among them; without them a page has the usual number alone. */
  readonly pageSizes?: readonly number[];
  /** The view that the address names; '0' for none, also where the list has a default. */
  readonly view?: string;
}

/**
 * One filter; `field` is its name on the wire and in the page's address. `initial`: what it holds until the address says otherwise; shown
 * to holders of `permission` alone, where it has one.
 */
export type Filter = { readonly initial?: string; readonly permission?: Permission } & FilterKind;
type FilterKind =
  | { readonly kind: 'text'; readonly field: string; readonly label: string; readonly placeholder: string }
  | {
      readonly kind: 'select';
      readonly field: string;
      readonly label: string;
      readonly options: readonly Option[];
    }
  /** A choice whose options the server knows; they are asked for once the list has answered. */
  | {
      readonly kind: 'known';
      readonly field: string;
      readonly label: string;
      readonly options: (signal: AbortSignal) => Promise<readonly Option[]>;
    }
  /** A range of whole days, sent as `start - end`. */
  | { readonly kind: 'days'; readonly field: string; readonly label: string }
  /** The same with times; a day that is picked runs from 00:00:00 to 23:59:59. */
  | { readonly kind: 'times'; readonly field: string; readonly label: string }
  /** Another order of the rows, chosen at the title of a column that names this field; `value` asks for it. */
  | { readonly kind: 'order'; readonly field: string; readonly label: string; readonly value: string };
export interface Option {
  readonly value: number | string;
  readonly label: string;
}

/** Declares a source; fields that the call does not know do not compile. */
export function listSource<P extends ListPathOf<'GET'>>(
  path: P,
  fixed: Partial<ListFieldsOf<P>>,
  filters: readonly FilterOf<P>[],
  pageSizes: readonly number[] = [],
): ListSource<P> {
  return { ...sourceOf(path, 'GET', fixed, filters), pageSizes };
}

/** The same of a list that the seeds send as a form. */
export function postedListSource<P extends ListPathOf<'POST'>>(
  path: P,
  fixed: Partial<ListFieldsOf<P>>,
  filters: readonly FilterOf<P>[],
): ListSource<P> {
  return sourceOf(path, 'POST', fixed, filters);
}

type FilterOf<P extends ListPath> = Filter & { field: keyof ListFieldsOf<P> & string };

function sourceOf<P extends ListPath>(path: P, method: Method, fixed: Partial<ListFieldsOf<P>>, filters: readonly Filter[]): ListSource<P> {
  return { path, method, fixed: fixed as Fields, filters };
}

/** The fields of the request that an address stands for. Values travel as the texts they are: an id is never read as a number. */
export function listFields(source: ListSource, search: URLSearchParams): Fields {
  return { ...source.fixed, ...filterFields(source, search), page: pageOf(search), limit: limitOf(source, search) };
}

/** The same without page and limit: what an export takes. */
export function filterFields(source: ListSource, search: URLSearchParams): Fields {
  const given = source.filters.map((filter) => [filter.field, valueOf(filter, search)] as const);
  return { ...source.fixed, ...Object.fromEntries(given.filter(([, value]) => value !== '')) };
}

/**
 * A filter's value in the address; a filter with an initial choice holds it until the address says otherwise, also with an empty text for
 * 全部.
 */
export function valueOf(filter: Filter, search: URLSearchParams): string {
  return search.get(filter.field) ?? filter.initial ?? '';
}

/** The page of an address; anything but a positive whole number is the first. */
export function pageOf(search: URLSearchParams): number {
  const text = search.get('page') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/** Rows a page that an address asks for; what the list does not offer is the usual number. */
export function limitOf({ pageSizes = [] }: Pick<ListSource, 'pageSizes'>, search: URLSearchParams): number {
  return pageSizes.find((size) => String(size) === search.get('limit')) ?? limits.pageSize;
}

/** The address of a choice of filters and a page; what a fresh list shows is left out. */
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
  if (limit !== limits.pageSize) search.set('limit', String(limit));
  if (page > 1) search.set('page', String(page));
  return search;
}

/** The filters' values that an address holds. */
export function valuesOf(source: ListSource, search: URLSearchParams): Record<string, string> {
  return Object.fromEntries(source.filters.map((filter) => [filter.field, valueOf(filter, search)]));
}
