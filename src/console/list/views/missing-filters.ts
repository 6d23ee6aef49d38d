import type { ViewRow } from '../../../contract/console/views/views.ts';
import type { ListSource } from '../list-source.ts';

/**
 * What the filters of a view are called that it could not show; undefined for one that the list does not know any more.
 * @param source with the filters that are another permission's. @param shown what the operator's own list has.
 */
export function missingFilters(
  { filters: declared }: Pick<ListSource, 'filters'>,
  { dropped, filters }: Pick<ViewRow, 'dropped' | 'filters'>,
  shown: Readonly<Record<string, string>>,
): (string | undefined)[] {
  const hidden = Object.keys(filters).filter((field) => !Object.hasOwn(shown, field));
  return [...dropped, ...hidden].map((field) => declared.find((filter) => filter.field === field)?.label);
}
