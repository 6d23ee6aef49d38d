import { limits } from '../../domain/limits.ts';
import type { FieldsOf, PathOf, ReplyOf } from './call.ts';
import type { Fields } from './request.ts';

/** Paths of the reads that answer a list. */
export type ListPath = { [P in PathOf<'GET'>]: ReplyOf<'GET', P> extends ListReply ? P : never }[PathOf<'GET'>];
type ListReply = { list: readonly unknown[]; count: number } | { data: readonly unknown[]; count: number };
export type RowOf<P extends ListPath> = ReplyOf<'GET', P> extends { list: readonly (infer Row)[] } | { data: readonly (infer Row)[] } ? Row : never;

/** Where a list's rows come from: everything that its first request needs, free of React, so that the request leaves before the screen has loaded. */
export interface ListSource<P extends ListPath = ListPath> {
  readonly path: P;
  /** Fields that are the same for every request of this list. */
  readonly fixed: Fields;
  readonly filters: readonly Filter[];
}

/** One filter; `field` is its name on the wire and in the page's address. */
export type Filter =
  | { readonly kind: 'text'; readonly field: string; readonly label: string; readonly placeholder: string }
  | { readonly kind: 'select'; readonly field: string; readonly label: string; readonly options: readonly Option[]; readonly initial?: string }
  /** A choice whose options the server knows; they are asked for once the list has answered. */
  | { readonly kind: 'known'; readonly field: string; readonly label: string; readonly options: (signal: AbortSignal) => Promise<readonly Option[]> }
  /** A range of whole days, sent as `start - end`. */
  | { readonly kind: 'days'; readonly field: string; readonly label: string };
export interface Option {
  readonly value: number | string;
  readonly label: string;
}

/** Declares a source; fields that the call does not know do not compile. */
export function listSource<P extends ListPath>(
  path: P,
  fixed: Partial<FieldsOf<'GET', P>>,
  filters: readonly (Filter & { field: keyof FieldsOf<'GET', P> & string })[],
): ListSource<P> {
  return { path, fixed: fixed as Fields, filters };
}

/** The fields of the request that an address stands for. Values travel as the texts they are: an id is never read as a number. */
export function listFields(source: ListSource, search: URLSearchParams): Fields {
  return { ...source.fixed, ...filterFields(source, search), page: pageOf(search), limit: limits.pageSize };
}

/** The same without page and limit: what an export takes. */
export function filterFields(source: ListSource, search: URLSearchParams): Fields {
  const given = source.filters.map((filter) => [filter.field, valueOf(filter, search)] as const);
  return { ...source.fixed, ...Object.fromEntries(given.filter(([, value]) => value !== '')) };
}

/** A filter's value in the address; a filter with an initial choice holds it until the address says otherwise, also with an empty text for 全部. */
export function valueOf(filter: Filter, search: URLSearchParams): string {
  return search.get(filter.field) ?? (filter.kind === 'select' ? (filter.initial ?? '') : '');
}

/** The page of an address; anything but a positive whole number is the first. */
export function pageOf(search: URLSearchParams): number {
  const text = search.get('page') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/** The address of a choice of filters and a page; what a fresh list shows is left out. */
export function searchOf(source: ListSource, values: Readonly<Record<string, string>>, page = 1): URLSearchParams {
  const search = new URLSearchParams();
  for (const filter of source.filters) {
    const value = (values[filter.field] ?? '').trim();
    if (value !== valueOf(filter, new URLSearchParams())) search.set(filter.field, value);
  }
  if (page > 1) search.set('page', String(page));
  return search;
}

/** The filters' values that an address holds. */
export function valuesOf(source: ListSource, search: URLSearchParams): Record<string, string> {
  return Object.fromEntries(source.filters.map((filter) => [filter.field, valueOf(filter, search)]));
}
