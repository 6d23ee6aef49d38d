import type { ViewRow } from '../../../../contract/console/views.ts';
import type { ListSource } from '../list-source.ts';

/**
 * Labels of a view's filters that cannot be shown; undefined for one that the list no longer has.
 * @param source including filters that need another permission. @param shown filters of the operator's own list.
 */
export function missingFilters(
  { filters: declared }: Pick<ListSource, 'filters'>,
  { dropped, filters }: Pick<ViewRow, 'dropped' | 'filters'>,
  shown: Readonly<Record<string, string>>,
): (string | undefined)[] {
  const hidden = Object.keys(filters).filter((field) => !Object.hasOwn(shown, field));
  return [...dropped, ...hidden].map((field) => declared.find((filter) => filter.field === field)?.label);
}
