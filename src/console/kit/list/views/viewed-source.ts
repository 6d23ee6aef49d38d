import type { ListPath, ListSource } from '../list-source.ts';

/** A source with the filter values of its view as initial values, and no others. `view` is undefined for a view that could not be read. */
export function viewedSource<P extends ListPath>(
  source: ListSource<P>,
  id: string,
  view: { readonly filters: Readonly<Record<string, string>> } | undefined,
): ListSource<P> {
  if (id === '') return source;
  if (!view) return { ...source, view: id };
  return { ...source, view: id, filters: source.filters.map((filter) => ({ ...filter, initial: view.filters[filter.field] ?? '' })) };
}
