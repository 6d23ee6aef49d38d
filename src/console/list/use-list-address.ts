import { useSearchParams } from 'react-router';
import { limitOf, listFields, pageOf, searchOf, valueOf, valuesOf, type ListPath, type ListSource } from './list-source.ts';

/**
 * What the address says of a list, and the ways to say something else. The address is the list's only state of this kind.
 * @param keepSize told of the rows a page that the operator chooses.
 */
export function useListAddress<P extends ListPath>(source: ListSource<P>, keepSize: (size: number) => void) {
  const [search, setSearch] = useSearchParams();
  const page = pageOf(search);
  const limit = limitOf(source, search);
  const values = () => valuesOf(source, search);
  const orderFilter = source.filters.find((filter) => filter.kind === 'order');
  const isOrdered = orderFilter !== undefined && valueOf(orderFilter, search) === orderFilter.value;
  return {
    search,
    /** The same text for the same rows. */
    address: search.toString(),
    page,
    limit,
    /** Page 1 under other filters. @returns false where the address asks for the same already. */
    apply: (filters: Record<string, string>): boolean => {
      const next = searchOf(source, filters, { limit });
      const isNew = JSON.stringify(listFields(source, next)) !== JSON.stringify(listFields(source, search));
      if (isNew) setSearch(next);
      return isNew;
    },
    turnTo: (target: number) => setSearch(searchOf(source, values(), { page: target, limit })),
    /** Takes the place of the page that the address names now. */
    goBackTo: (target: number) => setSearch(searchOf(source, values(), { page: target, limit }), { replace: true }),
    resize: (size: number) => {
      keepSize(size);
      setSearch(searchOf(source, values(), { limit: size }));
    },
    order: orderFilter && {
      field: orderFilter.field,
      label: orderFilter.label,
      isOn: isOrdered,
      toggle: () => setSearch(searchOf(source, { ...values(), [orderFilter.field]: isOrdered ? '' : orderFilter.value }, { limit })),
    },
  };
}
